package org.trierarch.app;

import java.util.Arrays;
import java.util.Objects;

/** Tests of the code that runs without Android. The arguments are the files of the page. */
final class Check {
    private static int held;

    private Check() {}

    private static void same(Object found, Object wanted) {
        if (!Objects.equals(found, wanted)) {
            throw new AssertionError(found + " is not " + wanted);
        }
        held++;
    }

    public static void main(String[] files) {
        thePageHasItsFilesAndNothingElse(files);
        aLinkLeadsToAFleetAlone();
        aNameFitsIntoAFolder();
        whatIsSaidToThePageIsAText();
        System.out.println(held + " passed, 0 failed");
    }

    private static void thePageHasItsFilesAndNothingElse(String[] files) {
        for (String file : files) {
            same(Addresses.fileOf(Addresses.PAGE + file), file);
            same(Addresses.typeOf(file).equals("application/octet-stream"), false);
        }
        same(Arrays.asList(files).contains("trierarch_bg.wasm"), true);
        same(Addresses.typeOf("trierarch_bg.wasm"), "application/wasm");
        same(Addresses.typeOf("page.js"), "text/javascript");
        same(Addresses.typeOf("THE.PDF"), "application/pdf");
        same(Addresses.typeOf("sybota.battle"), "application/octet-stream");
        same(Addresses.typeOf("none"), "application/octet-stream");
        for (String start : new String[] {"", "?a=b/../c", "#battle/sybota", "#fleet/../x"}) {
            same(Addresses.fileOf(Addresses.PAGE + start), "index.html");
        }
        same(Addresses.fileOf(Addresses.PAGE + "page.js?v=1"), "page.js");
        for (String end : new String[] {
            "../AndroidManifest.xml", "a/../b", "./a", "a//b", "/etc/hosts", "a/", ".hidden",
            "a/.hidden", "%2e%2e/licences/x", "a\\b", "a b", "ä", "a%00", "a:b"}) {
            same(Addresses.fileOf(Addresses.PAGE + end), null);
        }
        for (String other : new String[] {
            "https://appassets.androidplatform.net", "http://appassets.androidplatform.net/",
            "https://appassets.androidplatform.net.example.org/", "https://example.org/page.js",
            "https://appassets.androidplatform.net:443/", "file:///etc/hosts", "", null}) {
            same(Addresses.isPage(other), false);
            same(Addresses.fileOf(other), null);
        }
    }

    private static void aLinkLeadsToAFleetAlone() {
        same(Addresses.ofLink("trierarch:fleet/AXic-_09="), Addresses.PAGE + "#fleet/AXic-_09=");
        same(Addresses.ofLink("TRIERARCH:fleet/A"), Addresses.PAGE + "#fleet/A");
        for (String other : new String[] {
            "trierarch:", "trierarch:fleet/", "trierarch:fleet/a b", "trierarch:fleet/a/../b",
            "trierarch:fleet/a#b", "trierarch:fleet/\"", "trierarch:battle/sybota",
            "trierarch://fleet/a", "https://example.org/#fleet/a", "javascript:alert(1)", "", null}) {
            same(Addresses.ofLink(other), null);
        }
    }

    private static void aNameFitsIntoAFolder() {
        same(Addresses.fileName("sybota-433-bce.battle"), "sybota-433-bce.battle");
        same(Addresses.fileName("Σύβοτα, 433.toml"), "Σύβοτα, 433.toml");
        same(Addresses.fileName("../../databases/x"), "databases x");
        same(Addresses.fileName("a\u0000b\nc.pdf"), "a b c.pdf");
        same(Addresses.fileName(".."), "trierarch");
        same(Addresses.fileName(""), "trierarch");
        StringBuilder name = new StringBuilder();
        for (int ship = 0; ship < 100; ship++) {
            name.append("⛵🚣");
        }
        String cut = Addresses.fileName(name + ".battle");
        same(cut.endsWith("🚣.battle"), true);
        same(cut.length() < 110 && cut.codePointAt(0) > 0xff, true);
        same(Addresses.fileName(cut), cut);
    }

    private static void whatIsSaidToThePageIsAText() {
        same(Addresses.quoted("no room"), "\"no room\"");
        same(Addresses.quoted("\"); alert(1); //"), "\"\\u0022); alert(1); //\"");
        same(Addresses.quoted("\\ </script> \n\u2028 ä"),
            "\"\\u005c \\u003c/script> \\u000a\\u2028 \\u00e4\"");
        same(Addresses.event("handed", Addresses.handed(3, true, "")),
            "dispatchEvent(new CustomEvent(\"handed\", { detail: { number: 3, went: true, why: \"\" } }))");
    }
}
