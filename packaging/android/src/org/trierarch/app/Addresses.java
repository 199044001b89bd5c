package org.trierarch.app;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Addresses, file names, and scripts for the page. It uses no class of Android, so a plain JVM
 * can test it.
 */
final class Addresses {
    /** The address that Android reserves for pages in an app: it is secure, and no server has it. */
    private static final String ORIGIN = "https://appassets.androidplatform.net";
    /** The address of the page. The browser stores battles for this address only. */
    static final String PAGE = ORIGIN + "/";
    /** The path at which the page reads a file that another app opened. */
    static final String OPENED = "opened";

    private static final String LINK = "trierarch:";
    private static final Pattern SHARED_FLEET = Pattern.compile("fleet/[A-Za-z0-9_=-]+");
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");
    private static final Pattern UNFIT_IN_NAMES = Pattern.compile("[\\p{Cntrl}/\\\\:*?\"<>|]+");
    /** The longest file name that all file systems accept, in bytes. */
    private static final int LONGEST_NAME = 200;

    private Addresses() {}

    /** Whether an address belongs to the page. */
    static boolean isPage(String address) {
        return address != null && address.startsWith(PAGE);
    }

    /** The path of a requested file in the page's folder; null if the path is not allowed. */
    static String fileOf(String address) {
        if (!isPage(address)) {
            return null;
        }
        String file = address.substring(PAGE.length()).split("[?#]", 2)[0];
        if (file.isEmpty()) {
            return "index.html";
        }
        // Also the last segment, even if it is empty.
        for (String segment : file.split("/", -1)) {
            if (!SEGMENT.matcher(segment).matches()) {
                return null;
            }
        }
        return file;
    }

    /** The page's address for a link from another app; null for links of other programs. */
    static String ofLink(String link) {
        if (link == null || !link.toLowerCase(Locale.ROOT).startsWith(LINK)) {
            return null;
        }
        String place = link.substring(LINK.length());
        return SHARED_FLEET.matcher(place).matches() ? PAGE + "#" + place : null;
    }

    /** The media type of a file, by the extension of its name. */
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

    /** A file name that is valid in any folder. */
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

    /** The script that sends an event to the page; `detail` is JavaScript too. */
    static String event(String name, String detail) {
        return "dispatchEvent(new CustomEvent(" + quoted(name) + ", { detail: " + detail + " }))";
    }

    /** The result of a file that the page handed over, as the detail of an event. */
    static String handed(int number, boolean went, String why) {
        return "{ number: " + number + ", went: " + went + ", why: " + quoted(why) + " }";
    }

    /** A text as a JavaScript string. */
    static String quoted(String text) {
        StringBuilder script = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            boolean plain = letter >= ' ' && letter < '\u007f' && "\"\\<".indexOf(letter) < 0;
            script.append(plain ? String.valueOf(letter) : String.format("\\u%04x", (int) letter));
        }
        return script.append('"').toString();
    }
}
