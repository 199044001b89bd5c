//! The pages of 200 record sheets as JSON, for other libraries to draw, and our own time.
//! Usage: `pages FOLDER RUNS`; called by `print.py`.

#![allow(clippy::expect_used, reason = "a benchmark fails with its message")]

use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

use serde_json::{Value, json};
use trierarch::fleet::{library, read_toml};
use trierarch::print::page::{Border, Ink, Item, Page, PageRect, Polyline, Silhouette, Stroke};
use trierarch::print::{PrintInput, PrintJob, PrintPart, pdf};

fn main() {
    let mut arguments = env::args().skip(1);
    let folder = PathBuf::from(arguments.next().expect("a folder"));
    let runs: u32 = arguments.next().and_then(|runs| runs.parse().ok()).expect("a number of runs");

    let sheets: Vec<_> = library::paths()
        .filter(|path| path.starts_with("greek-fire/"))
        .filter_map(library::file)
        .flat_map(|file| {
            let checked = read_toml(file).expect("a ready fleet");
            PrintInput::of_fleet(&checked, file).expect("it may fight itself").sheets()
        })
        .collect();
    let sheets: Vec<_> = sheets.iter().cycle().take(200).cloned().collect();
    let job = PrintJob { parts: vec![PrintPart::Sheets(sheets.into())], ..PrintJob::default() };
    let pages = job.pages();
    let meta = pdf::Meta::default();

    let mut lay_out = Vec::new();
    let mut write = Vec::new();
    for _ in 0..runs {
        let start = Instant::now();
        let pages = job.pages();
        lay_out.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let bytes = pdf::write(&pages, &meta).expect("a PDF");
        write.push(start.elapsed().as_secs_f64());
        fs::write(folder.join("trierarch.pdf"), bytes).expect("the folder can be written");
    }
    let all: Vec<Value> = pages.iter().map(page_json).collect();
    fs::write(folder.join("pages.json"), Value::Array(all).to_string()).expect("written");
    println!("{}", json!({ "lay_out": lay_out, "write": write }));
}

fn page_json(page: &Page) -> Value {
    let items: Vec<Value> = page.items.iter().flat_map(items_json).collect();
    json!({ "width": page.width_mm, "height": page.height_mm, "items": items })
}

fn items_json(item: &Item) -> Vec<Value> {
    match item {
        Item::Code(code) => {
            let rect = |run| json!({ "is": "rect", "frame": frame_json(&run), "fill": 0.0 });
            code.runs().into_iter().map(rect).collect()
        }
        other => vec![item_json(other)],
    }
}

fn item_json(item: &Item) -> Value {
    let grey = |ink: Ink| ink.lightness();
    match item {
        Item::Code(code) => json!({ "is": "rect", "frame": frame_json(&code.frame()) }),
        Item::Text(text) => json!({
            "is": "text", "content": text.content, "face": format!("{:?}", text.face),
            "size_pt": text.size_pt, "at": text.start(), "grey": grey(text.ink),
        }),
        Item::Line(line) => json!({
            "is": "line", "points": line.points, "width": line.width_mm,
            "grey": grey(line.ink), "dashes": line.dashes_mm,
        }),
        // Also as a figure, in a box twice as wide as high.
        Item::Border(border) => {
            let high = border.width / 2.0;
            let [left, top] = border.at;
            let scale = 100.0 / border.width;
            let lines = Border { at: [0.0, 0.0], ..*border }.lines();
            let stroke = |line: &Polyline| {
                let points: Vec<_> = line.points.iter().map(|p| p.map(|n| n * scale)).collect();
                json!(["line", points, line.width_mm * scale, grey(line.ink)])
            };
            json!({
                "is": "figure", "name": format!("Border{:.2}", border.width),
                "frame": [left, top, border.width, high],
                "strokes": lines.iter().map(stroke).collect::<Vec<_>>(),
            })
        }
        Item::Rect(rect) => json!({
            "is": "rect", "frame": frame_json(&rect.frame),
            "outline": rect.outline.map(|(width, ink)| json!([width, grey(ink)])),
            "fill": rect.fill.map(grey),
        }),
        Item::Polygon(points, ink) => {
            json!({ "is": "polygon", "points": points, "grey": grey(*ink) })
        }
        // Its strokes in a box of 100 by 50, for a library that can store a figure and
        // place it many times.
        Item::Figure(figure) => {
            let unit = Silhouette { frame: PageRect::new(0.0, 0.0, 100.0, 50.0), ..*figure };
            json!({
                "is": "figure", "name": format!("{:?}{}", figure.drawing, figure.outlined),
                "frame": frame_json(&figure.frame),
                "strokes": unit.strokes().iter().map(stroke_json).collect::<Vec<_>>(),
            })
        }
    }
}

fn frame_json(frame: &PageRect) -> Value {
    json!([frame.left, frame.top, frame.width, frame.height])
}

fn stroke_json(stroke: &Stroke) -> Value {
    match stroke {
        Stroke::Fill(points, ink) => json!(["fill", points, 0, ink.lightness()]),
        Stroke::Outline(points, width, ink) => json!(["outline", points, width, ink.lightness()]),
        Stroke::Line(points, width, ink) => json!(["line", points, width, ink.lightness()]),
    }
}
