//! Builds the page anew when a file of it is added or removed.

fn main() {
    println!("cargo:rerun-if-changed=../../web/page");
    println!("cargo:rerun-if-changed=../../web/built");
}
