//! The templates of all texts of the program, read from its sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use message::words;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, LitStr, Token, Variant};

/// A template and its arguments.
#[derive(Clone, Debug)]
pub struct Template {
    /// The file that it is in.
    pub place: String,
    /// The text, or its form for one.
    pub one: String,
    /// Its form for many.
    pub many: Option<String>,
    /// The names of its arguments, the count being `n`.
    pub given: Vec<String>,
}

/// Every template of the sources, except those in tests; the sources are read once.
pub fn templates() -> Vec<Template> {
    static READ: LazyLock<Vec<Template>> = LazyLock::new(read);
    READ.clone()
}

fn read() -> Vec<Template> {
    let mut found = Vec::new();
    let root = crate::repository();
    for path in files(&root.join("src")).into_iter().chain(files(&root.join("crates"))) {
        let text = fs::read_to_string(&path).expect("a source file");
        let tokens: TokenStream =
            text.parse().unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let place = path.strip_prefix(&root).unwrap_or(&path);
        let place = place.display().to_string();
        if place.ends_with("state.rs") && place.starts_with("crates/games/src") {
            found.extend(keys_of_records(&text, &place));
        }
        if place.ends_with("orders.rs") {
            // The rules' names: `const RAM: &str = "Greek Fire: ramming";`
            let rules = after(tokens.clone(), &["str", "="]);
            found.extend(rules.iter().map(|rule| plain(&place, rule)));
        }
        if (place.ends_with("mod.rs") || place.ends_with("lib.rs"))
            && place.starts_with("crates/games/src")
        {
            // The keys that are computed: `keys.insert("round".into(), …)`
            let keys = after(tokens.clone(), &["keys", ".", "insert", "("]);
            found.extend(keys.iter().map(|key| plain(&place, words(key))));
        }
        for maker in ["ship_type", "class"] {
            // The names of types: `ship_type("trireme", "Trireme", […])`
            let names = after(tokens.clone(), &[maker, "(", "*", ","]);
            found.extend(names.iter().map(|name| plain(&place, name)));
        }
        collect(tokens, &place, &mut found);
    }
    found
}

/// A text that takes no arguments.
fn plain(place: &str, text: impl Into<String>) -> Template {
    Template { place: place.to_owned(), one: text.into(), many: None, given: Vec::new() }
}

/// The keys of a game's records, in their displayed form.
fn keys_of_records(text: &str, place: &str) -> Vec<Template> {
    let file = syn::parse_file(text).expect("a source file");
    let mut keys = Vec::new();
    for item in file.items {
        let syn::Item::Struct(record) = item else { continue };
        for field in record.fields {
            keys.extend(field.ident.map(|key| words(&key.to_string())));
            // An entry with a label: `#[entry(label = "Points left")]`
            for attribute in field.attrs.iter().filter(|one| one.path().is_ident("entry")) {
                let stated = attribute.meta.require_list().expect("a list").tokens.clone();
                keys.extend(after(stated, &["label", "="]));
            }
        }
    }
    keys.into_iter().map(|text| plain(place, text)).collect()
}

/// The names in braces of a text.
pub fn placeholders(text: &str) -> Vec<String> {
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

/// Searches tokens instead of items, since templates are in other macros too.
fn collect(tokens: TokenStream, place: &str, found: &mut Vec<Template>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let before = &tokens[..at];
        if group.delimiter() == Delimiter::Brace && is_test_module(before) {
            continue;
        }
        if is_call(before, &["message", "!"]) {
            match syn::parse2::<Call>(group.stream()) {
                Ok(Call(call)) => found.push(Template { place: place.to_owned(), ..call }),
                // Within `macro_rules!` the template may be the caller's.
                Err(why) => {
                    let passed_on = group.stream().to_string().starts_with('$');
                    assert!(passed_on, "{place}: message!({}): {why}", group.stream());
                }
            }
        } else if is_call(before, &["Message", ":", ":", "word"])
            && let Ok(text) = syn::parse2::<LitStr>(group.stream())
        {
            found.push(plain(place, text.value()));
        } else if place.starts_with("src/ui") && is_name(before) {
            let names = after(group.stream(), &["=", ">"]);
            found.extend(names.iter().map(|name| plain(place, name)));
        } else if derives(before, "enum", "Keyword") {
            // The words of the protocol are not displayed.
            if place.contains("session/src/verb") {
                continue;
            }
            found.extend(
                slugs_of_variants(group.stream()).iter().map(|slug| plain(place, words(slug))),
            );
            found.extend(meanings(group.stream(), place));
        } else if derives(before, "struct", "Record") {
            found.extend(meanings(group.stream(), place));
        } else if derives(before, "enum", "Order") {
            found.extend(texts_of_orders(group.stream()).iter().map(|text| plain(place, text)));
            found.extend(meanings(group.stream(), place));
        } else if is_call(before, &["=", "OrderSpec"]) {
            found.extend(texts_of_spec(group.stream()).iter().map(|text| plain(place, text)));
        }
        collect(group.stream(), place, found);
    }
}

/// What each word of a game means, from its doc comment.
fn meanings(tokens: TokenStream, place: &str) -> Vec<Template> {
    let mut texts = Vec::new();
    if place.starts_with("crates/games/src/") {
        doc_comments(tokens, &mut texts);
    }
    texts.into_iter().map(|text| plain(place, text)).collect()
}

/// The doc comments among these tokens, at any depth, each as one text.
fn doc_comments(tokens: TokenStream, found: &mut Vec<String>) {
    let mut lines = String::new();
    for token in tokens {
        match token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => {}
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                lines.extend(after(group.stream(), &["doc", "="]));
            }
            other => {
                if !lines.is_empty() {
                    found.push(std::mem::take(&mut lines).trim_ascii_start().to_owned());
                }
                if let TokenTree::Group(group) = other {
                    doc_comments(group.stream(), found);
                }
            }
        }
    }
}

/// Whether these tokens begin a function that returns the names of parts of a
/// screen.
fn is_name(before: &[TokenTree]) -> bool {
    let head = |name| ["fn", name, "(self)", "-", ">", "&", "'", "static", "str"];
    is_call(before, &head("name")) || is_call(before, &head("short_name"))
}

/// Whether these tokens begin an enum or a struct that derives a trait.
fn derives(before: &[TokenTree], item: &str, derived: &str) -> bool {
    let [head @ .., keyword, TokenTree::Ident(_)] = before else { return false };
    let is_derive = |token: &TokenTree| match token {
        TokenTree::Group(attribute) if attribute.delimiter() == Delimiter::Bracket => {
            let attribute = attribute.stream().to_string();
            attribute.starts_with("derive") && attribute.contains(derived)
        }
        _ => false,
    };
    let is_attribute_or_pub = |token: &&TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Punct(hash) => hash.as_char() == '#',
        TokenTree::Ident(word) => word == "pub",
        TokenTree::Literal(_) => false,
    };
    keyword.to_string() == item && head.iter().rev().take_while(is_attribute_or_pub).any(is_derive)
}

/// The words of a list: the variants in kebab-case, or their attributes.
fn slugs_of_variants(variants: TokenStream) -> Vec<String> {
    let read = Punctuated::<Variant, Token![,]>::parse_terminated.parse2(variants.clone());
    let variants = match read {
        Ok(variants) => variants,
        // Within `macro_rules!` the variants are the caller's.
        Err(why) => {
            assert!(variants.to_string().contains('$'), "{variants}: {why}");
            return Vec::new();
        }
    };
    let slug = |variant: Variant| {
        let stated = variant.attrs.iter().find(|one| one.path().is_ident("keyword"));
        match stated {
            Some(word) => word.parse_args::<LitStr>().expect("a word").value(),
            None => kebab_case(&variant.ident.to_string()),
        }
    };
    variants.into_iter().map(slug).collect()
}

/// `in-a-ram` of `InARam`, as `derive(Keyword)` has it.
fn kebab_case(name: &str) -> String {
    let letters = name.char_indices().map(|(at, letter)| {
        let dash = if at > 0 && letter.is_uppercase() { "-" } else { "" };
        format!("{dash}{}", letter.to_ascii_lowercase())
    });
    letters.collect()
}

/// The names of orders, what they do, and the labels of their fields.
fn texts_of_orders(variants: TokenStream) -> Vec<String> {
    let variants = Punctuated::<Variant, Token![,]>::parse_terminated.parse2(variants);
    let mut texts = Vec::new();
    for variant in variants.expect("the variants of an enum") {
        for key in ["name", "what", "explained"] {
            texts.extend(stated(&variant.attrs, key));
        }
        for field in variant.fields {
            let name = field.ident.expect("a field with a name").to_string();
            texts.push(stated(&field.attrs, "ask").unwrap_or_else(|| label(&name)));
            texts.extend(stated(&field.attrs, "explained"));
        }
    }
    texts
}

/// The text that attributes state for a key.
fn stated(attributes: &[Attribute], key: &str) -> Option<String> {
    let lists = attributes.iter().filter_map(|attribute| attribute.meta.require_list().ok());
    lists.flat_map(|list| after(list.tokens.clone(), &[key, "="])).next()
}

/// The name of a field as a label, as `derive(Order)` has it.
fn label(name: &str) -> String {
    let mut label = name.replace('_', " ");
    label[..1].make_ascii_uppercase();
    label
}

/// The texts of an order that every game has.
fn texts_of_spec(spec: TokenStream) -> Vec<String> {
    let mut texts = Vec::new();
    for key in ["name", "what", "rule", "question"] {
        texts.extend(after(spec.clone(), &[key, ":"]));
    }
    // `of_a_correction("note", "Reason", …)`
    texts.extend(after(spec, &["of_a_correction", "(", "*", ","]));
    texts
}

/// The texts that come after these tokens, at any depth; `*` matches any token.
fn after(tokens: TokenStream, before: &[&str]) -> Vec<String> {
    let mut flat = Vec::new();
    flatten(tokens, &mut flat);
    let mut found = Vec::new();
    for (at, token) in flat.iter().enumerate() {
        let Some(begin) = at.checked_sub(before.len()) else { continue };
        let same = |(token, wanted): (&String, &&str)| *wanted == "*" || token == wanted;
        if flat[begin..at].iter().zip(before).all(same)
            && let Ok(text) = syn::parse_str::<LitStr>(token)
        {
            found.push(text.value());
        }
    }
    found
}

/// Tokens, with those in brackets, but without attributes.
fn flatten(tokens: TokenStream, flat: &mut Vec<String>) {
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                tokens.next();
            }
            TokenTree::Group(group) => {
                flat.push("(".to_owned());
                flatten(group.stream(), flat);
                flat.push(")".to_owned());
            }
            token => flat.push(token.to_string()),
        }
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

/// The arguments of `message!`.
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
