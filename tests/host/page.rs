//! The page that a phone opens.

use tempfile::tempdir;

use crate::client::Host;

#[test]
fn the_host_serves_a_page_that_asks_nobody_else_for_anything() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    for (path, kind, part) in [
        ("/", "text/html; charset=utf-8", "src=\"page.js\""),
        ("/page.css", "text/css; charset=utf-8", "prefers-color-scheme"),
        ("/page.js", "text/javascript; charset=utf-8", "line.js"),
        ("/line.js", "text/javascript; charset=utf-8", "export const ask"),
        ("/wire.js", "text/javascript; charset=utf-8", "trierarch.1"),
        ("/orders.js", "text/javascript; charset=utf-8", "I rolled…"),
        ("/lobby.js", "text/javascript; charset=utf-8", "/tables"),
        ("/words.js", "text/javascript; charset=utf-8", "export const tell"),
        ("/watch", "text/html; charset=utf-8", "src=\"watch.js\""),
        ("/watch.css", "text/css; charset=utf-8", ".fleet"),
        ("/watch.js", "text/javascript; charset=utf-8", "onlooker"),
    ] {
        let answer = host.raw(&format!("GET {path}"), "", "");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        assert!(head.contains(&format!("content-type: {kind}\r\n")), "{path}: {head}");
        assert!(head.contains("default-src 'none'"), "{path}: {head}");
        assert!(body.contains(part), "{path}");
        assert!(!body.contains("https://") && !body.contains("http://"), "{path}");
    }
    // The address for a camera: the table, and 128 bits that nobody can guess.
    let page = host.text("page");
    let (address, fragment) = page.split_once("/#").expect("a fragment");
    assert_eq!(address, format!("http://{}", host.address));
    let (table, long) = fragment.split_once('.').expect("two parts");
    assert_eq!((table, long.len()), (host.text("table"), 22));
    assert_eq!(host.seat_by(long, "kleon", "A").0, 200);
}
