use masume_syntax::*;
fn main() {
    let all = std::io::read_to_string(std::io::stdin()).unwrap();
    for text in all.split("\n====\n") {
        println!("--------\n{text}\n--");
        let index = LineIndex::new(text);
        for it in parse(text).diagnostics {
            let p = index.position(it.span.start);
            let q = index.position(it.span.end);
            println!("{} {}:{}-{}:{} {} | {} | {}", it.code, p.line, p.column, q.line, q.column, it.message, it.label, it.help.unwrap_or_default());
        }
    }
}
