//! The pages of the handbook, and the examples in them.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// The folder of all documents, which has the handbook.
pub fn documents() -> PathBuf {
    crate::repository().join("docs")
}

/// The text of a page, by its path in the folder of documents.
pub fn page(name: &str) -> String {
    let file = documents().join(name);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The code blocks of a page in this language.
pub fn blocks(text: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let parts = text.split(&opening).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// The requests of a block, each with its expected answers: a line with `>`, and the lines with `<`
/// after it.
pub fn exchanges(block: &str) -> Vec<(String, Vec<String>)> {
    let mut exchanges: Vec<(String, Vec<String>)> = Vec::new();
    for line in block.lines() {
        match (line.split_once(' '), exchanges.last_mut()) {
            (Some((">", asked)), _) => exchanges.push((asked.to_owned(), Vec::new())),
            (Some(("<", shown)), Some((_, answers))) => answers.push(shown.to_owned()),
            _ => panic!("neither a request nor an answer: {line}"),
        }
    }
    exchanges
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
