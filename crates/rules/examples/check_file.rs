fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("file");
        let parse = masume_syntax::parse(&text);
        let checked = masume_rules::check(&parse.file);
        let index = masume_syntax::LineIndex::new(&text);
        println!("== {path}");
        for d in parse.diagnostics.iter().chain(&checked.diagnostics) {
            println!("{} {:?} {} | {} | {:?} {:?}", d.code, index.position(d.span.start), d.message, d.label, d.help, &text.get(d.span.range()));
        }
        if let Some(rules) = &checked.rules {
            println!("{:?}", masume_rules::check::verify(rules));
            println!("{}", masume_rules::print(rules));
        }
    }
}
