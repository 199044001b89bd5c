//! The chances of the sum of several rolls.

/// A result in standard deviations above the expected one, with its chance.
pub(super) type Deviation = (f64, f64);

/// The sums of several rolls, each with its chance. They are exact while there
/// are few; of many, those that are close together become one, at their
/// weighted mean.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    throws: f64,
    /// Ascending.
    sums: Vec<Deviation>,
}

/// At most this many sums are distinguished; above that, close ones become one.
const MOST_EXACT: usize = 10_000;
/// The number of cells in which close sums become one.
const CELLS: usize = 2_000;
/// Sums that differ by less count as equal; they were added in a different order.
const SAME: f64 = 1e-9;

impl Default for Sums {
    fn default() -> Sums {
        Sums { throws: 0.0, sums: vec![(0.0, 1.0)] }
    }
}

impl Sums {
    /// Adds another roll.
    pub(super) fn and(&mut self, outcomes: &[Deviation]) {
        self.throws += 1.0;
        let count = self.sums.len() * outcomes.len();
        let longer = self.sums.iter().flat_map(|(sum, chance)| {
            outcomes.iter().map(move |(more, by)| (sum + more, chance * by))
        });
        self.sums = if count <= MOST_EXACT {
            merged(longer.collect())
        } else {
            // Anything further out has a negligible chance.
            gathered(longer, 8.0 * self.throws.sqrt(), CELLS)
        };
    }

    /// The chance of this sum or a higher one.
    pub(super) fn at_least(&self, sum: f64) -> f64 {
        let high = self.sums.iter().rev().take_while(|(at, _)| *at >= sum - SAME);
        high.map(|(_, chance)| chance).sum::<f64>().min(1.0)
    }

    /// The chance of this sum or a lower one.
    pub(super) fn at_most(&self, sum: f64) -> f64 {
        let low = self.sums.iter().take_while(|(at, _)| *at <= sum + SAME);
        low.map(|(_, chance)| chance).sum::<f64>().min(1.0)
    }
}

/// Sorted ascending, with equal sums as one.
fn merged(mut all: Vec<Deviation>) -> Vec<Deviation> {
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.dedup_by(|next, last| {
        let same = next.0 - last.0 < SAME;
        if same {
            last.1 += next.1;
        }
        same
    });
    all
}

/// Gathers results in cells from `-reach` to `reach`, each at the mean of its
/// sums; what is beyond is in the outermost ones.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place among the cells, and those are few"
)]
pub(super) fn gathered(
    all: impl Iterator<Item = Deviation>,
    reach: f64,
    cells: usize,
) -> Vec<Deviation> {
    let mut gathered = vec![(0.0, 0.0); cells];
    let scale = cells as f64 / (2.0 * reach);
    for (sum, chance) in all {
        let at = (((sum + reach) * scale).max(0.0) as usize).min(cells - 1);
        gathered[at].0 += sum * chance;
        gathered[at].1 += chance;
    }
    gathered.retain(|(_, chance)| *chance > 0.0);
    for (sum, chance) in &mut gathered {
        *sum /= *chance;
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A die with this many faces, in standard deviations.
    fn die(faces: u32) -> Vec<Deviation> {
        let n = f64::from(faces);
        let spread = ((n * n - 1.0) / 12.0).sqrt();
        (1..=faces)
            .map(|face| ((f64::from(face) - f64::midpoint(n, 1.0)) / spread, 1.0 / n))
            .collect()
    }

    fn of(dice: &[u32]) -> Sums {
        let mut sums = Sums::default();
        for faces in dice {
            sums.and(&die(*faces));
        }
        sums
    }

    #[test]
    fn a_six_has_one_chance_in_six() {
        let six = die(6)[5].0;
        assert!((of(&[6]).at_least(six) - 1.0 / 6.0).abs() < 1e-12);
        assert!((of(&[6]).at_most(six) - 1.0).abs() < 1e-12);
        assert!((of(&[]).at_least(0.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn every_sum_of_a_few_dice_has_the_chance_of_a_count() {
        let dice = [6, 10, 6, 6];
        let (d6, d10) = (die(6), die(10));
        let mut all = Vec::new();
        for a in &d6 {
            for b in &d10 {
                for c in &d6 {
                    all.extend(d6.iter().map(|d| a.0 + b.0 + c.0 + d.0));
                }
            }
        }
        let sums = of(&dice);
        for wanted in &all {
            let count = |keeps: &dyn Fn(f64) -> bool| {
                all.iter().filter(|sum| keeps(**sum)).count() as f64 / all.len() as f64
            };
            let high = count(&|sum| sum >= wanted - 1e-9);
            let low = count(&|sum| sum <= wanted + 1e-9);
            assert!((sums.at_least(*wanted) - high).abs() < 1e-9, "{wanted}");
            assert!((sums.at_most(*wanted) - low).abs() < 1e-9, "{wanted}");
        }
    }

    /// Some 200 mixed rolls are gathered: they must still be close to the
    /// normal curve, as that many independent rolls are.
    #[test]
    fn sums_of_many_dice_follow_the_normal_distribution() {
        let dice: Vec<u32> = (0..200u32).map(|n| [6, 10, 4, 20, 8][(n % 5) as usize]).collect();
        let sums = of(&dice);
        let whole: f64 = sums.sums.iter().map(|(_, chance)| chance).sum();
        let mean: f64 = sums.sums.iter().map(|(sum, chance)| sum * chance).sum();
        let square: f64 = sums.sums.iter().map(|(sum, chance)| sum * sum * chance).sum();
        assert!((whole - 1.0).abs() < 1e-9 && mean.abs() < 1e-9, "{whole} {mean}");
        assert!((square / 200.0 - 1.0).abs() < 0.005, "{square}");
        for (deviations, beyond) in [(0.0, 0.5), (1.0, 0.158_655), (2.0, 0.022_750)] {
            let shown = sums.at_least(deviations * 200f64.sqrt());
            assert!((shown - beyond).abs() < 0.005, "{deviations}: {shown}");
        }
    }
}
