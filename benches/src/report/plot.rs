//! The picture: how many times as fast each row is, and how the time of a ply grows.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Report;
use crate::growth::{GAMES, SIDES};
use crate::run::{Measured, Verdict};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Width of the picture, height of a bar and of the plot of growth, in pixels.
const WIDTH: u32 = 960;
const BAR: u32 = 28;
const GROWTH: u32 = 420;
/// Space of the titles and axes of the bars.
const MARGIN: u32 = 90;

/// Okabe and Ito's colours, told apart by everybody.
const GREEN: RGBColor = RGBColor(0, 158, 115);
const BLUE: RGBColor = RGBColor(86, 180, 233);
const VERMILION: RGBColor = RGBColor(213, 94, 0);
const LINES: [RGBColor; 4] = [RGBColor(0, 114, 178), VERMILION, GREEN, RGBColor(204, 121, 167)];

/// The whole picture.
pub(super) fn svg(report: &Report) -> Result<String, Box<dyn std::error::Error>> {
    let bars = if report.rows.is_empty() { 0 } else { MARGIN + BAR * report.rows.len() as u32 };
    let growth = if report.growth.is_empty() { 0 } else { GROWTH };
    let mut text = String::new();
    {
        let size = (WIDTH, (bars + growth).max(1));
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        area.fill(&WHITE)?;
        let (above, below) = area.split_vertically(bars);
        if bars > 0 {
            draw_bars(&above, &report.rows)?;
        }
        if growth > 0 {
            draw_growth(&below, report)?;
        }
        area.present()?;
    }
    Ok(text)
}

/// A bar for each row, from the least ratio to its own, with a line where it must come to and one
/// where it should.
fn draw_bars(area: &Area<'_>, rows: &[Measured]) -> Drawn {
    let ends = |row: &Measured| [row.ratio, row.must, row.aim];
    let least = rows.iter().flat_map(ends).fold(0.1, f64::min) / 2.0;
    let most = rows.iter().flat_map(ends).fold(2.0, f64::max) * 2.0;
    let count = rows.len() as f64;
    let mut chart = ChartBuilder::on(area)
        .caption(
            "times as fast as the other side (thick line: must, thin line: aim)",
            ("sans-serif", 18),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(280)
        .build_cartesian_2d((least..most).log_scale(), 0.0..count)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_label_formatter(&|it| format!("{it}"))
        .draw()?;
    let middle = |index: usize| count - index as f64 - 0.5;
    chart.draw_series(rows.iter().enumerate().map(|(index, row)| {
        let colour = match row.verdict {
            Verdict::Aim => GREEN,
            Verdict::Must => BLUE,
            Verdict::Below => VERMILION,
        };
        let (low, high) = (middle(index) - 0.32, middle(index) + 0.32);
        Rectangle::new([(least, low), (row.ratio, high)], colour.filled())
    }))?;
    for (index, row) in rows.iter().enumerate() {
        let (low, high) = (middle(index) - 0.45, middle(index) + 0.45);
        for (bound, width) in [(row.must, 3), (row.aim, 1)] {
            let line = vec![(bound, low), (bound, high)];
            chart.draw_series([PathElement::new(line, BLACK.stroke_width(width))])?;
        }
        let (_, y) = chart.backend_coord(&(least, middle(index)));
        let label = format!("{}  {}", row.name, super::text::number(row.ratio));
        let anchor = plotters::style::text_anchor::Pos::new(
            plotters::style::text_anchor::HPos::Right,
            plotters::style::text_anchor::VPos::Center,
        );
        area.draw(&Text::new(
            label,
            (280, y),
            ("sans-serif", 14).into_font().into_text_style(area).pos(anchor),
        ))?;
    }
    Ok(())
}

/// Seconds of a ply over cells of the board, both by powers.
fn draw_growth(area: &Area<'_>, report: &Report) -> Drawn {
    let measured = || report.growth.iter().filter_map(|it| Some((it, it.seconds_per_ply?)));
    let least = measured().map(|(_, time)| time).fold(1e-3, f64::min) / 2.0;
    let most = measured().map(|(_, time)| time).fold(least * 10.0, f64::max) * 2.0;
    let largest = report.growth.iter().map(|it| it.side).max().unwrap_or(SIDES[SIDES.len() - 1]);
    let (first, last) = (f64::from(SIDES[0]), f64::from(largest));
    let mut chart = ChartBuilder::on(area)
        .caption("seconds of a ply by side of the board", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(80)
        .build_cartesian_2d((first..last * 1.1).log_scale().base(2.0), (least..most).log_scale())?;
    chart
        .configure_mesh()
        .x_label_formatter(&|side| format!("{side:.0}"))
        .y_label_formatter(&|time| format!("{time:e}"))
        .draw()?;
    for (game, colour) in GAMES.into_iter().zip(LINES) {
        let points: Vec<(f64, f64)> = measured()
            .filter(|(it, _)| it.game == game)
            .map(|(it, time)| (f64::from(it.side), time))
            .collect();
        chart
            .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
            .label(game)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
        chart.draw_series(points.into_iter().map(|at| Circle::new(at, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK)
        .background_style(WHITE)
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growth::Growth;

    #[test]
    fn rows_and_games_are_in_the_picture() {
        let row = |name: &str, ratio: f64, verdict| Measured {
            name: name.to_owned(),
            unit: "plies".to_owned(),
            ours: "compiled".to_owned(),
            rival: "by hand".to_owned(),
            ours_per_second: 3e6,
            rival_per_second: 2e6,
            ratio,
            must: 0.5,
            aim: 1.0,
            verdict,
            others_per_second: None,
            numbers: String::new(),
            pairs: Vec::new(),
        };
        let growth = |side: u32| Growth {
            game: "life".to_owned(),
            executor: "compiled".to_owned(),
            side,
            plies: 1,
            seconds_per_ply: Some(1e-6 * f64::from(side)),
            error: None,
        };
        let report = Report {
            rows: vec![
                row("robots turns", 1.5, Verdict::Aim),
                row("sokoban moves", 0.0002, Verdict::Below),
            ],
            growth: SIDES.map(growth).to_vec(),
            ..Report::default()
        };
        let picture = svg(&report).expect("there is something to draw");
        for word in ["robots turns  1.50", "sokoban moves  0.00020", "life", "128"] {
            assert!(picture.contains(word), "{word}");
        }
        // Nothing measured is a picture all the same.
        assert!(svg(&Report::default()).is_ok());
    }
}
