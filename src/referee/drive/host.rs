//! An authority with its keeper: what every driver does alike.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::referee::authority::{Asker, Authority, Out};
use crate::referee::door::{Answer, Frame, Request, Seat};
use crate::say::{Say, say};
use crate::store::{Keeper, Said};

/// Somebody at the table.
struct Sitting {
    /// Tells apart those who hold one seat under one token: two windows.
    chair: u64,
    asker: Asker,
    /// Where their frames go.
    hears: Box<dyn FnMut(Frame) + Send>,
}

/// An authority, the keeper of its rows, and who sits at its table.
pub(super) struct Host {
    authority: Authority,
    keeper: Box<dyn Keeper>,
    sitting: Vec<Sitting>,
    chairs: u64,
    /// Whether the rows have to be read again, and that was not asked yet or
    /// did not succeed.
    rereads: bool,
    /// What was asked when the authority went wrong, for its answer.
    blamed: Option<(Asker, String)>,
}

impl Host {
    pub(super) fn new(authority: Authority, keeper: Box<dyn Keeper>) -> Host {
        Host { authority, keeper, sitting: Vec::new(), chairs: 0, rereads: false, blamed: None }
    }

    pub(super) fn authority(&self) -> &Authority {
        &self.authority
    }

    /// Somebody sits down, in a chair of this number.
    pub(super) fn sit(&mut self, asker: Asker, hears: Box<dyn FnMut(Frame) + Send>) -> u64 {
        self.chairs += 1;
        self.sitting.push(Sitting { chair: self.chairs, asker, hears });
        self.count_seats();
        self.chairs
    }

    /// Whoever sat in a chair has stood up.
    pub(super) fn stand(&mut self, chair: u64) {
        self.sitting.retain(|sitting| sitting.chair != chair);
        self.count_seats();
    }

    fn count_seats(&mut self) {
        let mut seats: Vec<Seat> = self.sitting.iter().map(|sitting| sitting.asker.seat).collect();
        seats.sort_unstable();
        seats.dedup();
        self.authority.seated(&seats);
    }

    /// Somebody asks something.
    pub(super) fn asked(&mut self, asker: &Asker, request: Request, now: u64) {
        if self.rereads {
            self.reread();
        }
        let id = request.id.clone();
        // A mistake of our own costs its author one answer, not the players
        // their battle.
        let answers = AssertUnwindSafe(|| self.authority.asked(asker, request, now));
        if let Ok(out) = catch_unwind(answers) {
            self.carry(out);
        } else {
            self.blamed = Some((asker.clone(), id));
            self.reread();
        }
    }

    /// Hands on what the keeper has said since; whether it has said anything.
    pub(super) fn listen(&mut self) -> bool {
        let mut heard = false;
        while let Some(said) = self.keeper.said() {
            heard = true;
            match said {
                Said::Row(ticket, kept) => {
                    let told = AssertUnwindSafe(|| self.authority.kept(ticket, &kept));
                    match catch_unwind(told) {
                        Ok(out) => self.carry(out),
                        Err(_) => self.reread(),
                    }
                }
                Said::Rows(Ok(rows)) => self.read_back(&rows),
                Said::Rows(Err(fault)) => self.still_waits(&fault.to_string().into()),
            }
        }
        heard
    }

    fn reread(&mut self) {
        self.rereads = true;
        self.keeper.read();
    }

    fn read_back(&mut self, rows: &[String]) {
        if let Some((asker, id)) = self.blamed.take() {
            self.begin_anew(rows, &asker, id);
            return;
        }
        let read = catch_unwind(AssertUnwindSafe(|| self.authority.read_back(rows)));
        match read {
            Ok(Ok(out)) => {
                self.rereads = false;
                self.carry(out);
            }
            Ok(Err(fault)) => self.still_waits(&fault.to_string().into()),
            Err(_) => self.still_waits(&own_mistake()),
        }
    }

    /// After a mistake of our own: the table as the store has it, in the place
    /// of one that nobody can trust.
    fn begin_anew(&mut self, rows: &[String], asker: &Asker, id: String) {
        match catch_unwind(|| Authority::read(rows)) {
            Ok(Ok(authority)) => {
                self.authority = authority;
                self.rereads = false;
            }
            Ok(Err(fault)) => return self.still_waits(&fault.to_string().into()),
            Err(_) => return self.still_waits(&own_mistake()),
        }
        self.count_seats();
        let at = self.authority.at();
        self.tell_all(&Frame::Reset { at });
        let answer = Answer::NotKept { why: own_mistake() };
        self.carry(vec![Out::To(asker.clone(), Frame::Answer { id, answer: Box::new(answer) })]);
    }

    /// The rows cannot be read: everybody is told, and it is tried again with
    /// the next ask.
    fn still_waits(&mut self, why: &Say) {
        self.rereads = true;
        self.tell_all(&Frame::Waits { why: why.clone() });
    }

    fn tell_all(&mut self, frame: &Frame) {
        self.tell(frame, |_| true);
    }

    fn tell(&mut self, frame: &Frame, who: impl Fn(&Asker) -> bool) {
        for sitting in self.sitting.iter_mut().filter(|sitting| who(&sitting.asker)) {
            (sitting.hears)(frame.clone());
        }
    }

    fn carry(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                // Two windows of one holder each know what they asked.
                Out::To(to, frame) => self.tell(&frame, |asker| *asker == to),
                Out::All(seat, frame) => self.tell(&frame, |asker| asker.seat == seat),
                Out::Keep { ticket, rows, row } => self.keeper.keep(ticket, rows, &row),
                Out::ReadBack => self.reread(),
            }
        }
    }
}

fn own_mistake() -> Say {
    say!(
        "Trierarch made a mistake over this; the battle is as it was. Please report it with what \
         was asked."
    )
}
