//! Sketches of ships seen from above, with arrows for their courses, that illustrate
//! tactical terms.

/// The width and height of the box that every sketch fits in.
pub const SKETCH_SIZE: [f32; 2] = [120.0, 64.0];

/// A sketch of ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sketch {
    /// Two ships that meet bow to bow.
    BowToBow,
    /// A bow against a side.
    Side,
    /// A bow against a stern.
    Stern,
    /// A ship that shears the oars of another.
    Raking,
    /// A course around the end of the enemy line.
    Periplus,
    /// A course through the enemy line, and back from behind.
    Diekplus,
    /// A circle with the beaks outward.
    Kyklos,
    /// Ships one behind the other.
    Column,
    /// Ships side by side.
    LineAbreast,
}

/// A ship in a sketch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hull {
    /// Her centre.
    pub at: [f32; 2],
    /// The direction of her bow, in degrees: 0 to the right, 90 down.
    pub heading: f32,
    /// Whether she belongs to the acting side.
    pub acts: bool,
}

impl Hull {
    /// Her outline, beginning with the beak.
    #[must_use]
    pub fn outline(self) -> [[f32; 2]; 6] {
        let (sin, cos) = self.heading.to_radians().sin_cos();
        let local = [[12.0, 0.0], [7.0, 3.2], [-9.0, 3.2], [-11.0, 0.0], [-9.0, -3.2], [7.0, -3.2]];
        let [x, y] = self.at;
        local.map(|[along, across]: [f32; 2]| {
            [x + along * cos - across * sin, y + along * sin + across * cos]
        })
    }
}

const fn ours(x: f32, y: f32, heading: f32) -> Hull {
    Hull { at: [x, y], heading, acts: true }
}

const fn theirs(x: f32, y: f32, heading: f32) -> Hull {
    Hull { at: [x, y], heading, acts: false }
}

impl Sketch {
    /// The sketch for a word of the rules.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Sketch> {
        Some(match word {
            "bow-to-bow" | "bow_to_bow" | "front" | "target-front" => Sketch::BowToBow,
            "ram" | "flank" | "side" | "spaces_straight" | "short-run" => Sketch::Side,
            "stern" | "aft" | "from-aft" | "at-the-stern" | "target-stern" => Sketch::Stern,
            "oar-strike" | "shear" | "sheared" => Sketch::Raking,
            "periplus" => Sketch::Periplus,
            "diekplus" => Sketch::Diekplus,
            "kyklos" => Sketch::Kyklos,
            "column" => Sketch::Column,
            "line-abreast" => Sketch::LineAbreast,
            _ => return None,
        })
    }

    /// Its ships.
    #[must_use]
    pub fn hulls(self) -> Vec<Hull> {
        let line = |x: f32, heading: f32| [14.0, 32.0, 50.0].map(|y| theirs(x, y, heading));
        match self {
            Sketch::BowToBow => vec![ours(34.0, 32.0, 0.0), theirs(86.0, 32.0, 180.0)],
            Sketch::Side => vec![ours(34.0, 32.0, 0.0), theirs(84.0, 32.0, 270.0)],
            Sketch::Stern => vec![ours(34.0, 32.0, 0.0), theirs(86.0, 32.0, 0.0)],
            Sketch::Raking => vec![ours(34.0, 26.0, 0.0), theirs(80.0, 34.0, 180.0)],
            Sketch::Periplus => {
                let own = [ours(24.0, 50.0, 0.0), ours(24.0, 32.0, 0.0), ours(24.0, 14.0, 0.0)];
                own.into_iter().chain(line(74.0, 180.0)).collect()
            }
            Sketch::Diekplus => {
                let own = [ours(14.0, 23.0, 0.0), ours(40.0, 23.0, 0.0)];
                own.into_iter().chain(line(74.0, 180.0)).collect()
            }
            Sketch::Kyklos => (0_u8..8)
                .map(|at| {
                    let heading = 45.0 * f32::from(at);
                    let (sin, cos) = heading.to_radians().sin_cos();
                    ours(60.0 + 18.0 * cos, 32.0 + 18.0 * sin, heading)
                })
                .collect(),
            Sketch::Column => [20.0, 50.0, 80.0].map(|x| ours(x, 32.0, 0.0)).to_vec(),
            Sketch::LineAbreast => [14.0, 32.0, 50.0].map(|y| ours(50.0, y, 0.0)).to_vec(),
        }
    }

    /// The courses of the ships, each ending in an arrowhead.
    #[must_use]
    pub fn ways(self) -> Vec<Vec<[f32; 2]>> {
        match self {
            Sketch::BowToBow => {
                vec![vec![[48.0, 32.0], [60.0, 32.0]], vec![[72.0, 32.0], [62.0, 32.0]]]
            }
            Sketch::Side | Sketch::Stern => vec![vec![[48.0, 32.0], [72.0, 32.0]]],
            Sketch::Raking => vec![vec![[48.0, 26.0], [104.0, 26.0]]],
            Sketch::Periplus => {
                vec![vec![[38.0, 12.0], [70.0, 3.0], [100.0, 8.0], [104.0, 24.0], [90.0, 30.0]]]
            }
            Sketch::Diekplus => {
                vec![vec![[54.0, 23.0], [96.0, 23.0], [108.0, 33.0], [102.0, 44.0], [88.0, 48.0]]]
            }
            Sketch::Kyklos => Vec::new(),
            Sketch::Column => vec![vec![[94.0, 32.0], [112.0, 32.0]]],
            Sketch::LineAbreast => [14.0, 32.0, 50.0].map(|y| vec![[66.0, y], [84.0, y]]).to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sketch_stays_within_its_box() {
        let words = ["bow-to-bow", "ram", "stern", "shear", "periplus", "diekplus", "kyklos"];
        for word in words.into_iter().chain(["column", "line-abreast"]) {
            let sketch = Sketch::of_word(word).expect("a sketch");
            let hulls = sketch.hulls().into_iter().flat_map(Hull::outline);
            for [x, y] in hulls.chain(sketch.ways().into_iter().flatten()) {
                let [width, height] = SKETCH_SIZE;
                assert!(
                    (0.0..=width).contains(&x) && (0.0..=height).contains(&y),
                    "{word}: {x} {y}"
                );
            }
        }
    }
}
