//! Tests of rosters, charts, odds tables, turn tracks and cards.

use engine::analysis::{OddsTable, odds_tables};
use engine::fleet::{library, read_toml, share};
use games::SystemTag;
use message::{Message, message};
use print::page::{Item, Page};
use print::{FleetRoster, Paper, PrintInput, PrintJob, PrintKind, PrintPart, TurnTrack, parts};
use proptest::prelude::*;
use rules::drawing::Drawing;
use rules::{Briefing, Chart, Checkbox, Chit, Cycle, Fact, Sheet, Side, Topic, Viewer};

use super::support::{check, input, letters, random_cases, ready, sheets, texts, words};

const PAPERS: [Paper; 2] = [Paper::A4, Paper::Letter];

fn pages(paper: Paper, part: PrintPart) -> Vec<Page> {
    let job = PrintJob { title: "Salamis".into(), paper, parts: vec![part], ..PrintJob::default() };
    let pages = job.pages();
    pages.iter().for_each(check);
    pages
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

fn roster(ships: Vec<Sheet>) -> FleetRoster {
    FleetRoster {
        name: "Squadron of Phormio".into(),
        people: "Athenian".into(),
        system: "Greek Fire".into(),
        notes: "Keep to the open water.\nNever let them board.".into(),
        briefing: [(Topic::Terrain, "A lee shore.".to_owned())].into_iter().collect(),
        ships,
        beside: Vec::new(),
        charts: Vec::new(),
        stands_at: None,
        warnings: vec![message!("2 slots of 6 are free")],
        link: None,
    }
}

#[test]
fn a_roster_names_every_ship_every_fact_the_notes_and_the_warnings() {
    for (path, ships) in ready() {
        for paper in PAPERS {
            let pages = pages(paper, PrintPart::Roster(roster(ships.clone())));
            let letters = letters(&pages);
            for ship in &ships {
                let facts: Vec<String> =
                    ship.facts.iter().map(|fact| fact.text.to_string()).collect();
                for text in facts.iter().flat_map(|text| text.split_whitespace()) {
                    assert!(letters.contains(text), "{path}: {text}");
                }
            }
            for text in [
                "Keep to the open water.",
                "Never let them board.",
                "Terrain",
                "A lee shore.",
                "2 slots of 6 are free",
            ] {
                assert!(letters.contains(&without_spaces(text)), "{path}: {text}");
            }
        }
    }
}

#[test]
fn a_roster_shows_each_type_once_with_its_number() {
    let ships = sheets(library::file("greek-fire/syracuse-athens.toml").unwrap());
    let pages = pages(Paper::A4, PrintPart::Roster(roster(ships)));
    let figures = pages[0].items.iter().filter(|item| matches!(item, Item::Figure(_))).count();
    assert_eq!(figures, 2);
    for text in ["3 Trireme (full deck)", "5 Trireme"] {
        assert!(texts(&pages[0]).any(|t| t.content == text), "{text}");
    }
}

#[test]
fn the_code_on_a_roster_is_the_code_of_its_link() {
    let link = share::to_link(library::file("greek-fire/sybota-athens.toml").unwrap()).unwrap();
    let part = PrintPart::Roster(FleetRoster { link: Some(link.clone()), ..roster(Vec::new()) });
    let pages = pages(Paper::A4, part);
    let codes: Vec<_> = pages
        .iter()
        .flat_map(|page| &page.items)
        .filter_map(|item| match item {
            Item::Code(code) => Some(code),
            _ => None,
        })
        .collect();
    assert_eq!(codes.len(), 1);
    let squares = share::qr(&link).unwrap();
    assert_eq!(codes[0].squares, squares);
    // The dark squares are painted, and no others.
    let across = |row: usize| (0..squares.size).map(move |column| (column, row));
    let dark = (0..squares.size).flat_map(across).filter(|(x, y)| squares.is_dark(*x, *y)).count();
    let covered: f32 = codes[0].runs().iter().map(|run| run.width / codes[0].side_mm).sum();
    assert!((covered - dark as f32).abs() < 0.5, "{covered} {dark}");
}

#[test]
fn an_army_has_a_chit_for_each_morale_and_its_cards_do_not_reveal_it() {
    let army = input(library::file("command-and-chaos/zama-rome.toml").unwrap());
    let parts = parts(std::slice::from_ref(&army), None, &[PrintKind::Cards]);
    let [PrintPart::UnitCards(cards), PrintPart::Chits(_, chits), PrintPart::BattleCards(..)] =
        parts.as_slice()
    else {
        panic!("cards, then chits: {parts:?}");
    };
    let count = |caption: &str| {
        chits.iter().filter(|chit| chit.caption == caption).map(|chit| chit.count).sum::<u32>()
    };
    // Ten heavy units, with 3 stamina each.
    assert_eq!((count("Morale"), count("Stamina"), count("Commander")), (10, 30, 1));
    let morale = chits.iter().filter(|chit| chit.caption == "Morale");
    let of_face =
        |chit: &Chit| chit.face.trim_end_matches('V').parse::<u32>().unwrap() * chit.count;
    assert_eq!(morale.clone().map(of_face).sum::<u32>(), 3 * 10 + 4);
    assert!(morale.clone().all(|chit| chit.hidden));
    let veterans = morale.filter(|chit| chit.face.ends_with('V')).map(|chit| chit.count);
    assert_eq!(veterans.sum::<u32>(), 3);
    for card in cards {
        assert!(
            card.facts.iter().all(|fact| !fact.text.to_string().contains("veteran")),
            "{}",
            card.name
        );
        assert!(card.tracks.iter().all(|track| track.caption != "Morale"), "{}", card.name);
    }
    for paper in PAPERS {
        for part in parts.clone() {
            pages(paper, part);
        }
    }
}

#[test]
fn charts_show_only_the_rows_that_the_fleet_uses() {
    let fleet = input(library::file("greek-fire/syracuse-athens.toml").unwrap());
    for paper in PAPERS {
        let parts = parts(std::slice::from_ref(&fleet), None, &[PrintKind::Charts]);
        let letters = letters(&pages(paper, parts.into_iter().next().unwrap()));
        assert!(
            letters.contains("Archers") && letters.contains(&without_spaces("Trireme (full deck)"))
        );
        for absent in ["Catapult", "Triaconter", "Sailing"] {
            assert!(!letters.contains(absent), "{absent}");
        }
    }
}

#[test]
fn two_fleets_are_printed_with_the_tags_of_their_sides() {
    let files = ["sybota-athens", "sybota-corinth"]
        .map(|name| library::file(&format!("greek-fire/{name}.toml")).unwrap());
    let [a, b] = files.map(|file| read_toml(file).unwrap());
    let inputs = PrintInput::both([(&a, files[0]), (&b, files[1])]).unwrap();
    let parts = parts(&inputs, None, PrintKind::ALL);
    let count = |wanted: fn(&PrintPart) -> bool| parts.iter().filter(|part| wanted(part)).count();
    assert_eq!(count(|part| matches!(part, PrintPart::Roster(_))), 2);
    assert_eq!(count(|part| matches!(part, PrintPart::Charts(..))), 1);
    assert_eq!(count(|part| matches!(part, PrintPart::Turns(_))), 1);
    let pages = PrintJob { parts, ..PrintJob::default() }.pages();
    pages.iter().for_each(check);
    for tag in ["A1", "A5", "B1", "B5"] {
        assert!(pages.iter().flat_map(texts).any(|text| text.content == tag), "{tag}");
    }
}

#[test]
fn every_ready_fleet_is_printed_whole_without_overlaps() {
    for path in library::paths() {
        let file = library::file(path).unwrap();
        if SystemTag::from_slug(path.split('/').next().unwrap()).is_none() {
            continue;
        }
        let kinds = [PrintKind::Rosters, PrintKind::Charts, PrintKind::Odds, PrintKind::Turn];
        for part in parts(&[input(file)], None, &kinds) {
            let pages = pages(Paper::A4, part);
            assert!(!pages.is_empty(), "{path}");
        }
    }
}

#[test]
fn printed_odds_are_those_of_the_rules() {
    // Greek Fire, worked example: ram 5 with prongs against ram 3 with one reinforced
    // hull is +2.
    let phormio = r#"
        system = "greek-fire"
        name = "Phormio"
        [[ship]]
        name = "Paralos"
        type = "trireme"
        advantages = ["prongs"]
    "#;
    let bireme = r#"
        system = "greek-fire"
        name = "Corinth"
        [[ship]]
        name = "Nike"
        type = "bireme"
        advantages = ["reinforced-hull"]
    "#;
    let [a, b] = [phormio, bireme].map(|file| read_toml(file).unwrap());
    let inputs = PrintInput::both([(&a, phormio), (&b, bireme)]).unwrap();
    let tables = odds_tables(&inputs[0].battle.known_to(Viewer::Both), Side::A);
    let ram = tables.iter().find(|table| table.title == "Ram").unwrap();
    let of = |net: &str, outcome: &str| {
        let row = ram.rows.iter().find(|known| known.0 == net).expect("the row is there");
        let column = ram.columns.iter().position(|c| *c == outcome).unwrap();
        row.1[column].unwrap()
    };
    for (net, outcome, chance) in [
        ("+2", "sunk", 0.3),
        ("+2", "sinking fast", 0.1),
        ("+2", "sinking slowly", 0.2),
        ("+2", "oars sheared", 0.4),
        // Five less, after a short run.
        ("−3", "no effect", 0.5),
        ("−3", "sinking slowly", 0.1),
        // Two less, bow to bow.
        ("+0", "sunk", 0.1),
    ] {
        assert!((of(net, outcome) - chance).abs() < 1e-9, "{net}: {outcome}");
    }
}

#[test]
fn all_charts_of_every_system_are_laid_out_whole() {
    for &system in SystemTag::ALL {
        for paper in PAPERS {
            let charts = system.charts();
            let pages = pages(paper, PrintPart::Charts(system.name().into(), charts.clone()));
            // A row begins with a capital letter, whatever its first word.
            let letters = letters(&pages).to_lowercase();
            for chart in &charts {
                let rows = chart.rows.iter().flatten();
                for text in rows.chain(&chart.notes).chain([&chart.title]) {
                    for word in text.to_string().to_lowercase().split_whitespace() {
                        assert!(letters.contains(word), "{system}: {}: {word}", chart.slug);
                    }
                }
            }
        }
    }
}

#[test]
fn a_chart_longer_than_a_page_continues_with_its_heading() {
    let chart = Chart {
        slug: "long",
        title: message!("A long one"),
        columns: vec![message!("Die"), message!("Outcome")],
        rows: (0..150)
            .map(|n| {
                vec![Message::verbatim(n.to_string()), Message::verbatim(format!("outcome-{n}"))]
            })
            .collect(),
        notes: vec![message!("The end.")],
        about: Vec::new(),
    };
    let pages = pages(Paper::A4, PrintPart::Charts("Greek Fire".into(), vec![chart]));
    let all: Vec<_> = pages.iter().flat_map(texts).map(|text| text.content.as_str()).collect();
    let heads = all.iter().filter(|text| **text == "A long one").count();
    assert!(pages.len() > 1 && heads > pages.len(), "{} {heads}", pages.len());
    for n in 0..150 {
        let outcome = format!("outcome-{n}");
        assert_eq!(all.iter().filter(|text| **text == outcome).count(), 1, "{outcome}");
    }
}

#[test]
fn odds_are_printed_in_percent_with_proportional_bars() {
    let table = OddsTable {
        title: message!("Ram"),
        rows_are: message!("Ram bonus"),
        columns: vec![message!("Sunk"), message!("Oars sheared")],
        rows: vec![
            (Message::signed(2), vec![Some(0.3), Some(0.6)]),
            (Message::signed(9), vec![Some(1.0), None]),
        ],
        notes: vec![message!("After four spaces straight.")],
        ..OddsTable::default()
    };
    let bars = |ink_saver| {
        let part = PrintPart::Odds(Message::verbatim("Greek Fire"), vec![table.clone()]);
        let pages = PrintJob { ink_saver, parts: vec![part], ..PrintJob::default() }.pages();
        check(&pages[0]);
        for text in ["30", "60", "100", "·", "After four spaces straight."] {
            assert!(texts(&pages[0]).any(|t| t.content == text), "{text}");
        }
        let rects = pages[0].items.iter().filter_map(|item| match item {
            Item::Rect(rect) => Some(rect.frame.width),
            _ => None,
        });
        let mut widths: Vec<f32> = rects.collect();
        widths.sort_by(f32::total_cmp);
        widths
    };
    let long = bars(false);
    assert_eq!(long.len(), 3);
    assert!(long[1] > 1.5 * long[0] && long[2] > long[1]);
    assert_eq!(bars(true), Vec::<f32>::new());
}

/// A track of Greek Fire, with the sequence of play.
fn round_track(turns: u8) -> TurnTrack {
    let system = SystemTag::GreekFire;
    TurnTrack {
        system: system.name().into(),
        cycle: Cycle::Round,
        turns,
        now: None,
        last: None,
        parts: system.sequence(),
    }
}

#[test]
fn a_turn_track_has_every_turn_and_phase() {
    for &system in SystemTag::ALL {
        let track = TurnTrack {
            system: system.name().into(),
            cycle: system.cycle(),
            turns: 24,
            now: None,
            last: None,
            parts: system.sequence(),
        };
        for paper in PAPERS {
            let pages = pages(paper, PrintPart::Turns(track.clone()));
            assert_eq!(pages.len(), 1, "{system}");
            for number in 1..=24 {
                assert!(texts(&pages[0]).any(|t| t.content == number.to_string()), "{number}");
            }
            let letters = letters(&pages);
            for part in &track.parts {
                let steps = part.steps.iter().flat_map(|step| [&step.name, &step.who, &step.what]);
                for text in steps.chain([&part.title, &part.about]) {
                    for word in text.to_string().split_whitespace() {
                        assert!(letters.contains(word), "{system}: {word}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_battle_cards_of_an_army_are_on_its_roster_and_can_be_cut_out() {
    let input = input(library::file("command-and-chaos/learning-carthage.toml").unwrap());
    let of = |kind| {
        let parts = parts(std::slice::from_ref(&input), None, &[kind]);
        let pages = PrintJob { parts, ..PrintJob::default() }.pages();
        pages.iter().for_each(check);
        letters(&pages)
    };
    let text = without_spaces("This unit rolls no attack die. Take one hit off it, if it has any.");
    let row = |letters: &str| letters.contains("Closetheranks") && letters.contains(&text);
    assert!(row(&of(PrintKind::Rosters)));
    // The deck has four copies.
    assert_eq!(of(PrintKind::Cards).matches(&text).count(), 4);
    let other = input.clone().read_by(Viewer::Side(Side::B));
    let parts = parts(&[other], None, &[PrintKind::Rosters, PrintKind::Cards]);
    assert!(!letters(&PrintJob { parts, ..PrintJob::default() }.pages()).contains("ranks"));
}

#[test]
fn cards_lose_no_box_and_fit_six_or_more_to_a_page() {
    for (path, mut ships) in ready() {
        // Markers next to a card show this.
        for ship in &mut ships {
            let moved =
                |tick: &Checkbox| tick.entry.as_deref().is_some_and(|on| on.starts_with("moved"));
            ship.ticks.retain(|tick| !moved(tick));
        }
        for paper in PAPERS {
            let pages = pages(paper, PrintPart::Cards(ships.clone()));
            let boxes: u32 = ships.iter().flat_map(|s| &s.tracks).map(|track| track.boxes).sum();
            let ticks: usize = ships.iter().map(|ship| ship.ticks.len()).sum();
            let square = |item: &&Item| matches!(item, Item::Rect(r) if (r.frame.width - r.frame.height).abs() < 1e-3);
            let drawn: usize =
                pages.iter().map(|page| page.items.iter().filter(square).count()).sum();
            assert_eq!(drawn, boxes as usize + ticks, "{path}");
            let letters = letters(&pages);
            for ship in &ships {
                assert!(letters.contains(&without_spaces(&ship.name)), "{path}: {}", ship.name);
            }
            for page in &pages {
                let foot = texts(page).find(|text| text.content.starts_with("page ")).unwrap();
                let lines = page.items.iter().filter_map(|item| match item {
                    Item::Line(line) if line.dashes_mm.is_some() => Some(&line.points),
                    _ => None,
                });
                let low = lines.flatten().map(|[_, y]| *y).fold(0.0, f32::max);
                assert!(low + 1.5 < foot.frame().top, "a cut line crosses the footer");
            }
            let small = !path.starts_with("greek-fire");
            assert!(!small || pages.len() <= ships.len().div_ceil(6), "{path}: {}", pages.len());
        }
    }
}

#[test]
fn pages_are_numbered_through_all_parts() {
    let ships = sheets(library::file("greek-fire/sybota-athens.toml").unwrap());
    let parts = vec![
        PrintPart::Roster(roster(ships.clone())),
        PrintPart::Sheets(ships.into()),
        PrintPart::Turns(round_track(12)),
    ];
    let pages = PrintJob { title: "Sybota".into(), parts, ..PrintJob::default() }.pages();
    for (page, number) in pages.iter().zip(1..) {
        check(page);
        let foot = format!("page {number} of {}", pages.len());
        assert!(texts(page).any(|text| text.content == foot), "{foot}");
        assert!(texts(page).any(|text| text.content == "Sybota"));
    }
}

/// Texts in the form of a chart.
fn says(texts: Vec<String>) -> Vec<message::Message> {
    texts.into_iter().map(Message::verbatim).collect()
}

proptest! {
    #![proptest_config(random_cases(40))]

    #[test]
    fn texts_of_a_roster_never_overlap(
        name in words(8), people in words(6), notes in words(60),
        ships in prop::collection::vec(
            (words(5), words(3), prop::collection::vec((words(2), words(12)), 0..9)), 0..12),
        warnings in prop::collection::vec(words(20), 0..5),
        link in prop::option::of("[a-zA-Z0-9]{1,1500}"),
        paper in prop::sample::select(&PAPERS[..]),
    ) {
        let ships = ships.into_iter().map(|(name, kind, facts)| Sheet {
            tag: Some("A1".parse().unwrap()),
            name, kind: Message::verbatim(kind),
            fleet: String::new(),
            drawing: Drawing::Trireme,
            facts: facts.into_iter().map(|(caption, text)| Fact::new(Message::verbatim(caption), Message::verbatim(text))).collect(),
            tracks: Vec::new(),
            ticks: Vec::new(),
            ledger: None,
            blanks: Vec::new(),
            out: None,
            adds: Vec::new(),
            now: Vec::new(),
        });
        let roster = FleetRoster {
            name, people, notes, link,
            briefing: Briefing::default(),
            ships: ships.collect(),
            beside: Vec::new(),
            charts: Vec::new(),
            stands_at: None,
            warnings: warnings.into_iter().map(Message::verbatim).collect(),
            system: "Greek Fire".into(),
        };
        pages(paper, PrintPart::Roster(roster));
    }

    #[test]
    fn texts_of_a_chart_never_overlap(
        charts in prop::collection::vec(
            (words(5), prop::collection::vec(words(3), 1..8),
             prop::collection::vec(prop::collection::vec(words(14), 1..8), 1..20),
             prop::collection::vec(words(20), 0..4)), 1..6),
        paper in prop::sample::select(&PAPERS[..]),
    ) {
        let charts = charts.into_iter().map(|(title, columns, rows, notes)| Chart {
            slug: "any", title: Message::verbatim(title),
            columns: says(columns), rows: rows.into_iter().map(says).collect(), notes: says(notes), about: Vec::new(),
        });
        pages(paper, PrintPart::Charts("Greek Fire".into(), charts.collect()));
    }
}
