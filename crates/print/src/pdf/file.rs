//! The file: objects as bytes, nearly all of them packed together, and the table of
//! where each is. The same objects give the same bytes.

use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};
use lopdf::{Dictionary, Document, Object, Stream, StringFormat};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::PdfFault;

/// How hard the file is packed. Twice the level takes half as long again and saves
/// eight percent, which is less than the packing of objects together saves.
const LEVEL: u32 = 2;

/// How many objects are packed together: a reader unpacks all of them for one.
const TOGETHER: usize = 400;

/// Packs many things, one after the other.
pub(super) struct Packer(ZlibEncoder<Vec<u8>>);

impl Packer {
    pub(super) fn new() -> Packer {
        Packer(ZlibEncoder::new(Vec::new(), Compression::new(LEVEL)))
    }

    pub(super) fn packed(&mut self, bytes: &[u8]) -> Result<Vec<u8>, PdfFault> {
        self.0.write_all(bytes)?;
        Ok(self.0.reset(Vec::new())?)
    }
}

/// Objects that are bytes already, in any order.
#[derive(Default)]
pub(super) struct Written {
    bytes: Vec<u8>,
    /// The number of each object, and where it begins.
    starts: Vec<(u32, usize)>,
}

impl Written {
    /// Begins the object with this number: what is written next.
    pub(super) fn begin(&mut self, number: u32) -> &mut Vec<u8> {
        if !self.bytes.is_empty() {
            self.bytes.push(b' ');
        }
        self.starts.push((number, self.bytes.len()));
        &mut self.bytes
    }
}

/// Writes a whole number.
pub(super) fn digits(out: &mut Vec<u8>, number: i64) {
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    let mut left = number.unsigned_abs();
    loop {
        at -= 1;
        // A figure is less than ten.
        digits[at] = b'0' + u8::try_from(left % 10).unwrap_or_default();
        left /= 10;
        if left == 0 {
            break;
        }
    }
    if number < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[at..]);
}

/// Writes a reference to the object with this number.
pub(super) fn reference(out: &mut Vec<u8>, number: u32) {
    digits(out, number.into());
    out.extend_from_slice(b" 0 R");
}

/// Writes an object, without the content of a stream.
pub(super) fn object(out: &mut Vec<u8>, object: &Object) {
    match object {
        Object::Null => out.extend_from_slice(b"null"),
        Object::Boolean(yes) => out.extend_from_slice(if *yes { b"true" } else { b"false" }),
        Object::Integer(number) => digits(out, *number),
        Object::Real(number) => {
            // Writing to a vector cannot fail.
            let _ = write!(out, "{number}");
        }
        Object::Name(letters) => name(out, letters),
        Object::String(bytes, StringFormat::Literal) => literal(out, bytes),
        Object::String(bytes, StringFormat::Hexadecimal) => {
            out.push(b'<');
            for byte in bytes {
                let _ = write!(out, "{byte:02X}");
            }
            out.push(b'>');
        }
        Object::Array(all) => {
            out.push(b'[');
            for (one, at) in all.iter().zip(0..) {
                if at > 0 {
                    out.push(b' ');
                }
                self::object(out, one);
            }
            out.push(b']');
        }
        Object::Dictionary(all) | Object::Stream(Stream { dict: all, .. }) => dictionary(out, all),
        Object::Reference((number, _)) => reference(out, *number),
    }
}

fn dictionary(out: &mut Vec<u8>, all: &Dictionary) {
    out.extend_from_slice(b"<<");
    for (key, value) in all {
        name(out, key);
        let is_apart = matches!(
            value,
            Object::Name(_) | Object::String(..) | Object::Array(_) | Object::Dictionary(_)
        );
        if !is_apart {
            out.push(b' ');
        }
        object(out, value);
    }
    out.extend_from_slice(b">>");
}

fn name(out: &mut Vec<u8>, letters: &[u8]) {
    out.push(b'/');
    for byte in letters {
        if byte.is_ascii_graphic() && !b"#()<>[]{}/%".contains(byte) {
            out.push(*byte);
        } else {
            let _ = write!(out, "#{byte:02X}");
        }
    }
}

fn literal(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'(');
    for byte in bytes {
        escaped(out, *byte);
    }
    out.push(b')');
}

/// Writes a byte of a text in brackets.
pub(super) fn escaped(out: &mut Vec<u8>, byte: u8) {
    match byte {
        b'(' | b')' | b'\\' => out.extend([b'\\', byte]),
        // A reader would take any line ending for a line feed.
        b'\r' => out.extend(b"\\r"),
        _ => out.push(byte),
    }
}

/// Where an object is.
#[derive(Clone, Copy, Default)]
enum Place {
    /// Nowhere: no object has the number.
    #[default]
    None,
    /// It begins at this byte of the file.
    At(usize),
    /// Packed with others: the number of their stream, and its place among them.
    Among(usize, usize),
}

/// A file that is being written.
struct File {
    bytes: Vec<u8>,
    /// By number.
    places: Vec<Place>,
}

impl File {
    fn place(&mut self, number: usize, place: Place) {
        if number >= self.places.len() {
            self.places.resize(number + 1, Place::None);
        }
        self.places[number] = place;
    }

    /// A stream with this number. Its content is packed already.
    fn stream(&mut self, number: usize, dict: &Dictionary, content: &[u8]) {
        self.place(number, Place::At(self.bytes.len()));
        let _ = writeln!(self.bytes, "{number} 0 obj");
        dictionary(&mut self.bytes, dict);
        self.bytes.extend_from_slice(b"stream\n");
        self.bytes.extend_from_slice(content);
        self.bytes.extend_from_slice(b"\nendstream\nendobj\n");
    }

    /// A stream of the file's own, with the next number. Its content is packed already.
    fn own_stream(&mut self, mut dict: Dictionary, packed: &[u8]) {
        dict.set("Filter", "FlateDecode");
        dict.set("Length", whole(packed.len()));
        self.stream(self.places.len(), &dict, packed);
    }

    /// Objects packed together.
    fn together(&mut self, written: &Written) -> Result<(), PdfFault> {
        let Written { bytes, starts } = written;
        let mut streams: Vec<(Dictionary, Vec<u8>)> = Vec::new();
        for first in (0..starts.len()).step_by(TOGETHER) {
            let these = &starts[first..starts.len().min(first + TOGETHER)];
            let from = starts[first].1;
            let to = starts.get(first + TOGETHER).map_or(bytes.len(), |(_, next)| *next);
            let stream = self.places.len() + streams.len();
            let mut content = Vec::with_capacity(to - from + these.len() * 12);
            for ((number, start), index) in these.iter().zip(0..) {
                digits(&mut content, (*number).into());
                content.push(b' ');
                digits(&mut content, whole_i64(start - from));
                content.push(b' ');
                self.place(*number as usize, Place::Among(stream, index));
            }
            let mut dict = Dictionary::new();
            dict.set("Type", "ObjStm");
            dict.set("N", whole(these.len()));
            dict.set("First", whole(content.len()));
            content.extend_from_slice(&bytes[from..to]);
            streams.push((dict, content));
        }
        let pack = |packer: &mut Packer, (dict, content): (Dictionary, Vec<u8>)| {
            Ok((dict, packer.packed(&content)?))
        };
        let packed = streams.into_par_iter().map_init(Packer::new, pack);
        for (dict, packed) in packed.collect::<Result<Vec<_>, PdfFault>>()? {
            self.own_stream(dict, &packed);
        }
        Ok(())
    }

    /// The table of all places, which ends the file.
    fn table(&mut self, trailer: &Dictionary) -> Result<(), PdfFault> {
        let (start, number) = (self.bytes.len(), self.places.len());
        self.place(number, Place::At(start));
        let mut table = Vec::with_capacity(self.places.len() * 7);
        for place in &self.places {
            let (kind, one, other) = match *place {
                Place::None => (0, 0, 0),
                Place::At(byte) => (1, byte, 0),
                Place::Among(stream, index) => (2, stream, index),
            };
            table.push(kind);
            // Four bytes of the one and two of the other.
            table.extend_from_slice(&(one as u64).to_be_bytes()[4..]);
            table.extend_from_slice(&(other as u64).to_be_bytes()[6..]);
        }
        self.places.pop();
        let mut dict = trailer.clone();
        dict.set("Type", "XRef");
        dict.set("Size", whole(number + 1));
        dict.set("W", vec![1.into(), 4.into(), 2.into()]);
        self.own_stream(dict, &Packer::new().packed(&table)?);
        let _ = write!(self.bytes, "startxref\n{start}\n%%EOF");
        Ok(())
    }
}

fn whole_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn whole(number: usize) -> Object {
    Object::Integer(whole_i64(number))
}

/// The file of a document, whose streams are packed already, and of what is written
/// of it.
pub(super) fn bytes(document: &Document, mut written: Written) -> Result<Vec<u8>, PdfFault> {
    let mut file = File {
        // Bytes that are no letters, so that nobody takes the file for a text.
        bytes: b"%PDF-1.5\n%\xbb\xad\xc0\xde\n".to_vec(),
        places: vec![Place::None; document.max_id as usize + 1],
    };
    for ((number, _), one) in &document.objects {
        if let Object::Stream(stream) = one {
            file.stream(*number as usize, &stream.dict, &stream.content);
        } else {
            object(written.begin(*number), one);
        }
    }
    file.together(&written)?;
    // The identity of the document comes from all that it has.
    let id = Sha256::digest(&file.bytes)[..16].to_vec();
    let id = Object::String(id, StringFormat::Hexadecimal);
    let mut trailer = document.trailer.clone();
    trailer.set("ID", vec![id.clone(), id]);
    file.table(&trailer)?;
    Ok(file.bytes)
}

/// A text of the metadata: as ASCII if possible, otherwise as UTF-16 with a
/// byte order mark.
pub(super) fn text(text: &str) -> Object {
    if text.is_ascii() {
        return Object::string_literal(text);
    }
    let letters = text.encode_utf16().flat_map(u16::to_be_bytes);
    Object::String([0xfe, 0xff].into_iter().chain(letters).collect(), StringFormat::Hexadecimal)
}

#[cfg(test)]
mod tests {
    use lopdf::dictionary;

    use super::*;

    #[test]
    fn a_whole_number_is_its_figures() {
        for number in [0, 7, -7, 10, 1_234_567, i64::MAX, i64::MIN] {
            let mut out = Vec::new();
            digits(&mut out, number);
            assert_eq!(String::from_utf8_lossy(&out), number.to_string());
        }
    }

    #[test]
    fn what_is_written_is_read_back_wherever_it_is() {
        let mut document = Document::with_version("1.5");
        let stream = Stream::new(Dictionary::new(), b"q Q".to_vec());
        let stream = document.add_object(stream);
        let odd = dictionary! {
            "A #/name" => Object::Name(b"(odd)".to_vec()),
            "Text" => Object::string_literal("a (b) \\ c\r"),
            "Hex" => Object::String(vec![0, 255], StringFormat::Hexadecimal),
            "Of" => vec![Object::Null, true.into(), Object::Real(-0.25), (-3).into()],
            "Stream" => stream,
        };
        let root = document.add_object(odd.clone());
        document.trailer.set("Root", root);
        let mut written = Written::default();
        let many = TOGETHER + 3;
        let ids: Vec<u32> = (0..many).map(|_| document.new_object_id().0).collect();
        for (id, at) in ids.iter().zip(0..) {
            digits(written.begin(*id), at);
        }
        let file = bytes(&document, written).unwrap();
        let read = Document::load_mem(&file).unwrap();
        assert_eq!(read.get_dictionary(root).unwrap(), &odd);
        let content = &read.get_object(stream).unwrap().as_stream().unwrap().content;
        assert_eq!(content, b"q Q");
        for (id, at) in ids.iter().zip(0..) {
            assert_eq!(read.get_object((*id, 0)).unwrap(), &Object::Integer(at));
        }
    }
}
