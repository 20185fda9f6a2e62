//! Builds the program anew when the page as one file was made.

fn main() {
    println!("cargo:rerun-if-changed=../../web/built");
}
