//! The templates of the program, read from its sources.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what it expects")]

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, LitStr, Token};

/// A template, and what it is given.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The file that it stands in.
    pub(crate) place: String,
    /// The text, or the form for one.
    pub(crate) one: String,
    /// The form for many.
    pub(crate) many: Option<String>,
    /// The names of its arguments, the count among them as `n`.
    pub(crate) given: Vec<String>,
}

/// Every template of `src`, tests apart.
pub(crate) fn templates() -> Vec<Template> {
    let mut found = Vec::new();
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = fs::read_to_string(&path).expect("a source file");
        let tokens: TokenStream =
            text.parse().unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let place = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(&path);
        collect(tokens, &place.display().to_string(), &mut found);
    }
    found
}

/// The names in braces of a text.
pub(crate) fn placeholders(text: &str) -> Vec<String> {
    let pieces = text.split('{').skip(1).filter_map(|piece| piece.split_once('}'));
    pieces.map(|(name, _)| name.to_owned()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// Looks through tokens rather than items, because templates stand within other
/// macros too.
fn collect(tokens: TokenStream, place: &str, found: &mut Vec<Template>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let before = &tokens[..at];
        if group.delimiter() == Delimiter::Brace && is_test_module(before) {
            continue;
        }
        if is_call(before, &["say", "!"]) {
            match syn::parse2::<Call>(group.stream()) {
                Ok(Call(call)) => found.push(Template { place: place.to_owned(), ..call }),
                // Within `macro_rules!` the template may be the caller's.
                Err(why) => {
                    let passed_on = group.stream().to_string().starts_with('$');
                    assert!(passed_on, "{place}: say!({}): {why}", group.stream());
                }
            }
        } else if is_call(before, &["Say", ":", ":", "word"])
            && let Ok(text) = syn::parse2::<LitStr>(group.stream())
        {
            let (place, one) = (place.to_owned(), text.value());
            found.push(Template { place, one, many: None, given: Vec::new() });
        }
        collect(group.stream(), place, found);
    }
}

fn is_call(before: &[TokenTree], name: &[&str]) -> bool {
    let Some(at) = before.len().checked_sub(name.len()) else { return false };
    before[at..].iter().map(ToString::to_string).eq(name.iter().copied())
}

/// Whether these tokens end in `#[cfg(test)] mod tests`.
fn is_test_module(before: &[TokenTree]) -> bool {
    let [.., TokenTree::Group(attribute), keyword, _] = before else { return false };
    let attribute: String = attribute.stream().to_string().split_whitespace().collect();
    attribute == "cfg(test)" && keyword.to_string() == "mod"
}

/// The arguments of `say!`.
struct Call(Template);

impl Parse for Call {
    fn parse(input: ParseStream) -> syn::Result<Call> {
        let mut given = Vec::new();
        let (one, many) = if input.peek(LitStr) && !input.peek2(Token![=>]) {
            (input.parse::<LitStr>()?, None)
        } else {
            input.parse::<Expr>()?;
            input.parse::<Token![=>]>()?;
            let one = input.parse()?;
            input.parse::<Token![|]>()?;
            given.push("n".to_owned());
            (one, Some(input.parse::<LitStr>()?))
        };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            given.push(input.parse::<Ident>()?.to_string());
            if input.parse::<Option<Token![=]>>()?.is_some() {
                input.parse::<Expr>()?;
            }
        }
        let many = many.map(|text| text.value());
        Ok(Call(Template { place: String::new(), one: one.value(), many, given }))
    }
}
