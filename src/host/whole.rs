//! The whole program as a page: the folder that `packaging/web/build` makes, read
//! once when the host starts. Whoever sits at a table plays on in it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use axum::body::Bytes;
use axum::extract::{Path as Named, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::House;
use super::fault::HostFault;
use super::log::log;
use super::replies::fault;

/// What such a page may do: what the other pages may, and run its program.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                      style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                      media-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The file without which a folder holds no page.
const INDEX: &str = "index.html";

/// The ways in which a file may lie beside itself in fewer bytes, best first: how
/// HTTP calls them, and how their names end.
const SMALLER: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The files of the page, by the end of their address.
#[derive(Debug, Default)]
pub(super) struct WholePage {
    files: HashMap<String, File>,
}

/// A file, and a mark that is another wherever the file is.
#[derive(Clone, Debug)]
struct File {
    bytes: Bytes,
    mark: String,
}

impl From<Vec<u8>> for File {
    fn from(bytes: Vec<u8>) -> File {
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        File { mark: format!("\"{:016x}\"", hasher.finish()), bytes: bytes.into() }
    }
}

impl WholePage {
    /// Reads the page from a folder, or from where a package puts it; none if
    /// it has put none there, or none that can be read.
    ///
    /// # Errors
    /// If the folder that was named holds no page.
    pub(super) fn read(named: Option<&Path>) -> Result<WholePage, HostFault> {
        if let Some(folder) = named {
            let unread = |error| HostFault::Page(folder.to_path_buf(), error);
            return WholePage::of(folder).map_err(unread);
        }
        let found = packaged().into_iter().find(|folder| folder.join(INDEX).is_file());
        let read = found.map(|folder| {
            WholePage::of(&folder).unwrap_or_else(|error| {
                // Nobody asked for it, and a table goes on without.
                log(&HostFault::Page(folder, error).to_string());
                WholePage::default()
            })
        });
        Ok(read.unwrap_or_default())
    }

    fn of(folder: &Path) -> io::Result<WholePage> {
        let mut page = WholePage::default();
        page.take_in(folder, "")?;
        if page.files.contains_key(INDEX) {
            return Ok(page);
        }
        Err(io::Error::new(io::ErrorKind::NotFound, format!("it has no {INDEX}")))
    }

    fn take_in(&mut self, folder: &Path, under: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // No address leads to a name that is not text.
            let Ok(name) = entry.file_name().into_string() else { continue };
            let (name, kind) = (format!("{under}{name}"), entry.file_type()?);
            if kind.is_dir() {
                self.take_in(&entry.path(), &format!("{name}/"))?;
            } else if kind.is_file() {
                self.files.insert(name, fs::read(entry.path())?.into());
            }
        }
        Ok(())
    }

    /// Whether there is one.
    pub(super) fn is_there(&self) -> bool {
        self.files.contains_key(INDEX)
    }
}

/// Where a package puts the page: beside the program, or where Linux keeps what
/// programs share.
fn packaged() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let folder = program.as_deref().and_then(Path::parent);
    let places = ["page", "../share/trierarch/page"];
    folder.into_iter().flat_map(|folder| places.map(|place| folder.join(place))).collect()
}

/// What a file is, by the ending of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// The page itself.
pub(super) async fn index(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    file(&house, INDEX, &headers)
}

/// What the page loads.
pub(super) async fn part(
    State(house): State<Arc<House>>,
    Named(name): Named<String>,
    headers: HeaderMap,
) -> Response {
    file(&house, &name, &headers)
}

/// Its files lie below it.
pub(super) async fn below() -> Redirect {
    Redirect::permanent("/window/")
}

fn file(house: &House, name: &str, headers: &HeaderMap) -> Response {
    let Some(plain) = house.page.files.get(name) else {
        let why = if house.page.is_there() {
            "the page has no such file"
        } else {
            "this host has no window to serve: start it with `--page` and the folder of the page"
        };
        return fault(StatusCode::NOT_FOUND, why);
    };
    let fixed = [
        (header::CONTENT_TYPE, kind(name)),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    let takes = |encoding: &str| {
        let mut all = accepted.unwrap_or_default().split(',');
        all.any(|one| one.split(';').next().is_some_and(|one| one.trim() == encoding))
    };
    let smaller = SMALLER.into_iter().filter(|(encoding, _)| takes(encoding)).find_map(
        |(encoding, ending)| Some((encoding, house.page.files.get(&format!("{name}{ending}"))?)),
    );
    let (encoding, file) = smaller.map_or((None, plain), |(encoding, file)| (Some(encoding), file));
    let fixed = (fixed, [(header::ETAG, file.mark.clone())]);
    // The page was looked at before: then it opens without being sent, or compiled, again.
    if headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == file.mark.as_bytes())
    {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    match encoding {
        Some(encoding) => {
            (fixed, [(header::CONTENT_ENCODING, encoding)], file.bytes.clone()).into_response()
        }
        None => (fixed, file.bytes.clone()).into_response(),
    }
}
