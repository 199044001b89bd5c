//! Morale chits in the army builder. Players move points from unit to unit, and the sum
//! stays the same.

use serde_json::{Map, Value, json};

use message::{Message, message};
use rules::file::chits::{ChitMove, Chits, UnitChit};
use rules::file::path::Path;
use rules::file::reader::MOST_SHIPS;

use super::fleet::PLAIN_MORALE;
use super::tables::{Kind, MORALE, VETERAN_MORALE, VETERANS, morale_sum};

/// The chits of an army's units.
pub(super) fn of_units(units: &[Map<String, Value>]) -> Chits {
    let mut chits = Chits { wanted_veterans: VETERANS, ..Chits::default() };
    let mut number = 0;
    for (unit, keys) in units.iter().enumerate() {
        let text = |key| keys.get(key).and_then(Value::as_str);
        if !text("kind").and_then(Kind::from_slug).is_some_and(Kind::is_heavy) {
            continue;
        }
        let alike = keys.get("count").and_then(Value::as_u64).unwrap_or(1);
        let alike = u32::try_from(alike).unwrap_or(u32::MAX).min(MOST_SHIPS);
        let morale = keys.get("max_morale").and_then(Value::as_i64);
        let morale = morale.unwrap_or(i64::from(PLAIN_MORALE));
        let veteran = keys.get("veteran") == Some(&json!(true));
        let name = text("name").unwrap_or_default().to_owned();
        number += alike;
        chits.sum = chits.sum.saturating_add(morale.saturating_mul(i64::from(alike)));
        chits.veterans += if veteran { alike } else { 0 };
        chits.list.push(UnitChit { unit, name, morale, veteran, alike });
    }
    chits.wanted = i64::from(morale_sum(number));
    chits
}

/// The edits that move morale from the first unit to the second.
pub(super) fn moved(
    units: &[Map<String, Value>],
    how: ChitMove,
    from: usize,
    to: usize,
) -> Result<Vec<(Path, Value)>, Message> {
    let chits = of_units(units).list;
    let find = |unit| {
        let chit = chits.iter().find(|chit| chit.unit == unit);
        chit.ok_or_else(|| message!("only heavy units have morale chits"))
    };
    let (giver, taker) = (find(from)?, find(to)?);
    if from == to {
        return Ok(Vec::new());
    }
    if let Some(several) = [giver, taker].into_iter().find(|chit| chit.alike > 1) {
        let unit = &several.name;
        return Err(message!(
            "{unit} is an entry for several units: make each a separate entry first",
            unit
        ));
    }
    let (mut less, mut more) = (giver.clone(), taker.clone());
    match how {
        ChitMove::Exchange => {
            (less.morale, more.morale) = (taker.morale, giver.morale);
            (less.veteran, more.veteran) = (taker.veteran, giver.veteran);
        }
        ChitMove::Point => {
            (less.morale, more.morale) = (giver.morale - 1, taker.morale + 1);
            let (lowest, most) = MORALE;
            let least = if less.veteran { VETERAN_MORALE } else { lowest };
            if less.morale < i64::from(least) {
                return Err(message!(
                    "{unit} needs morale {least} or more",
                    unit = less.name,
                    least
                ));
            }
            if more.morale > i64::from(most) {
                return Err(message!(
                    "{unit} may have morale {most} at most",
                    unit = more.name,
                    most
                ));
            }
        }
    }
    Ok([less, more].iter().flat_map(|chit| written(chit, &units[chit.unit])).collect())
}

/// The keys of a unit with this chit. A flag that is already written stays in its place.
fn written(chit: &UnitChit, unit: &Map<String, Value>) -> Vec<(Path, Value)> {
    let path = Path::entry("unit", chit.unit);
    let flag = (chit.veteran || unit.contains_key("veteran"))
        .then(|| (path.clone().key("veteran"), json!(chit.veteran)));
    [(path.key("max_morale"), json!(chit.morale))].into_iter().chain(flag).collect()
}
