//! The language of the window: the one place where messages become text.

use std::borrow::Cow;
use std::sync::Arc;

use egui::{Context, Id, RichText, Ui};

use crate::i18n::{Words, in_latin};
use crate::message::Message;

use super::platform;

fn id() -> Id {
    Id::unique("language")
}

/// Sets the language of all texts from now on.
pub fn speak(ctx: &Context, words: Words) {
    ctx.data_mut(|data| data.insert_temp(id(), Arc::new(words)));
    platform::wake(ctx);
}

/// Sets whether Greek names are shown in Latin letters from now on.
pub(super) fn write_latin(ctx: &Context, latin: bool) {
    ctx.data_mut(|data| data.insert_temp(Id::unique("latin letters"), latin));
}

/// A text in the letters that the player chose.
fn in_letters<'t>(ctx: &Context, text: Cow<'t, str>) -> Cow<'t, str> {
    let latin = || ctx.data(|data| data.get_temp(Id::unique("latin letters"))).unwrap_or(false);
    if text.is_ascii() || !latin() {
        return text;
    }
    match in_latin(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(latin) => latin.into(),
    }
}

/// A name as it is written, if it is shown in other letters.
pub(super) fn written_otherwise<'n>(ctx: &Context, name: &'n str) -> Option<&'n str> {
    matches!(in_letters(ctx, name.into()), Cow::Owned(_)).then_some(name)
}

/// The words of the window's language.
pub(super) fn words(ctx: &Context) -> Arc<Words> {
    ctx.data(|data| data.get_temp(id())).unwrap_or_default()
}

/// A message in the language of the window.
pub(super) fn tell(ctx: &Context, message: &Message) -> String {
    in_letters(ctx, words(ctx).tell(message).into()).into_owned()
}

/// The same with a capital, for the beginning of a line.
pub(super) fn capital(ctx: &Context, message: &Message) -> String {
    crate::i18n::capital(&tell(ctx, message))
}

/// Several messages, each in the language of the window.
pub(super) fn tell_all(ui: &Ui, says: &[Message]) -> Vec<String> {
    says.iter().map(|message| tell(ui.ctx(), message)).collect()
}

/// A text that a control can show: a message, or a name or a player's text, which is not
/// translated.
pub(super) trait ShownText {
    /// The text that is shown.
    fn text_for(&self, ctx: &Context) -> Cow<'_, str>;
}

impl ShownText for Message {
    fn text_for(&self, ctx: &Context) -> Cow<'_, str> {
        tell(ctx, self).into()
    }
}

impl ShownText for str {
    fn text_for(&self, ctx: &Context) -> Cow<'_, str> {
        in_letters(ctx, self.into())
    }
}

impl ShownText for Cow<'_, str> {
    fn text_for(&self, ctx: &Context) -> Cow<'_, str> {
        in_letters(ctx, self.as_ref().into())
    }
}

impl ShownText for String {
    fn text_for(&self, ctx: &Context) -> Cow<'_, str> {
        in_letters(ctx, self.as_str().into())
    }
}

impl<T: ShownText + ?Sized> ShownText for &T {
    fn text_for(&self, ctx: &Context) -> Cow<'_, str> {
        (*self).text_for(ctx)
    }
}

/// A text for further styling.
pub(super) fn rich(ui: &Ui, text: impl ShownText) -> RichText {
    RichText::new(text.text_for(ui.ctx()).into_owned())
}

/// The error of a lower layer, as a sentence.
pub(super) fn in_words(fault: impl Into<Message>) -> Message {
    fault.into().sentence()
}

/// A text from a constant table of the rules, which is itself a template.
pub(super) fn fixed(template: &'static str) -> Message {
    Message::template(template, Vec::new())
}
