//! Tests of the rosters of ready fleets and stored battles: the depth of rows, the size of
//! codes, and the content of every part.

use engine::analysis::odds_tables;
use engine::fleet::{library, read_toml, share};
use engine::journal::{DiceChoice, Group, Journal, Opening};
use engine::text::{order_in_words, roll_in_words};
use games::SystemTag;
use print::page::{Item, Page, Role, Text};
use print::{Paper, PrintInput, PrintJob, PrintKind, PrintPart, parts};
use rules::{Side, Viewer};

use super::support::{check, input, letters, ptolemy, texts};

/// The rosters of all ready fleets and of the stored battles.
fn rosters() -> Vec<(String, PrintPart)> {
    let roster = |input: &PrintInput| PrintPart::Roster(input.roster());
    let known = |path: &&str| {
        path.split('/').next().is_some_and(|system| SystemTag::from_slug(system).is_some())
    };
    let ready = library::paths().filter(known);
    let mut all: Vec<(String, PrintPart)> =
        ready.map(|path| (path.to_owned(), roster(&input(library::file(path).unwrap())))).collect();
    for system in SystemTag::ALL {
        let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
        for input in &PrintInput::of_battle_file(&text, Viewer::Everyone).unwrap() {
            all.push((format!("{system}, {}", input.name()), roster(input)));
        }
    }
    all
}

fn pages(paper: Paper, part: PrintPart) -> Vec<Page> {
    let pages =
        PrintJob { title: "Salamis".into(), paper, parts: vec![part], ..PrintJob::default() }
            .pages();
    pages.iter().for_each(check);
    pages
}

/// The hairlines of a page that end a table row, over the width of its column.
fn row_ends(page: &Page) -> impl Iterator<Item = [f32; 2]> {
    page.items.iter().filter_map(|item| match item {
        Item::Line(line) => {
            let [from, to] = [line.points.first()?, line.points.last()?];
            let level = (from[1] - to[1]).abs() < 1e-3 && to[0] - from[0] > 80.0;
            (level && line.width_mm < 0.11).then_some(*from)
        }
        _ => None,
    })
}

#[test]
fn no_row_of_a_roster_is_deeper_than_three_lines() {
    for (name, part) in rosters() {
        for paper in [Paper::A4, Paper::Letter] {
            let mut rows = 0;
            for page in pages(paper, part.clone()) {
                let second = f32::midpoint(page.width_mm, 8.0);
                let tags = texts(&page).filter(|text| {
                    let number = text.content.strip_prefix(['A', 'B']).unwrap_or_default();
                    let is_tag = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
                    is_tag && [10.0, second].iter().any(|left| (text.at[0] - left).abs() < 0.1)
                });
                for tag in tags {
                    let under = |end: &[f32; 2]| (end[0] - tag.at[0]).abs() < 0.2;
                    let below = row_ends(&page).filter(under).map(|[_, y]| y);
                    let below = below.filter(|y| *y > tag.at[1]);
                    let deep = below.fold(f32::INFINITY, f32::min) - tag.at[1];
                    // From the first baseline over two more lines of 9 pt to the hairline.
                    assert!(deep < 9.8, "{name}: {} is {deep} mm deep", tag.content);
                    rows += 1;
                }
            }
            let PrintPart::Roster(roster) = &part else { continue };
            assert_eq!(rows, roster.ships.len(), "{name}");
        }
    }
}

#[test]
fn a_fleet_of_small_ships_stays_one_table_during_a_battle() {
    for system in SystemTag::ALL.iter().filter(|system| **system != SystemTag::GreekFire) {
        let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
        let inputs = PrintInput::of_battle_file(&text, Viewer::Everyone).unwrap();
        for input in &inputs {
            let pages = pages(Paper::A4, PrintPart::Sheets(input.sheets().into()));
            assert_eq!(pages.len(), 1, "{system}");
            assert!(texts(&pages[0]).any(|text| text.content == "Record sheet"), "{system}");
            let page_text = letters(&pages);
            for sheet in input.sheets() {
                for word in sheet.facts[0].text.to_string().split_whitespace() {
                    assert!(page_text.contains(word), "{system}: {}: {word}", sheet.name);
                }
            }
        }
    }
}

#[test]
fn a_value_too_wide_for_its_column_is_below_its_ship_with_its_caption() {
    let text = &testing::repository_file("tests/battles/greek-fire.battle");
    let [a, _] = PrintInput::of_battle_file(text, Viewer::Everyone).unwrap();
    let page = pages(Paper::A4, PrintPart::Roster(a.roster())).remove(0);
    let under = texts(&page).find(|text| text.content.contains("Advantages: prongs"));
    let under = under.expect("a line of advantages");
    assert!(under.content.starts_with("State, round"), "{}", under.content);
    let name = texts(&page).find(|text| text.content.starts_with("Δημοκρατία")).expect("her name");
    assert!((name.at[0] - under.at[0]).abs() < 1e-3 && under.at[1] > name.at[1]);
}

#[test]
fn the_odds_of_both_sides_take_no_more_pages_together_than_apart() {
    for system in SystemTag::ALL {
        let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
        let inputs = PrintInput::of_battle_file(&text, Viewer::Everyone).unwrap();
        let odds = parts(&inputs, None, &[PrintKind::Odds]);
        let alone: usize = odds.iter().map(|part| pages(Paper::A4, part.clone()).len()).sum();
        let sides = odds.len();
        let job = PrintJob { parts: odds, ..PrintJob::default() };
        let together = job.pages();
        together.iter().for_each(check);
        assert!(together.len() <= alone, "{system}: {} of {alone}", together.len());
        let heads = together.iter().flat_map(texts).filter(|text| text.content == "Odds");
        assert_eq!(heads.count(), sides, "{system}");
        // If a battle is over, or its odds are equal, both sides have the same texts.
        let alike = [SystemTag::FastPlaySalamis, SystemTag::CommandAndChaos];
        assert!(sides == 2 || alike.contains(system), "{system}");
    }
}

#[test]
fn the_squares_of_a_code_are_large_enough_to_scan_or_a_reason_is_given() {
    let mut codes = 0;
    for (path, part) in rosters() {
        let PrintPart::Roster(roster) = &part else { continue };
        if roster.link.is_none() {
            continue;
        }
        let pages = pages(Paper::A4, part);
        let code = pages.iter().flat_map(|page| &page.items).find_map(|item| match item {
            Item::Code(code) => Some(code),
            _ => None,
        });
        if let Some(code) = code {
            assert!(code.side_mm >= 0.56, "{path}: {}", code.side_mm);
            codes += 1;
        } else {
            let mut all = pages.iter().flat_map(texts);
            let shown = all.any(|text| text.content.contains("No code to scan"));
            assert!(shown, "{path}: no code, and no explanation");
        }
    }
    assert!(codes > 20, "{codes}");
}

#[test]
fn no_text_on_paper_is_under_eight_points_or_overlaps_another() {
    let kinds = [
        PrintKind::Rosters,
        PrintKind::Sheets,
        PrintKind::Charts,
        PrintKind::Turn,
        PrintKind::Aid,
        PrintKind::Cards,
    ];
    let now = [
        PrintKind::Log,
        PrintKind::Moment,
        PrintKind::Rosters,
        PrintKind::Sheets,
        PrintKind::Cards,
    ];
    for paper in [Paper::A4, Paper::Letter] {
        let checked =
            |parts| PrintJob { paper, parts, ..PrintJob::default() }.pages().iter().for_each(check);
        for battle in library::battles() {
            let inputs = battle.sides.map(|path| input(library::file(path).unwrap()));
            checked(parts(&inputs, None, &kinds));
        }
        for system in SystemTag::ALL {
            let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
            for viewer in [Viewer::Everyone, Viewer::Side(Side::A)] {
                let inputs = PrintInput::of_battle_file(&text, viewer).unwrap();
                checked(parts(&inputs, None, &now));
            }
        }
    }
}

#[test]
fn names_that_no_font_can_draw_are_in_a_readable_warning() {
    let file = r#"
        system = "greek-fire"
        name = "אניות המלך"
        notes = "鄭和下西洋"
        [[ship]]
        name = "寶船 the treasure ship of the admiral"
        type = "trireme"
        captain = { name = "郑和" }
        [[ship]]
        name = "🚣🚣"
        type = "trireme"
    "#;
    let fleet = input(file);
    let kinds = [PrintKind::Rosters, PrintKind::Sheets];
    let job = PrintJob { parts: parts(&[fleet], None, &kinds), ..PrintJob::default() };
    let shown = job.warning().expect("a warning").to_string();
    assert!(shown.contains("“אניות המלך”") && shown.contains("more names"), "{shown}");
    for page in job.pages() {
        check(&page);
        let warning = texts(&page).find(|text| text.content.contains("no font here can draw"));
        let warning = warning.expect("a warning on the page");
        assert!(warning.size_pt >= 7.999, "{warning:?}");
    }
    let captain = input(&file.replace("אניות המלך", "Zheng He").replace("🚣🚣", "Nike"));
    let parts = parts(&[captain], None, &[PrintKind::Sheets]);
    let shown = PrintJob { parts, ..PrintJob::default() }.warning().expect("a warning").to_string();
    assert!(shown.contains("“郑和”"), "{shown}");
}

#[test]
fn a_code_has_the_given_address_of_the_web_page() {
    let file = library::file("greek-fire/sybota-athens.toml").unwrap();
    let mut fleet = input(file);
    assert!(fleet.roster().link.unwrap().starts_with(share::LINK));
    fleet.lead_to("https://example.org/trierarch/#elsewhere");
    let link = fleet.roster().link.unwrap();
    assert!(link.starts_with("https://example.org/trierarch/#fleet/"), "{link}");
    let there = read_toml(&share::from_text(&link).unwrap()).unwrap();
    assert_eq!(there.fleet, read_toml(file).unwrap().fleet);
    let pages = pages(Paper::A4, PrintPart::Roster(fleet.roster()));
    let of = |item: &Item| match item {
        Item::Code(code) => Some(code.squares.clone()),
        _ => None,
    };
    let mut items = pages.iter().flat_map(|page| &page.items);
    assert_eq!(items.find_map(of), share::qr(&link).ok());
}

#[test]
fn rosters_have_the_key_figures_of_their_game() {
    for (path, captions) in [
        ("greek-fire/sybota-athens.toml", &["Crew", "Captain", "Move", "Rambonus"][..]),
        ("chicken-of-the-sea/drepanum-rome.toml", &["Crewquality", "Ramnumber", "Officers"]),
        ("ancient-naval-games/aegates-rome.toml", &["Oardamage", "Freeturn", "Inaram"]),
        (
            "fast-play-salamis/salamis-greeks.toml",
            &["Viability", "Rammingspeed", "Boarding(MBS)", "Bows", "Panicnumbers"],
        ),
        (
            "command-and-chaos/zama-rome.toml",
            &["Morale", "Stamina", "Grade", "Officers", "Battlecards"],
        ),
    ] {
        let fleet = input(library::file(path).unwrap_or_else(|| panic!("{path}")));
        let text = letters(&pages(Paper::A4, PrintPart::Roster(fleet.roster())));
        for caption in captions {
            assert!(text.contains(caption), "{path}: {caption} is not in {text}");
        }
    }
}

#[test]
fn every_odds_table_has_rows_and_columns_and_no_row_repeats_another() {
    for system in SystemTag::ALL {
        let ready = library::battles().iter().find(|ready| ready.system == *system).unwrap();
        let inputs = ready.sides.map(|path| input(library::file(path).unwrap()));
        let tables = odds_tables(&inputs[0].battle.known_to(Viewer::Both), Side::A);
        assert!(!tables.is_empty(), "{system}");
        for table in tables {
            assert!(!table.rows.is_empty(), "{system}: {}", table.title);
            let title = table.title.clone();
            assert!(!table.columns.is_empty() || !table.further.is_empty(), "{system}: {title}");
            for (at, row) in table.rows.iter().enumerate() {
                let same = |other: &(message::Message, _)| other.1 == row.1 && !row.1.is_empty();
                let by_number =
                    row.0.to_string().starts_with(|c: char| "+−0123456789a".contains(c));
                assert!(
                    by_number || !table.rows[..at].iter().any(same),
                    "{system}: {title}: {}",
                    row.0
                );
            }
        }
    }
}

/// The positions of the headings above the ships of a page.
fn heads(page: &Page) -> Vec<(String, f32)> {
    let name = texts(page).find(|text| text.content == "Name" || text.content == "moved");
    let level = name.expect("headings").at[1];
    let beside = texts(page).filter(|text| (text.at[1] - level).abs() < 1e-3);
    beside.map(|text| (text.content.clone(), text.at[0])).collect()
}

#[test]
fn both_sides_have_the_same_columns() {
    for (a, b) in [
        ("greek-fire/salamis-in-cyprus-demetrius", "greek-fire/salamis-in-cyprus-ptolemy"),
        ("greek-fire/mylae-rome", "greek-fire/mylae-carthage"),
        ("fast-play-salamis/salamis-greeks", "fast-play-salamis/salamis-persians"),
    ] {
        let files = [a, b].map(|path| library::file(&format!("{path}.toml")).unwrap());
        let [a, b] = files.map(|file| read_toml(file).unwrap());
        let inputs = PrintInput::both([(&a, files[0]), (&b, files[1])]).unwrap();
        for kind in [PrintKind::Rosters, PrintKind::Sheets] {
            if kind == PrintKind::Sheets && a.fleet.system() == SystemTag::GreekFire {
                continue;
            }
            let [one, other] = [0, 1].map(|side| {
                let part = parts(&inputs, None, &[kind]).remove(side);
                heads(&pages(Paper::A4, part)[0])
            });
            let names = |heads: &[(String, f32)]| {
                heads.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
            };
            assert_eq!(names(&one), names(&other), "{}: {kind:?}", inputs[0].name());
            // Slightly smaller on one side if that saves a page.
            let apart = |((_, one), (_, other)): (&(String, f32), &(String, f32))| one - other;
            let apart = one.iter().zip(&other).map(apart);
            assert!(apart.map(f32::abs).all(|apart| apart < 2.0), "{one:?} {other:?}");
        }
    }
}

#[test]
fn the_player_aid_of_a_system_is_one_sheet_without_broken_words_or_orphans() {
    for battle in library::battles() {
        let inputs = battle.sides.map(|path| input(library::file(path).unwrap()));
        for paper in [Paper::A4, Paper::Letter] {
            let part = parts(&inputs, None, &[PrintKind::Aid]).remove(0);
            let pages = pages(paper, part);
            assert!(pages.len() <= 2, "{}, {paper:?}: {}", battle.slug, pages.len());
            for page in &pages {
                let all: Vec<&Text> = texts(page).collect();
                let broken = all.iter().find(|text| text.content.ends_with('-'));
                assert_eq!(broken, None, "{}, {paper:?}", battle.slug);
                for span in &page.spans {
                    let Role::Heading(2..) = span.role else { continue };
                    let Item::Text(heading) = &page.items[span.items.end - 1] else { continue };
                    let follows = |text: &&&Text| {
                        let [x, y] = heading.at;
                        (x - 1.0..x + 60.0).contains(&text.at[0])
                            && (y + 1.0..y + 16.0).contains(&text.at[1])
                    };
                    let follows = all.iter().any(|text| follows(&text));
                    assert!(follows, "{}, {paper:?}: {}", battle.slug, heading.content);
                }
            }
        }
    }
}

#[test]
fn the_whole_log_has_every_order_that_its_reader_may_know() {
    for system in SystemTag::ALL {
        let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
        let journal = Journal::read_file(&text).unwrap();
        for viewer in [Viewer::Everyone, Viewer::Side(Side::B)] {
            let inputs = PrintInput::of_journal(&journal, viewer);
            let part = parts(&inputs, None, &[PrintKind::Log]).remove(0);
            let page_text = letters(&pages(Paper::A4, part)).to_lowercase();
            for at in 0..journal.cursor() {
                let seen = journal.seen(at, viewer).unwrap();
                let rolls = seen.report.iter().flat_map(|report| &report.rolls).map(roll_in_words);
                let order = order_in_words(*system, &seen.order);
                for shown in seen.sentences.iter().cloned().chain(rolls).chain([order]) {
                    for word in shown.to_string().to_lowercase().split_whitespace() {
                        assert!(
                            page_text.contains(word),
                            "{system}, {viewer:?}: order {at}: {word}"
                        );
                    }
                }
            }
            let alone = PrintInput { journal: None, ..inputs[0].clone() };
            assert_eq!(parts(&[alone], None, &[PrintKind::Log]), []);
        }
    }
}

#[test]
fn counts_of_a_fleet_are_in_boxes_above_its_ships() {
    for (path, captions, boxes) in [
        // Half of the ships of each of three fleets, rounded up, and one more than half.
        ("fast-play-salamis/starter-greeks", &["Athenian ships lost"][..], 0),
        ("ancient-naval-games/aegates-rome", &["Ships gone"], 12 / 2 + 1),
        ("command-and-chaos/zama-rome", &["Unit cards gone"], 14 / 2 + 1),
    ] {
        let fleet = input(library::file(&format!("{path}.toml")).unwrap());
        let tallies = fleet.battle.tallies(Side::A);
        assert!(boxes == 0 || tallies[0].boxes == boxes, "{path}: {tallies:?}");
        let page =
            pages(Paper::A4, parts(&[fleet], None, &[PrintKind::Sheets]).remove(0)).remove(0);
        for caption in captions {
            let caption = texts(&page).find(|text| text.content.starts_with(caption));
            let y = caption.unwrap_or_else(|| panic!("{path}")).at[1];
            let drawn = page.items.iter().filter(|item| match item {
                Item::Rect(rect) => rect.frame.top < y && rect.frame.bottom() > y,
                _ => false,
            });
            let counted = tallies[0].boxes as usize;
            assert_eq!(drawn.count(), counted, "{path}");
        }
    }
}

#[test]
fn custom_types_are_in_the_charts() {
    let fleet = input(&ptolemy("Ptolemy", "[[ship]]\nname = \"Isis\"\ntype = \"forty\""));
    let parts = parts(&[fleet], None, &[PrintKind::Charts]);
    let [PrintPart::Charts(_, charts)] = parts.as_slice() else { panic!("{parts:?}") };
    let slugs: Vec<&str> = charts.iter().map(|chart| chart.slug).collect();
    for slug in ["house-types", "turn", "breaking-free", "terrain", "prizes"] {
        assert!(slugs.contains(&slug), "{slug} is not in {slugs:?}");
    }
    let text = letters(&PrintJob { parts, ..PrintJob::default() }.pages());
    assert!(text.contains("Tessarakonteres"), "{text}");
}

#[test]
fn orders_that_were_given_as_one_are_one_row_of_the_log() {
    let mut journal = Journal::open(Opening::ready("sybota", 433).unwrap()).unwrap();
    let give = |journal: &mut Journal, kind: &str, ship: &str| {
        let mut order = serde_json::json!({"kind": kind, "ship": ship});
        if kind == "row" {
            order["spent"] = "all".into();
        }
        let order = journal.battle().read_order(order.as_object().unwrap()).unwrap();
        journal.give(&order, &DiceChoice::Program, 0, "").unwrap();
    };
    give(&mut journal, "activate", "A1");
    let mut then = journal.clone();
    for kind in ["sail", "row", "morale", "end-turn"] {
        give(&mut then, kind, "A1");
    }
    journal.enter(journal.prepare_group(&then, Group { id: 1, secret_of: None }));
    give(&mut journal, "activate", "B1");
    let inputs = PrintInput::of_journal(&journal, Viewer::Everyone);
    let part = parts(&inputs, None, &[PrintKind::Log]).remove(0);
    let PrintPart::Log(_, log) = &part else { panic!("a log") };
    let rows: Vec<_> = log.iter().map(|row| (row.numbers, row.order.to_string())).collect();
    let row = |numbers, order: &str| (numbers, order.to_owned());
    assert_eq!(
        rows,
        [
            row([1, 1], "Begin her turn A1"),
            row([2, 5], "A1 Παρρησία only moves."),
            row([6, 6], "Begin her turn B1")
        ]
    );
    let rolls: usize = (1..5).map(|at| journal.entry(at).unwrap().thrown.len()).sum();
    assert_eq!(log[1].dice.to_string().split("; ").count(), rolls);
    assert!(letters(&pages(Paper::A4, part)).contains("2–5"));
}

#[test]
fn greek_names_on_rosters_are_followed_by_latin_ones_and_take_no_page_for_them() {
    let fleet = input(library::file("greek-fire/sybota-athens.toml").unwrap());
    let pages = pages(Paper::A4, PrintPart::Roster(fleet.roster()));
    let text = letters(&pages);
    for name in ["ΠαρρησίαParrhesia", "ΛακεδαιμόνιοςLakedaimonios"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert_eq!(pages.len(), 1);
}
