use masume_engine::*;
fn main() {
    let only: Option<String> = std::env::args().nth(1);
    for shipped in shipped_games() {
        if only.as_ref().is_some_and(|o| o != shipped.name) { continue; }
        let loaded = Game::load(shipped.text);
        println!("== {} {}", shipped.name, loaded.diagnostics.len());
        for d in loaded.diagnostics.iter().take(5) {
            let line = shipped.text[..d.span.start as usize].lines().count();
            println!("   {} line {} {} | {} | {:?}", d.code, line, d.message, d.label, d.help);
        }
        if let Some(game) = loaded.game {
            let t = std::time::Instant::now();
            match game.start(&Setup { seed: 7, ..Setup::default() }) {
                Ok(state) => {
                    println!("start {:?}", t.elapsed());
                    println!("{}", game.print_state(&state));
                    let t = std::time::Instant::now();
                    let actions = game.legal_actions(&state).unwrap();
                    println!("{} legal {:?} {}", actions.len(), t.elapsed(), actions.iter().take(5).map(|a| game.action_text(&state, *a)).collect::<Vec<_>>().join(", "));
                    let t = std::time::Instant::now();
                    for d in game.check_play(30, 3) { println!("  play: {} {} {}", d.code, d.message, d.label); }
                    println!("check_play {:?} required {:?}", t.elapsed(), masume_rules::text::required_pieces(game.rules()));
                    assert_eq!(game.read_state(&game.print_state(&state)), Ok(state));
                }
                Err(e) => println!("start failed {e} {:?}", t.elapsed()),
            }
        }
    }
}
