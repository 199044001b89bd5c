//! The forecast of an order before its roll: whole percentages that add up to a hundred, and
//! the possible values of the numbers that it can change.

use std::sync::Arc;

use num_traits::ToPrimitive;
use serde::Serialize;
use serde_json::Value;

use crate::text;
use dice::Chance;
use games::{Order, PlayerView};
use message::{Message, message};
use rules::{Side, Subject, Tone};

use super::{Affected, DiceSoFar, Inquiry, Job, ModifierEffect, Odds, OddsWalk};

/// The odds of an order, in words and figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// The results that are almost certain, the most important first.
    pub leads: Vec<Lead>,
    pub outcomes: Vec<OutcomeChance>,
    /// The chance of success: the share of the outcomes that are good for the issuer of the order.
    /// `None` if no outcome is better than another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<Success>,
    /// The numbers that the order may change.
    pub plots: Vec<Plot>,
    pub worths: Vec<OddsLine>,
    /// The order's questions, with the exact answers.
    pub answers: Vec<OddsLine>,
    /// Whether this is complete; if not, the budget of branches ran out, and the missing parts are
    /// unknown.
    pub is_whole: bool,
}

/// The chance that an order succeeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Success {
    /// Between 0 and 1.
    pub chance: f64,
    /// As it is shown: `80%`.
    pub shown: Message,
}

/// A line about the odds, and its figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsLine {
    /// `Corvus (+1)`.
    pub says: Message,
    /// `melee +10%, repelled −10%`.
    pub figure: Message,
}

/// Something that is almost certain.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lead {
    /// `A1 Νίκη loses all 77 of her crew`.
    pub says: Message,
    /// Between 0 and 1.
    pub chance: f64,
    /// As it is shown: `98%`.
    pub shown: Message,
}

/// An outcome and its chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeChance {
    /// In words, without a capital.
    pub label: Message,
    /// Between 0 and 1.
    pub chance: f64,
    /// As it is shown: `43%`, or `<1%`.
    pub shown: Message,
    /// Whether it is good or bad for the issuer of the order.
    pub tone: Tone,
    /// The roll that it needs, before any modifier: `8 or more on 1d10`; `None` if there is no
    /// short description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<Message>,
}

/// The distribution of one number after the order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plot {
    /// `crew of B1 Ναυκρατίς`.
    pub label: Message,
    pub now: i64,
    /// Each value with its chance, ascending.
    pub values: Vec<(i64, f64)>,
    pub mean: f64,
    /// The range in which it ends eight times in ten.
    pub span: (i64, i64),
}

/// At most this many numbers are plotted.
const MOST_PLOTS: usize = 3;

/// At most this many results that are almost certain are shown.
const MOST_LEADS: usize = 3;

/// A chance of at least this is almost certain.
const NEARLY: f64 = 0.9;

impl Forecast {
    /// The forecast of an order, worked out at once; `None` if the order cannot
    /// be given. Code that must not block takes the steps of
    /// [`Forecast::inquiry`] one by one, and then calls [`Forecast::of_inquiry`].
    #[must_use]
    pub fn of(battle: &PlayerView, order: &Order) -> Option<Forecast> {
        let mut inquiry = Forecast::inquiry(battle, order);
        inquiry.finish();
        Forecast::of_inquiry(&inquiry)
    }

    /// The forecast of an order after rolls that are already made and these dice of the players;
    /// the app makes all other rolls, and those given as `null`. With its odds; `None` if the order
    /// cannot be given, or if this would take too long.
    #[must_use]
    pub fn of_remaining_dice(
        battle: &PlayerView,
        order: &Order,
        so_far: DiceSoFar,
    ) -> Option<(Forecast, Odds)> {
        let mut inquiry = Inquiry::of_remaining_dice(battle, order, so_far);
        inquiry.finish();
        let forecast = Forecast::of_inquiry(&inquiry).filter(|forecast| forecast.is_whole)?;
        Some((forecast, inquiry.odds()?.clone()))
    }

    /// The work for a forecast, not begun yet.
    #[must_use]
    pub fn inquiry(battle: &PlayerView, order: &Order) -> Inquiry {
        Inquiry::new(battle, order)
    }

    /// A forecast of what has been found so far; `None` if the order cannot be
    /// given.
    #[must_use]
    pub fn of_inquiry(inquiry: &Inquiry) -> Option<Forecast> {
        if inquiry.stopped().is_some() {
            return None;
        }
        let battle = inquiry.battle();
        let (outcomes, plots) =
            inquiry.odds().map(|odds| shares(inquiry, odds)).unwrap_or_default();
        let leads = inquiry.odds().map(|odds| leads(battle, odds)).unwrap_or_default();
        let worths = inquiry.worths();
        let line = |worth: &ModifierEffect| {
            // Two rolls of an order may have the same modifier; then its line
            // names the roll.
            let like_it = |other: &&ModifierEffect| other.named.modifier == worth.named.modifier;
            odds_line(battle, worth, worths.iter().filter(like_it).count() > 1)
        };
        let answers = inquiry.answers().map(|(question, chance)| {
            let figure = chance.map_or_else(|| message!("unknown"), percentage);
            OddsLine { says: question.asks.clone(), figure }
        });
        let answers = answers.collect();
        let worths = worths.iter().filter_map(line).collect();
        let (success, is_whole) = (
            inquiry.odds().and_then(|odds| success(odds, inquiry.order().kind())),
            !inquiry.ran_out(),
        );
        Some(Forecast { leads, outcomes, success, plots, worths, answers, is_whole })
    }
}

impl Forecast {
    /// The numbers that the order changes, each with its mean afterwards.
    #[must_use]
    pub fn on_average(&self) -> Message {
        let line = |plot: &Plot| {
            let mean = format!("{:.0}", plot.mean);
            message!("{what} {now} → {mean}", what = &plot.label, now = plot.now, mean)
        };
        message!("on average {changes}", changes = Message::list(self.plots.iter().map(line)))
    }

    /// The odds in one line: each outcome with its chance, or if there is only one, the average
    /// change.
    #[must_use]
    pub fn in_short(&self) -> Message {
        if matches!(self.outcomes.as_slice(), [_]) && !self.plots.is_empty() {
            return self.on_average();
        }
        let happens = self.outcomes.iter().filter(|share| share.chance > 0.0);
        Message::list(
            happens.map(|OutcomeChance { label, shown, .. }| {
                message!("{label} {shown}", label, shown)
            }),
        )
    }
}

/// The chance that an order succeeds; `None` if no outcome is better than another.
fn success(odds: &Odds, kind: &str) -> Option<Success> {
    let mut good = Chance::never();
    for (outcome, chance) in &odds.outcomes {
        if outcome.tone(kind) == Tone::Good {
            good.add(chance);
        }
    }
    let has_tone = odds.outcomes.iter().any(|(outcome, _)| outcome.tone(kind) != Tone::Plain);
    has_tone.then(|| Success { chance: good.to_f64(), shown: percentage(&good) })
}

/// A single chance in whole percent.
fn percentage(chance: &Chance) -> Message {
    whole_percentages(&[chance, &chance.not()]).swap_remove(0)
}

/// The outcomes with their shares, and the numbers worth plotting.
fn shares(inquiry: &Inquiry, odds: &Odds) -> (Vec<OutcomeChance>, Vec<Plot>) {
    let (kind, mut needs) = (inquiry.order().kind(), inquiry.needs());
    let outcomes: Vec<(Message, &Chance, Tone, Option<Message>)> =
        if let Some(values) = by_number(inquiry, odds) {
            values.into_iter().map(|(cut, chance)| (cut, chance, Tone::Plain, None)).collect()
        } else {
            let chances = odds.outcomes.iter().map(|(word, chance)| {
                (word.message(), chance, word.tone(kind), needs.swap_remove(word))
            });
            chances.collect()
        };
    let shown = whole_percentages(&outcomes.iter().map(|(_, c, ..)| *c).collect::<Vec<_>>());
    let shares = outcomes.into_iter().zip(shown).map(|((label, chance, tone, needs), shown)| {
        OutcomeChance { label, chance: chance.to_f64(), shown, tone, needs }
    });
    let shares = shares.collect();
    let watched = odds.watched.iter();
    let plots = watched.filter_map(|(key, values)| plot(inquiry.battle(), key, values));
    (shares, plots.take(MOST_PLOTS).collect())
}

/// The results that are almost certain: numbers with the same value in nearly every branch,
/// those with the least left first.
fn leads(battle: &PlayerView, odds: &Odds) -> Vec<Lead> {
    let mut found: Vec<(f64, Lead)> = Vec::new();
    for (key, values) in &odds.watched {
        let likeliest = values.iter().max_by(|(_, one), (_, other)| one.cmp(other));
        let Some((value, chance)) = likeliest else { continue };
        let (Some(to), Some(now)) = (value.as_i64(), battle.value(key).and_then(|v| v.as_i64()))
        else {
            continue;
        };
        // Neither a single arrow or card that an order always uses nor the distance rowed
        // is worth a sentence.
        let is_one = (to - now).abs() == 1 && to != 0;
        let entry = key.split_once('.').map_or("", |(_, path)| path);
        let is_price = values.len() == 1 && (is_one || battle.is_set_outright(entry));
        if to == now || is_price || chance.to_f64() < NEARLY {
            continue;
        }
        let weight = (to - now).abs() as f64 / to.max(now).max(1) as f64;
        let shown = percentage(chance);
        let says = moved_in_words(battle, key, now, to);
        found.push((weight, Lead { says, chance: chance.to_f64(), shown }));
    }
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.into_iter().map(|(_, lead)| lead).take(MOST_LEADS).collect()
}

/// A sentence that a number changes to another one.
fn moved_in_words(battle: &PlayerView, key: &str, now: i64, to: i64) -> Message {
    if to == 0
        && let Some(gone) = battle.runs_out(key, now)
    {
        return gone;
    }
    let what = key_in_words(battle, key);
    if to < now {
        message!("{what} falls from {now} to {to}", what, now, to)
    } else {
        message!("{what} rises from {now} to {to}", what, now, to)
    }
}

/// More values of a number than this are plotted, not shown in a bar.
const MOST_CUTS: usize = 6;

/// For an order with only one outcome (arrows with a number of hits), the chances of the number
/// that it changes, the target's before the issuer's own: `hits of B1: 0`, `hits of B1: 1`.
fn by_number<'o>(inquiry: &Inquiry, odds: &'o Odds) -> Option<Vec<(Message, &'o Chance)>> {
    if odds.outcomes.len() != 1 {
        return None;
    }
    let issuer = match inquiry.battle().issuer_of(inquiry.order()) {
        Subject::Unit(tag) => tag.to_string(),
        Subject::Side(side) => side.slug().to_owned(),
        Subject::Battle => String::new(),
    };
    let is_own = |key: &str| key.split_once('.').is_some_and(|(owner, _)| owner == issuer);
    let varying = || odds.watched.iter().filter(|(_, values)| values.len() > 1);
    let (key, values) = varying().find(|(key, _)| !is_own(key)).or_else(|| varying().next())?;
    let (owner, path) = key.split_once('.').unwrap_or(("", key));
    let mut what = Message::path(path);
    if !owner.is_empty() {
        what = message!("{what} of {owner}", what, owner);
    }
    let cut = |(value, _): &(Value, Chance)| {
        message!("{what}: {value}", what = &what, value = text::plain_value(value))
    };
    (values.len() <= MOST_CUTS).then(|| values.iter().map(|v| (cut(v), &v.1)).collect())
}

/// The changes by a modifier, the largest first: chances in percentage points, means in their
/// own unit. `None` if the odds would be the same without it. If another modifier is the same,
/// the line names the roll.
fn odds_line(battle: &PlayerView, worth: &ModifierEffect, is_alike: bool) -> Option<OddsLine> {
    let mut moves: Vec<(f64, Message)> = worth
        .moves
        .iter()
        .map(|(moved, by)| match moved {
            Affected::Outcome(outcome) => (by * 100.0, points(outcome.message(), by * 100.0)),
            Affected::Answer(asks) => (by * 100.0, points(asks.clone(), by * 100.0)),
            Affected::Mean(key) => {
                let (what, amount) = (key_in_words(battle, key), signed(*by));
                (*by, message!("{what} {amount} on average", what, amount))
            }
        })
        .filter(|(by, _)| by.abs() >= 0.05)
        .collect();
    moves.sort_by(|(a, _), (b, _)| b.abs().total_cmp(&a.abs()));
    let modifier = &worth.named.modifier;
    let (why, amount) = (&modifier.reason.why, Message::signed(modifier.amount));
    let says = if is_alike {
        message!("{why} ({amount}, {purpose})", why, amount, purpose = &worth.named.purpose)
    } else {
        message!("{why} ({amount})", why, amount)
    };
    let figure = Message::list(moves.into_iter().map(|(_, text)| text));
    (!figure.is_empty()).then_some(OddsLine { says, figure })
}

/// The change of a chance in percentage points: `melee +10%`.
fn points(what: Message, by: f64) -> Message {
    message!("{what} {amount}%", what, amount = signed(by))
}

/// A difference with its sign, and with a decimal if that is not 0: +10, −0.4.
fn signed(by: f64) -> Message {
    let text = format!("{:.1}", by.abs());
    let digits = text.strip_suffix(".0").unwrap_or(&text);
    let sign = if by < 0.0 { '−' } else { '+' };
    Message::verbatim(format!("{sign}{digits}"))
}

/// The keys of the numbers that the dice of an order decide, found in all its
/// branches; empty if it would be refused or take too long.
#[must_use]
pub fn undecided_numbers(battle: &PlayerView, order: &Order) -> Vec<String> {
    let mut walk = OddsWalk::of_numbers(Arc::new(battle.to_static()), Arc::new(order.clone()));
    walk.finish();
    let Ok(odds) = walk.found() else { return Vec::new() };
    let varying = odds.watched.into_iter().filter(|(_, values)| values.len() > 1);
    varying.map(|(key, _)| key).collect()
}

fn plot(battle: &PlayerView, key: &str, values: &[(Value, Chance)]) -> Option<Plot> {
    let now = battle.value(key)?.as_i64()?;
    let values: Vec<(i64, f64)> =
        values.iter().filter_map(|(value, c)| Some((value.as_i64()?, c.to_f64()))).collect();
    // Two values say nothing that the outcomes do not.
    if values.len() < 3 {
        return None;
    }
    let mean = values.iter().map(|(value, chance)| *value as f64 * chance).sum();
    let reach = |share: f64| {
        let mut sum = 0.0;
        values
            .iter()
            .find(|(_, chance)| {
                sum += chance;
                // Allow for rounding errors at exactly a tenth.
                sum >= share - 1e-9
            })
            .or(values.last())
            .map_or(now, |(value, _)| *value)
    };
    let span = (reach(0.1), reach(0.9));
    Some(Plot { label: key_in_words(battle, key), now, values, mean, span })
}

/// A key in words: `B1.move_lost` is `move lost of B1 Νίκη`.
#[must_use]
pub fn key_in_words(battle: &PlayerView, key: &str) -> Message {
    let (owner, path) = key.split_once('.').unwrap_or(("", key));
    let what = Message::path(path);
    match (owner.parse(), Side::from_slug(owner)) {
        (Ok(tag), _) => message!("{what} of {owner}", what, owner = battle.called(tag)),
        (_, Some(side)) => message!("{what} of {owner}", what, owner = battle.side_name(side)),
        _ => what,
    }
}

/// Whole percentages that add up to 100: each is rounded down, and the largest remainders get
/// what is left. Equal chances are shown as equal, even if the sum is then a little more or
/// less. A possible result is never shown as 0%.
fn whole_percentages(chances: &[&Chance]) -> Vec<Message> {
    let mut parts: Vec<(u64, f64)> = chances
        .iter()
        .map(|chance| {
            let (weight, total) = chance.lowest_terms();
            let scaled = weight * 100u32;
            let whole = &scaled / &total;
            let rest = Chance::of(scaled - &whole * &total, total).to_f64();
            (whole.to_u64().unwrap_or(0), rest)
        })
        .collect();
    let down = parts.clone();
    let mut left = 100u64.saturating_sub(parts.iter().map(|(whole, _)| whole).sum());
    let mut by_rest: Vec<usize> = (0..parts.len()).collect();
    by_rest.sort_by(|a, b| parts[*b].1.total_cmp(&parts[*a].1));
    for at in by_rest {
        if left == 0 || parts[at].1 <= 0.0 {
            break;
        }
        parts[at].0 += 1;
        left -= 1;
    }
    let is_split = |at: &usize| {
        let same = |other: usize| chances[other] == chances[*at] && parts[other] != parts[*at];
        (0..parts.len()).any(same)
    };
    // Equal chances would differ: round each on its own.
    if (0..parts.len()).any(|at| is_split(&at)) {
        for (part, (whole, rest)) in parts.iter_mut().zip(down) {
            part.0 = whole + u64::from(rest >= 0.5);
        }
    }
    let shown = |(chance, (whole, _)): (&&Chance, (u64, f64))| match whole {
        0 if !chance.is_never() => message!("<1%"),
        100 if **chance != Chance::always() => message!(">99%"),
        whole => message!("{percent}%", percent = whole),
    };
    chances.iter().zip(parts).map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(weights: &[u32]) -> Vec<String> {
        let total: u32 = weights.iter().sum();
        let chances: Vec<Chance> = weights.iter().map(|w| Chance::of(*w, total)).collect();
        let shown = whole_percentages(&chances.iter().collect::<Vec<_>>());
        shown.iter().map(message::i18n::english).collect()
    }

    #[test]
    fn percentages_add_up_to_a_hundred_as_they_are_shown() {
        assert_eq!(shown(&[1, 2, 3]), ["17%", "33%", "50%"]);
        assert_eq!(shown(&[1, 5]), ["17%", "83%"]);
        assert_eq!(shown(&[3, 1]), ["75%", "25%"]);
        assert_eq!(shown(&[7]), ["100%"]);
    }

    #[test]
    fn equal_chances_are_shown_equal() {
        assert_eq!(shown(&[1, 1, 1]), ["33%", "33%", "33%"]);
        assert_eq!(shown(&[5, 5, 2]), ["42%", "42%", "16%"]);
        assert_eq!(shown(&[2, 2, 2, 1]), ["29%", "29%", "29%", "14%"]);
        assert_eq!(shown(&[1, 1]), ["50%", "50%"]);
    }

    #[test]
    fn percentages_of_many_different_chances_add_up() {
        let figure = |shown: &String| match shown.as_str() {
            "<1%" => 0,
            ">99%" => 100,
            whole => whole.trim_end_matches('%').parse().expect("a number"),
        };
        for (a, b) in (0..60).flat_map(|a| (0..60).map(move |b| (a, b))) {
            let weights = [a, 61 + b, 130 + 3 * a, 400 + a * b % 11, 500];
            let sum: u32 = shown(&weights).iter().map(figure).sum();
            assert_eq!(sum, 100, "{weights:?}");
        }
    }

    fn sybota() -> PlayerView<'static> {
        let fleets = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
        let fleets = fleets.map(|path| {
            let text = crate::fleet::library::file(path).expect("a ready fleet");
            crate::fleet::read_toml(text).expect("a sound fleet").fleet
        });
        let battle = games::Battle::open(fleets, games::Options::new());
        battle.expect("a battle").full_view().to_static()
    }

    #[test]
    fn a_plot_has_the_mean_and_the_middle_eighty_percent() {
        let battle = sybota();
        // Two dice: 2 and 3 come up in 3 of 36 rolls, 11 and 12 in 3 of 36.
        let two = dice::Distribution::of(dice::Throw::sum(2, dice::Die::D6));
        let values: Vec<(Value, Chance)> = two
            .iter()
            .map(|(sum, ways)| (Value::from(sum), Chance::of(ways.clone(), 36u32)))
            .collect();
        let plot = plot(&battle, "A1.crew", &values).expect("many values");
        assert!((plot.mean - 7.0).abs() < 1e-12);
        assert_eq!(plot.span, (4, 10));
        assert_eq!(plot.label, "crew of A1 Παρρησία");
    }

    #[test]
    fn a_modifier_that_only_harms_is_shown_with_its_cost() {
        let modifier = dice::Modifier::new(-1, dice::Reason::new("hull", message!("hull")));
        let named = dice::NamedModifier { purpose: message!("ram"), modifier };
        let battle = sybota();
        let line = |by: f64| {
            let moves = vec![(Affected::Answer(message!("she sinks")), by)];
            odds_line(&battle, &ModifierEffect { named: named.clone(), moves }, false)
        };
        assert_eq!(
            line(-0.25).map(|line| line.figure.to_string()).as_deref(),
            Some("she sinks −25%")
        );
        assert_eq!(
            line(0.25).map(|line| line.figure.to_string()).as_deref(),
            Some("she sinks +25%")
        );
        assert_eq!(line(-0.0004), None, "too small to show");
    }

    #[test]
    fn a_possible_result_never_shows_as_zero() {
        assert_eq!(shown(&[1, 999]), ["<1%", ">99%"]);
        assert_eq!(shown(&[0, 4]), ["0%", "100%"]);
    }
}
