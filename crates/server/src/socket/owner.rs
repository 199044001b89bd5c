//! The owner's requests about a table's seats, codes and end.

use std::fmt::Display;

use session::answers::{Answer, OkBody};
use session::{Mutation, OwnerRequest, RequestBody, TableVerb, Verb};

use crate::record_store::OwnerAction;

use super::{After, Asks, Connection, End, TableRequest, What};

/// The error for an id that was used for a different request.
pub(super) const ANOTHER_ASK: &str = "this id was used for another request";

/// The errors for a request that the owner has answered already.
const LET_IN: &str = "you have already let them in";
const REFUSED: &str = "you have already refused them";

impl Connection {
    /// Answers with success, or with the reason for the failure.
    fn done(&self, id: &str, done: Result<(), impl Display>) -> Result<(), End> {
        match done {
            Ok(()) => self.answer(id, Answer::Ok(OkBody::Nothing {}.into())),
            Err(why) => self.error(id, &why.to_string()),
        }
    }

    /// Answers the request with this id, of the owner with this token.
    pub(super) async fn asks_the_table(
        &mut self,
        id: String,
        ask: TableRequest,
        seen: Option<u64>,
        token: String,
    ) -> Result<(), End> {
        let made = self.hosted.table.has_made(&token, &id).await;
        let did = self.hosted.admission.did(&token, &id);
        let is_another = match ask {
            TableRequest::NewCode => made || did.is_some_and(|did| did != OwnerAction::Code),
            TableRequest::Close => made || did.is_some(),
            TableRequest::Admit { yes: true, .. } => did.is_some(),
            TableRequest::Admit { who, yes: false, .. } => {
                made || did.is_some_and(|did| did != OwnerAction::Refused(who))
            }
        };
        if is_another {
            return self.error(&id, ANOTHER_ASK);
        }
        match ask {
            TableRequest::NewCode => match self.hosted.admission.new_code(&token, &id) {
                Ok(codes) => {
                    let codes = codes.for_owner(self.hosted.name());
                    self.answer(&id, Answer::Ok(OkBody::Codes(codes).into()))
                }
                Err(why) => self.error(&id, &why.to_string()),
            },
            TableRequest::Close => self.done(&id, self.hosted.admission.close()),
            TableRequest::Admit { who, yes, instead } => {
                let Some(waiting) = self.hosted.admission.who(who) else {
                    return self.error(&id, "no request to join has this number");
                };
                // A repeat is answered from its own row, even if the seat has a new holder.
                if !made {
                    match (waiting.answer, yes) {
                        (_, false) => {
                            let refuse = || self.hosted.admission.refuse(&token, &id, who);
                            let refused = if did.is_some() { Ok(()) } else { refuse() };
                            return self.done(&id, refused);
                        }
                        (Some(answer), true) => {
                            let why = if answer { LET_IN } else { REFUSED };
                            return self.error(&id, why);
                        }
                        (None, true) => {}
                    }
                    if let Err(why) = self.hosted.make_room(&waiting, instead).await {
                        return self.answer(&id, why.answer());
                    }
                    // The owner's own device may have given up a seat.
                    self.update_seat().await?;
                }
                let (seat, token, name) = (waiting.seat, waiting.token, waiting.name);
                let ask =
                    RequestBody::Change(Mutation::Owner(OwnerRequest::Seat { seat, token, name }));
                // The owner cannot have known of the change that freed the
                // seat.
                let seen = seen.filter(|seen| *seen > self.sent_up_to);
                let asks = Asks {
                    id,
                    seen,
                    verb: Verb::Table(TableVerb::Owner),
                    what: What::Session(ask),
                };
                self.pass(asks, After::Admit(who));
                Ok(())
            }
        }
    }
}
