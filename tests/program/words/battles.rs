//! Tests of the translatability of whole battles: every text is a template or a word that
//! translators have, or a name written by a player.

#![allow(clippy::expect_used, reason = "a test says what it expects")]

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use trierarch::analysis::{BattleReport, Chapter, Forecast};
use trierarch::fleet::library;
use trierarch::games::{Battle, SystemTag, offers};
use trierarch::journal::Journal;
use trierarch::message::words;
use trierarch::message::{Arg, Message, Parts};
use trierarch::rules::{Side, Subject, Topic, UnitCondition, Viewer};
use trierarch::text::{order_in_full, order_in_words};

use testing::templates::templates;

fn stored_battle(system: SystemTag) -> Journal {
    let text = fs::read_to_string(format!("tests/battles/{system}.battle"));
    Journal::read_file(&text.expect("a stored battle")).expect("a sound file")
}

/// Collects texts that cannot be translated.
struct Search {
    templates: BTreeSet<String>,
    names: BTreeSet<String>,
    found: BTreeSet<String>,
}

impl Search {
    fn of(journal: &Journal) -> Search {
        let templates = templates().into_iter().map(|template| template.one).collect();
        let mut search = Search { templates, names: BTreeSet::new(), found: BTreeSet::new() };
        let fleets = &journal.opening().fleets;
        search.names.extend(fleets.iter().map(|fleet| fleet.name().to_owned()));
        for ready in library::battles() {
            search.names.extend([ready.name.clone(), ready.place.clone()]);
            search.texts(|topic| ready.briefing.about(topic));
        }
        for fleet in fleets {
            search.texts(|topic| fleet.briefing().about(topic));
            search.names_in(&trierarch::fleet::to_json(fleet), "");
        }
        search.names.extend(SystemTag::ALL.iter().map(|system| system.name().to_owned()));
        let orders = SystemTag::ALL.iter().flat_map(|system| system.orders());
        search.names.extend(orders.map(|order| order.rule.to_owned()));
        for at in 0..=journal.cursor() {
            let battle = journal.at(at).expect("a battle");
            search.names_in(&battle.full_view().state(), "");
        }
        let within_a_sentence = |name: &String| {
            let (article, rest) = name.split_once(' ')?;
            matches!(article, "The" | "A" | "An")
                .then(|| format!("{} {rest}", article.to_lowercase()))
        };
        let within: Vec<String> = search.names.iter().filter_map(within_a_sentence).collect();
        search.names.extend(within);
        search
    }

    /// The texts written by a player or the author of a fleet file.
    fn texts<'t>(&mut self, about: impl Fn(Topic) -> &'t str) {
        for topic in Topic::ALL {
            self.names.extend(about(*topic).lines().map(str::to_owned));
        }
    }

    fn names_in(&mut self, value: &Value, key: &str) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| self.names_in(value, key)),
            Value::Array(list) => list.iter().for_each(|value| self.names_in(value, key)),
            Value::String(text) if matches!(key, "name" | "text" | "card" | "cards" | "hand") => {
                self.names.insert(text.clone());
            }
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn name(&mut self, name: &str) {
        // Dice, figures, tags and the letters of sides are the same in every language.
        let letters = name.split(|c: char| !c.is_ascii_lowercase());
        if letters.map(str::len).max().unwrap_or(0) >= 3 && !self.names.contains(name) {
            self.found.insert(format!("neither a name nor a word: {name}"));
        }
    }

    fn template(&mut self, template: &str) {
        // Punctuation is the same in every language.
        let says = template.chars().any(char::is_alphabetic);
        if says && !self.templates.contains(template) {
            self.found.insert(format!("no template: {template}"));
        }
    }

    fn look(&mut self, say: &Message) {
        let with = match say.parts() {
            Parts::Template { template, with } => {
                self.template(template);
                with
            }
            Parts::Counted { one, with, .. } => {
                self.template(one);
                with
            }
            Parts::List { items, .. } => return self.look_at(items),
            Parts::Word(word) => return self.template(&words(word)),
            Parts::Verbatim(name) => return self.name(name),
        };
        for (_, arg) in with {
            match arg {
                Arg::Number(_) => {}
                Arg::Name(name) => self.name(name),
                Arg::Word { word } => self.template(&words(word)),
                Arg::Message(say) => self.look(say),
            }
        }
    }

    fn look_at<'s>(&mut self, says: impl IntoIterator<Item = &'s Message>) {
        says.into_iter().for_each(|say| self.look(say));
    }

    fn chapters(&mut self, chapters: &[Chapter]) {
        for Chapter { title, paragraphs } in chapters {
            self.look(title);
            self.look_at(paragraphs);
        }
    }

    fn report(&mut self, report: &BattleReport) {
        self.look_at([&report.title, &report.verdict]);
        self.look_at(&report.summary());
        self.chapters(&report.rounds);
        self.chapters(&report.scenario);
        for member in report.forces.iter().flat_map(|force| &force.members) {
            self.look(&member.text());
        }
        for loss in report.forces.iter().flat_map(|force| &force.losses) {
            self.look_at([&loss.how, &loss.when, &loss.state]);
        }
        self.look_at(report.on_turning_points().iter());
        for point in &report.turning_points {
            self.look(&point.when);
            self.look_at(&report.turning_point_text(point));
            self.look_at(point.sentences.iter().chain(&point.rolls));
        }
        self.look_at(&report.dice());
    }

    /// Searches the table.
    fn battle(&mut self, battle: &Battle) {
        for tag in battle.tags() {
            let card = battle.full_view().card(tag).expect("a card");
            self.look(&card.kind);
            self.look_at(card.gauges.iter().map(|gauge| &gauge.label));
            self.look_at(card.marks.iter().map(|mark| &mark.label));
            self.look_at(&card.todo);
            if let UnitCondition::Out(how) = &card.standing {
                self.look(how);
            }
        }
        let guide = battle.full_view().guide();
        self.look(&guide.headline);
        self.look_at(guide.steps.iter().map(|step| &step.name));
        self.look_at(guide.next.iter().map(|next| &next.label));
        self.look_at(&guide.still_to_do);
    }

    /// Searches the forms with their choices, and the forecasts.
    fn forms(&mut self, battle: &Battle) {
        let units = battle.tags().into_iter().map(Subject::Unit);
        let sides = Side::ALL.iter().copied().map(Subject::Side);
        let mut foreseen = BTreeSet::new();
        for subject in units.chain(sides).chain([Subject::Battle]) {
            for offer in offers(&battle.full_view(), subject) {
                for field in &offer.fields {
                    self.look_at(field.choices.iter().map(|choice| &choice.label));
                }
                self.look_at(offer.refused.iter().map(|refusal| &refusal.why));
                if offer.refused.is_some() || foreseen.contains(offer.spec.kind) {
                    continue;
                }
                let order = battle.full_view().read_offer(&offer).ok();
                if let Some(forecast) =
                    order.and_then(|order| Forecast::of(&battle.full_view(), &order))
                {
                    foreseen.insert(offer.spec.kind);
                    self.forecast(&forecast);
                }
            }
        }
    }

    fn forecast(&mut self, forecast: &Forecast) {
        self.look_at(forecast.leads.iter().flat_map(|lead| [&lead.says, &lead.shown]));
        self.look_at(forecast.outcomes.iter().flat_map(|share| [&share.label, &share.shown]));
        self.look_at(forecast.outcomes.iter().filter_map(|share| share.needs.as_ref()));
        self.look_at(forecast.plots.iter().map(|plot| &plot.label));
        let lines = forecast.worths.iter().chain(&forecast.answers);
        self.look_at(lines.flat_map(|line| [&line.says, &line.figure]));
    }
}

#[test]
fn every_text_of_a_battle_and_its_report_is_a_template_a_word_or_a_name() {
    for system in SystemTag::ALL {
        let journal = stored_battle(*system);
        let mut search = Search::of(&journal);
        search.report(&BattleReport::of(&journal, Viewer::Everyone));
        for at in 0..journal.cursor() {
            let battle = journal.at(at).expect("a battle");
            let entry = journal.entry(at).expect("an entry");
            search.battle(battle);
            search.look(&order_in_words(*system, &entry.order));
            search.look_at(&order_in_full(battle, &entry.order));
            search.look_at(&journal.seen(at, Viewer::Everyone).expect("an entry").sentences);
        }
        search.forms(journal.at(0).expect("the opening"));
        search.forms(journal.battle());
        assert_eq!(search.found, BTreeSet::new(), "{system}");
    }
}

#[test]
fn every_chart_has_only_templates_words_and_figures() {
    for system in SystemTag::ALL {
        let mut search = Search::of(&stored_battle(*system));
        for chart in system.charts() {
            search.look(&chart.title);
            search.look_at(chart.columns.iter().chain(&chart.notes));
            search.look_at(chart.rows.iter().flatten());
        }
        assert_eq!(search.found, BTreeSet::new(), "{system}");
    }
}

#[test]
fn every_order_and_optional_rule_can_be_translated() {
    let mut missing = Vec::new();
    let known: BTreeSet<String> = templates().into_iter().map(|template| template.one).collect();
    for system in SystemTag::ALL {
        for spec in system.orders() {
            let fields = spec.fields.iter().map(|field| field.question);
            let texts = [spec.name, spec.what, spec.rule].into_iter().chain(fields);
            missing.extend(texts.filter(|text| !known.contains(*text)));
        }
        let slugs = system.switches().into_iter().map(|switch| words(switch.slug()));
        assert!(slugs.clone().all(|slug| known.contains(&slug)), "{:?}", slugs.collect::<Vec<_>>());
    }
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn a_text_without_a_template_in_a_message_is_found() {
    let mut search = Search::of(&stored_battle(SystemTag::GreekFire));
    search.look(&trierarch::message!(
        "Rules: {system}. {rounds}, {orders}.",
        system = "Greek Fire",
        rounds = "two rounds",
        orders = 3
    ));
    assert_eq!(search.found, BTreeSet::from(["neither a name nor a word: two rounds".to_owned()]));
}
