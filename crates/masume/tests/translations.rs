//! A check, not a test: it lists what other languages say in English, and never fails.

#![expect(clippy::print_stdout, reason = "a check prints what it finds")]

fn main() {
    // Who lists tests is told of none.
    if std::env::args().any(|argument| argument == "--list") {
        return;
    }
    let missing = masume::untranslated();
    for phrase in &missing {
        println!("warning: said in English: {phrase}");
    }
    println!("translations: {} phrases are missing", missing.len());
}
