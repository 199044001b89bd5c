package org.trierarch.app;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Addresses, names of files and what is said to the page: texts alone, so that a plain
 * JVM can test what is made of them.
 */
final class Addresses {
    /** Kept for pages that an app carries with it: it is secure, and nobody serves it. */
    private static final String ORIGIN = "https://appassets.androidplatform.net";
    /** Where the page is. What it keeps lies under this: another one has no battles. */
    static final String PAGE = ORIGIN + "/";
    /** Where the page reads a file that another app opened with it. */
    static final String OPENED = "opened";

    private static final String LINK = "trierarch:";
    private static final Pattern SHARED_FLEET = Pattern.compile("fleet/[A-Za-z0-9_=-]+");
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");
    private static final Pattern UNFIT_IN_NAMES = Pattern.compile("[\\p{Cntrl}/\\\\:*?\"<>|]+");
    /** What file systems take, in bytes. */
    private static final int LONGEST_NAME = 200;

    private Addresses() {}

    /** Whether this is the page, wherever in it. */
    static boolean isPage(String address) {
        return address != null && address.startsWith(PAGE);
    }

    /** The file that the page asks for, in its folder; none where it may not have it. */
    static String fileOf(String address) {
        if (!isPage(address)) {
            return null;
        }
        String file = address.substring(PAGE.length()).split("[?#]", 2)[0];
        if (file.isEmpty()) {
            return "index.html";
        }
        // With the last one, even if it is empty.
        for (String segment : file.split("/", -1)) {
            if (!SEGMENT.matcher(segment).matches()) {
                return null;
            }
        }
        return file;
    }

    /** Where in the page a link of other apps leads; nowhere if it is none of ours. */
    static String ofLink(String link) {
        if (link == null || !link.toLowerCase(Locale.ROOT).startsWith(LINK)) {
            return null;
        }
        String place = link.substring(LINK.length());
        return SHARED_FLEET.matcher(place).matches() ? PAGE + "#" + place : null;
    }

    /** What is in a file, by its name's ending. */
    static String typeOf(String name) {
        switch (name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)) {
            case "html": return "text/html";
            case "js": return "text/javascript";
            case "wasm": return "application/wasm";
            case "svg": return "image/svg+xml";
            case "png": return "image/png";
            case "webmanifest": return "application/manifest+json";
            case "pdf": return "application/pdf";
            case "md": return "text/markdown";
            case "json": return "application/json";
            default: return "application/octet-stream";
        }
    }

    /** A name under which a file can lie in any folder. */
    static String fileName(String wanted) {
        String name = UNFIT_IN_NAMES.matcher(wanted).replaceAll(" ").trim();
        while (name.startsWith(".")) {
            name = name.substring(1).trim();
        }
        while (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            name = name.substring(name.offsetByCodePoints(0, 1));
        }
        return name.isEmpty() ? "trierarch" : name;
    }

    /** The script that tells the page of an event; `detail` is a script too. */
    static String event(String name, String detail) {
        return "dispatchEvent(new CustomEvent(" + quoted(name) + ", { detail: " + detail + " }))";
    }

    /** What became of a file that the page handed over, as such a detail. */
    static String handed(int number, boolean went, String why) {
        return "{ number: " + number + ", went: " + went + ", why: " + quoted(why) + " }";
    }

    /** A text as a script writes it. */
    static String quoted(String text) {
        StringBuilder script = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            boolean plain = letter >= ' ' && letter < '\u007f' && "\"\\<".indexOf(letter) < 0;
            script.append(plain ? String.valueOf(letter) : String.format("\\u%04x", (int) letter));
        }
        return script.append('"').toString();
    }
}
