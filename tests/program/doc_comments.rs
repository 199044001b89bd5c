//! Test that every public item has a doc comment. Fields are excepted, because they need one only
//! for a unit, a rule or a reason; the compiler's lint `missing_docs` has no such exception.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Kinds of public item, by the word after `pub`, including those in macros.
const ITEMS: [&str; 9] =
    ["async", "const", "enum", "fn", "mod", "static", "struct", "trait", "type"];

fn sources(under: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(under).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let found = paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    found.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn word(token: Option<&TokenTree>) -> String {
    match token {
        Some(TokenTree::Ident(word)) => word.to_string(),
        _ => String::new(),
    }
}

/// Whether a comment precedes a token, among its attributes, or in a macro a placeholder
/// for comments: `$(#[$meta])*`.
fn has_comment(tokens: &[TokenTree], mut at: usize) -> bool {
    let before = |at: usize, back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
    while let Some(TokenTree::Group(attribute)) = before(at, 1)
        && is_punct(before(at, 2), '#')
    {
        if word(attribute.stream().into_iter().next().as_ref()) == "doc" {
            return true;
        }
        at -= 2;
    }
    ['*', '+'].iter().any(|sign| is_punct(before(at, 1), *sign)) && is_punct(before(at, 3), '$')
}

/// The positions of the variants of an enum, or of the items of a trait. A variant is the
/// first word of its entry, and begins with a capital letter.
fn parts(tokens: &[TokenTree], of: &str) -> Vec<usize> {
    let begins = |at: &usize| {
        let name = word(tokens.get(*at));
        if of == "trait" {
            return ["fn", "type", "const"].contains(&&*name);
        }
        let mut before = *at;
        while before > 1 && is_punct(tokens.get(before - 2), '#') {
            before -= 2;
        }
        let before = before.checked_sub(1).and_then(|before| tokens.get(before));
        let first = match before {
            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
            other => other.is_none() || is_punct(other, ','),
        };
        first && name.starts_with(char::is_uppercase)
    };
    (0..tokens.len()).filter(begins).collect()
}

/// Public items of a text without a comment. A row in a macro may have its comment
/// elsewhere.
fn undocumented(stream: TokenStream, in_macro: bool, found: &mut Vec<String>, seen: &mut usize) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            let called = |back| at >= back && is_punct(tokens.get(at - back), '!');
            undocumented(group.stream(), in_macro || called(1) || called(2), found, seen);
        }
        let what = word(tokens.get(at + 1));
        if word(Some(token)) != "pub" || !ITEMS.contains(&&*what) {
            continue;
        }
        *seen += 1;
        // A module has its comment in its own file.
        if what != "mod" && !has_comment(&tokens, at) {
            found.push(format!("{what} {}", word(tokens.get(at + 2))));
        }
        let body = tokens[at..].iter().find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
            _ => None,
        });
        let has_parts = !in_macro && ["enum", "trait"].contains(&&*what);
        let (true, Some(body)) = (has_parts, body) else { continue };
        let inner: Vec<TokenTree> = body.stream().into_iter().collect();
        for part in parts(&inner, &what).into_iter().filter(|part| !has_comment(&inner, *part)) {
            let name = word(inner.get(part)) + " " + &word(inner.get(part + 1));
            found.push(format!("{} of {what} {}", name.trim(), word(tokens.get(at + 2))));
        }
    }
}

#[test]
fn public_items_have_doc_comments() {
    let (mut seen, mut all) = (0, Vec::new());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in sources(&root.join("src")).into_iter().chain(sources(&root.join("crates"))) {
        let text = fs::read_to_string(&file).expect("a source file");
        assert!(text.starts_with("//!"), "{} does not begin with a module comment", file.display());
        let mut found = Vec::new();
        undocumented(text.parse().expect("Rust"), false, &mut found, &mut seen);
        all.extend(found.iter().map(|what| format!("{}: {what}", file.display())));
    }
    assert_eq!(all, [""; 0]);
    assert!(seen > 1_500, "only {seen}");
}

#[test]
fn missing_doc_comments_are_found_in_enums_traits_and_macros() {
    let text = "
        /// Described.
        #[derive(Debug)]
        pub enum Described { /// A. 
            A = 3, B { x: u8 }, /// C.
            C(u8) }
        pub struct Undescribed { pub field: u8 }
        /// Described.
        pub trait Describes { fn undescribed(&self); /// Described.
            fn described(&self) {} }
        made! { $(#[$meta])* pub enum $Name { $($Variant),* } pub fn of() {} }
        fn of_its_own() {}
    ";
    let mut found = Vec::new();
    undocumented(text.parse().expect("Rust"), false, &mut found, &mut 0);
    assert_eq!(
        found,
        ["B of enum Described", "struct Undescribed", "fn undescribed of trait Describes", "fn of"]
    );
}
