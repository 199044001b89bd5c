//! The handbook's pages, and the examples in them.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// The folder of all documents; the handbook is a book of them.
pub fn documents() -> PathBuf {
    crate::repository().join("docs")
}

/// A page, by its place among the documents.
pub fn page(name: &str) -> String {
    let file = documents().join(name);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The blocks of a page that are marked as this language.
pub fn blocks(text: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let parts = text.split(&opening).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The input and the expected output: lines with `>`, each with the lines with `<` after it.
pub fn talk(block: &str) -> Vec<(String, Vec<String>)> {
    let mut talk: Vec<(String, Vec<String>)> = Vec::new();
    for line in block.lines() {
        match (line.split_once(' '), talk.last_mut()) {
            (Some((">", asked)), _) => talk.push((asked.to_owned(), Vec::new())),
            (Some(("<", shown)), Some((_, answers))) => answers.push(shown.to_owned()),
            _ => panic!("neither a request nor an answer: {line}"),
        }
    }
    talk
}

/// Whether `answer` contains everything in `expected`: at least the given keys of an object, a
/// complete list, and anything for `".."`.
pub fn holds(answer: &Value, expected: &Value) -> bool {
    match (answer, expected) {
        (_, Value::String(any)) if any == ".." => true,
        (Value::Object(answer), Value::Object(expected)) => expected
            .iter()
            .all(|(key, value)| answer.get(key).is_some_and(|found| holds(found, value))),
        (Value::Array(answer), Value::Array(expected)) => {
            answer.len() == expected.len() && answer.iter().zip(expected).all(|(a, e)| holds(a, e))
        }
        (Value::Number(a), Value::Number(b)) => {
            (a.as_f64().unwrap_or(0.0) - b.as_f64().unwrap_or(0.0)).abs() < 1e-12
        }
        _ => answer == expected,
    }
}
