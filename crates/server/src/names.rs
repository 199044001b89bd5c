//! The names under which the server accepts requests. A foreign page could point its own name
//! at this machine (DNS rebinding) to read our pages, so only local names and those of
//! `--origin` are accepted.

use std::fs;
use std::net::IpAddr;
use std::sync::LazyLock;

/// The endings of local names, which no public name has (RFC 6762, RFC 8375, ICANN's
/// reservation of `internal`; many routers use `lan`).
const LOCAL_SUFFIXES: [&str; 4] = [".local", ".lan", ".home.arpa", ".internal"];

/// This machine's own name, if the system reports it.
static OWN: LazyLock<Option<String>> = LazyLock::new(|| {
    let shown = ["/proc/sys/kernel/hostname", "/etc/hostname"];
    let name = shown.into_iter().find_map(|file| fs::read_to_string(file).ok())?;
    Some(name.trim().to_lowercase())
});

/// Whether requests under this host name are accepted, with or without a port.
pub(super) fn are_served(host: &str, origins: &[String]) -> bool {
    let name = without_port(host);
    let of_origin = |origin: &String| {
        let there = plain(origin);
        there.split_once("://").is_some_and(|(_, there)| without_port(there) == name)
    };
    is_local_name(&name) || origins.iter().any(of_origin)
}

/// Whether an origin is our own under the accepted name `host`, or one that was named.
pub(super) fn is_own_origin(origin: &str, host: &str, origins: &[String]) -> bool {
    let origin = plain(origin);
    let from = origin.split_once("://").map(|(_, from)| from);
    origins.iter().any(|named| plain(named) == origin) || from == Some(host.to_lowercase().as_str())
}

/// The refusal of a request to another host name.
pub(super) fn how(host: &str) -> String {
    format!(
        "this host does not answer to the name {host}: start it with --origin and the address of its page, such as --origin http://{host}"
    )
}

fn plain(origin: &str) -> String {
    origin.trim_end_matches('/').to_lowercase()
}

fn without_port(host: &str) -> String {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.trim_end_matches('.').to_lowercase()
}

/// Whether a name is an address, a local name, or this machine's.
fn is_local_name(name: &str) -> bool {
    let number = name.trim_start_matches('[').trim_end_matches(']');
    number.parse::<IpAddr>().is_ok()
        || (!name.is_empty() && !name.contains('.'))
        || LOCAL_SUFFIXES.iter().any(|end| name.ends_with(end))
        || OWN.as_deref() == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_accepted_under_an_address_or_a_local_name() {
        for served in [
            "127.0.0.1:41234",
            "192.168.1.7",
            "[::1]:80",
            "localhost:8080",
            "raspberrypi",
            "raspberrypi.lan:4120",
            "Trieres.local.",
            "tables.club.example",
        ] {
            assert!(are_served(served, &["https://tables.club.example/".to_owned()]), "{served}");
        }
        let others = [
            "evil.example",
            "evil.example:80",
            "localhost.evil.example",
            "1.2.3.4.evil.example",
            "",
        ];
        for other in others {
            assert!(!are_served(other, &["https://club.example".to_owned()]), "{other}");
        }
    }

    #[test]
    fn an_origin_is_accepted_if_it_has_the_requested_name_or_is_listed() {
        let named = ["https://club.example".to_owned()];
        assert!(is_own_origin("http://raspberrypi", "raspberrypi", &[]));
        assert!(is_own_origin("http://Raspberrypi.lan:4120", "raspberrypi.lan:4120", &[]));
        assert!(is_own_origin("https://club.example/", "127.0.0.1:4120", &named));
        for other in
            ["http://evil.example", "null", "https://club.example", "http://raspberrypi:81"]
        {
            assert!(!is_own_origin(other, "raspberrypi", &[]), "{other}");
        }
    }
}
