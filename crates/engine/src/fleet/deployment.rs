//! The sketch of a ready battle's setup: where the fleets start. No rule uses it.
//!
//! ```toml
//! deployment.size = [30, 20]
//! deployment.lines = [
//!     { side = "A", units = 5, from = [9, 18], to = [21, 18], facing = "n" },
//!     { side = "B", units = 1, from = [15, 2], facing = "s" },
//! ]
//! deployment.terrain = [{ kind = "land", from = [0, 0], to = [30, 1] }]
//! ```
//!
//! Places are in hexes, inches or columns from the north-western corner of the table: the
//! first number to the east, the second to the south.

use games::Fleet;
use message::message;
use rules::Keyword;
use rules::Side;
use rules::file::reader::{MOST_SHIPS, Reader};

use super::aim;

/// The longest edge of a table.
const LONGEST_EDGE: i64 = 1000;

/// A direction on a table with north at its top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Compass {
    /// To the north.
    #[keyword("n")]
    North,
    /// To the north-east.
    #[keyword("ne")]
    NorthEast,
    /// To the east.
    #[keyword("e")]
    East,
    /// To the south-east.
    #[keyword("se")]
    SouthEast,
    /// To the south.
    #[keyword("s")]
    South,
    /// To the south-west.
    #[keyword("sw")]
    SouthWest,
    /// To the west.
    #[keyword("w")]
    West,
    /// To the north-west.
    #[keyword("nw")]
    NorthWest,
}

impl Compass {
    /// The direction in degrees: 0 to the east, 90 to the south.
    #[must_use]
    pub fn degrees(self) -> f32 {
        match self {
            Compass::East => 0.0,
            Compass::SouthEast => 45.0,
            Compass::South => 90.0,
            Compass::SouthWest => 135.0,
            Compass::West => 180.0,
            Compass::NorthWest => 225.0,
            Compass::North => 270.0,
            Compass::NorthEast => 315.0,
        }
    }
}

/// The kinds of areas of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum AreaKind {
    /// Land.
    Land,
    /// Shallows, where ships run aground.
    Shallows,
    /// Ships at anchor, which are in the way.
    Anchored,
}

/// A sketch of how a battle is set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Deployment {
    /// The width and height of the table, in hexes, inches or columns.
    pub size: [f32; 2],
    pub lines: Vec<DeployedLine>,
    pub terrain: Vec<Area>,
}

/// Units of a side in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct DeployedLine {
    pub side: Side,
    pub units: u32,
    /// The position of the first unit, from the north-western corner.
    pub from: [f32; 2],
    /// The position of the last unit.
    pub to: [f32; 2],
    pub facing: Compass,
}

/// A rectangle of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    pub kind: AreaKind,
    /// Its north-western corner.
    pub from: [f32; 2],
    /// Its south-eastern corner.
    pub to: [f32; 2],
}

impl Deployment {
    /// The number of units of a side on the table.
    #[must_use]
    pub fn units(&self, side: Side) -> u32 {
        let own = self.lines.iter().filter(|line| line.side == side);
        own.map(|line| line.units).fold(0, u32::saturating_add)
    }
}

impl DeployedLine {
    /// The position of each of its units.
    pub fn places(&self) -> impl Iterator<Item = [f32; 2]> {
        let gaps = self.units.saturating_sub(1).max(1) as f32;
        (0..self.units).map(move |at| {
            let along = at as f32 / gaps;
            [0, 1].map(|axis| self.from[axis] + (self.to[axis] - self.from[axis]) * along)
        })
    }
}

/// Reads the sketch of a battle between two fleets.
pub(super) fn read(mut table: Reader, fleets: &[Fleet; 2]) -> Deployment {
    let size = table.whole_numbers("size", 1..=LONGEST_EDGE).unwrap_or([1, 1]);
    let place = |reader: &mut Reader, key| {
        let place = reader.whole_numbers(key, 0..=LONGEST_EDGE).unwrap_or([0, 0]);
        if place[0] > size[0] || place[1] > size[1] {
            let [width, height] = size;
            reader
                .error(key, message!("off the table, which is {width} by {height}", width, height));
        }
        place
    };
    let lines = table.tables("lines").into_iter().filter_map(|line| read_line(line, place));
    let lines = lines.collect();
    let area = |mut area: Reader| {
        let kind = area.word("kind");
        let (from, to) = (place(&mut area, "from"), place(&mut area, "to"));
        if from[0] >= to[0] || from[1] >= to[1] {
            area.error("to", message!("it must be east and south of “from”"));
        }
        area.finish();
        Area { kind, from: from.map(in_points), to: to.map(in_points) }
    };
    let terrain = table.tables("terrain").into_iter().map(area).collect();
    let deployment = Deployment { size: size.map(in_points), lines, terrain };
    let units = aim::units(fleets);
    for side in [Side::A, Side::B] {
        let most = units.iter().filter(|(tag, ..)| tag.side == side).count();
        let found = deployment.units(side);
        if found as usize > most {
            let why =
                message!("side {side} has {most} units; these are {found}", side, most, found);
            table.error("lines", why);
        }
    }
    table.finish();
    deployment
}

fn read_line(
    mut line: Reader,
    place: impl Fn(&mut Reader, &'static str) -> [u32; 2],
) -> Option<DeployedLine> {
    let side = aim::side(&mut line, "side");
    let units = line.number("units", 1..=i64::from(MOST_SHIPS));
    let from = place(&mut line, "from");
    let to = if line.has("to") { place(&mut line, "to") } else { from };
    if units > 1 && to == from {
        line.error("to", message!("say where the last unit is"));
    }
    let facing = line.word("facing");
    line.finish();
    Some(DeployedLine {
        side: side?,
        units,
        from: from.map(in_points),
        to: to.map(in_points),
        facing,
    })
}

/// A place, as it is drawn: no table is so large that this is not exact.
fn in_points(place: u32) -> f32 {
    place as f32
}

#[cfg(test)]
mod tests {
    use toml_edit::Document;

    use crate::fleet::{library, read_toml};
    use rules::file::fault::Faults;
    use rules::file::node::Node;

    use super::*;

    fn sybota() -> [Fleet; 2] {
        ["athens", "corinth"].map(|side| {
            let text = library::file(&format!("greek-fire/sybota-{side}.toml")).expect("a file");
            read_toml(text).expect("a fleet").fleet
        })
    }

    /// The result of reading a text, and each fault with its place.
    fn read_text(text: &str) -> (Deployment, Vec<String>) {
        let faults = Faults::new(text);
        let document = Document::parse(text).expect("TOML");
        let root = Node::of_document(document.as_table());
        let reader = Reader::new(&root, &faults).expect("a table");
        let deployment = read(reader, &sybota());
        (deployment, faults.into_list().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_line_has_its_units_evenly_from_one_end_to_the_other() {
        let (deployment, faults) = read_text(
            "size = [30, 20]\n\
             lines = [{ side = \"A\", units = 3, from = [9, 18], to = [21, 18], facing = \"n\" }]\n",
        );
        assert_eq!(faults, [""; 0]);
        let places: Vec<[f32; 2]> = deployment.lines[0].places().collect();
        assert_eq!(places, [[9.0, 18.0], [15.0, 18.0], [21.0, 18.0]]);
        assert_eq!((deployment.units(Side::A), deployment.units(Side::B)), (3, 0));
    }

    #[test]
    fn every_fault_of_a_deployment_is_found_with_its_place() {
        let (_, faults) = read_text(
            "size = [30, 20]\n\
             colour = \"blue\"\n\
             lines = [\n\
             { side = \"A\", units = 6, from = [9, 18], to = [31, 18], facing = \"up\" },\n\
             { side = \"B\", units = 2, from = [9, 2] },\n\
             { side = \"C\", units = 1, from = [9], facing = \"s\" },\n\
             ]\n\
             terrain = [{ kind = \"sand\", from = [4, 4], to = [2, 2] }]\n",
        );
        let shown = faults.join("\n");
        for words in [
            "lines 1, to: off the table, which is 30 by 20",
            "lines 1, facing: unknown word “up”",
            "lines 2, to: say where the last unit is",
            "add facing",
            "lines 3, side",
            "lines 3, from",
            "terrain 1, kind",
            "it must be east and south of “from”",
            "side A has 5 units; these are 6",
            "unknown key “colour”",
        ] {
            assert!(shown.contains(words), "{words} is not in:\n{shown}");
        }
    }
}
