//! The results of a hall's tables: kept when an owner closes a table, and
//! counted for the standings.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::referee::{Authority, Seat, now};
use crate::rules::{Side, SystemTag, Viewer, Winner};

/// The result of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Outcome {
    pub(super) system: SystemTag,
    /// Side A and side B.
    pub(super) sides: [Played; 2],
    /// Who has won, by the aims of the battle if it has any; `None` if the battle was not fought to the end.
    pub(super) winner: Option<Winner>,
    pub(super) round: Option<u64>,
    /// When the table was closed, in seconds since 1970.
    pub(super) when: u64,
}

/// A side of a closed table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Played {
    pub(super) fleet: String,
    /// The name of the last player with this seat; empty if there was none.
    pub(super) player: String,
}

impl Outcome {
    /// The result of a table at this point.
    pub(super) fn of(authority: &Authority) -> Outcome {
        let battle = authority.battle();
        let holders = authority.holders();
        let sides = [Side::A, Side::B].map(|side| {
            let seat = Seat::of(side);
            let holder = holders.iter().rev().find(|holds| holds.by.seat == seat);
            let both = || holders.iter().rev().find(|holds| holds.by.seat == Seat::Both);
            Played {
                fleet: battle.side_name(side).to_owned(),
                player: holder.or_else(both).map(|holds| holds.name.clone()).unwrap_or_default(),
            }
        });
        Outcome {
            system: battle.system(),
            sides,
            winner: battle.victor(),
            round: battle.state(Viewer::Both).get("round").and_then(Value::as_u64),
            when: now(),
        }
    }

    pub(super) fn to_json(&self, table: &str) -> Value {
        let sides =
            self.sides.iter().map(|side| json!({"fleet": side.fleet, "player": side.player}));
        json!({
            "table": table,
            "system": self.system,
            "sides": sides.collect::<Vec<_>>(),
            "winner": self.winner,
            "round": self.round,
            "when": self.when,
        })
    }
}

/// A player's place in the standings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Standing {
    player: String,
    played: usize,
    won: usize,
    drawn: usize,
    lost: usize,
}

/// Everybody who has fought a battle to the end against somebody else, best
/// first: by victories, then draws, then fewer defeats.
pub(super) fn standings(outcomes: &[Outcome]) -> Vec<Standing> {
    let mut all: Vec<Standing> = Vec::new();
    for outcome in outcomes {
        let [a, b] = &outcome.sides;
        let Some(winner) = outcome.winner else { continue };
        if a.player.is_empty() || b.player.is_empty() || a.player == b.player {
            continue;
        }
        for (side, own) in [(a, Winner::A), (b, Winner::B)] {
            let place = all.iter().position(|one| one.player == side.player).unwrap_or_else(|| {
                all.push(Standing { player: side.player.clone(), ..Standing::default() });
                all.len() - 1
            });
            let standing = &mut all[place];
            standing.played += 1;
            match winner {
                Winner::Draw => standing.drawn += 1,
                Winner::A | Winner::B if winner == own => standing.won += 1,
                Winner::A | Winner::B => standing.lost += 1,
            }
        }
    }
    all.sort_by(|one, other| {
        let first = (other.won, other.drawn, one.lost).cmp(&(one.won, one.drawn, other.lost));
        first.then_with(|| one.player.cmp(&other.player))
    });
    all
}

/// The standings as CSV.
pub(super) fn csv(standings: &[Standing]) -> String {
    let lines = standings.iter().map(|one| {
        let Standing { player, played, won, drawn, lost } = one;
        format!("{},{played},{won},{drawn},{lost}\r\n", cell(player))
    });
    ["player,played,won,drawn,lost\r\n".to_owned()].into_iter().chain(lines).collect()
}

/// A text as one cell, written so that no spreadsheet takes it for a formula.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let guard = if formula { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(players: [&str; 2], winner: Option<Winner>) -> Outcome {
        let sides = players.map(|player| Played { fleet: "f".into(), player: player.into() });
        Outcome { system: SystemTag::GreekFire, sides, winner, round: Some(3), when: 5 }
    }

    #[test]
    fn standings_count_battles_that_two_players_fought_to_the_end() {
        let all = standings(&[
            outcome(["Kleon", "Nikias"], Some(Winner::A)),
            outcome(["Nikias", "Kleon"], Some(Winner::A)),
            outcome(["Kleon", "Nikias"], Some(Winner::Draw)),
            outcome(["Kleon", "Phormion"], Some(Winner::B)),
            outcome(["Kleon", "Nikias"], None),
            outcome(["Kleon", "Kleon"], Some(Winner::A)),
            outcome(["Kleon", ""], Some(Winner::A)),
        ]);
        let rows: Vec<_> = all
            .iter()
            .map(|one| (one.player.as_str(), one.played, one.won, one.drawn, one.lost))
            .collect();
        let wanted = [("Nikias", 3, 1, 1, 1), ("Kleon", 4, 1, 1, 2), ("Phormion", 1, 1, 0, 0)];
        assert_eq!(rows, wanted);
    }

    #[test]
    fn a_name_is_one_cell_and_never_a_formula() {
        let all = standings(&[outcome(["=1+1", "Ni\"ki,as"], Some(Winner::A))]);
        let wanted = "player,played,won,drawn,lost\r\n\"'=1+1\",1,1,0,0\r\n\
                      \"Ni\"\"ki,as\",1,0,0,1\r\n";
        assert_eq!(csv(&all), wanted);
    }
}
