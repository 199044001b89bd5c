package org.trierarch.app;

import android.webkit.JavascriptInterface;
import java.util.Base64;

/**
 * The functions of the app that the page may call. `src/ui/web.js` and
 * `packaging/web/page.js` call them, on a thread other than the UI thread.
 */
public final class Bridge {
    private final PageActivity activity;
    private final FileHandover handover;
    private final OpenedFile opened;

    Bridge(PageActivity activity, FileHandover handover, OpenedFile opened) {
        this.activity = activity;
        this.handover = handover;
        this.opened = opened;
    }

    /** Keeps the screen on, or lets it turn off. */
    @JavascriptInterface
    public void keepAwake(boolean on) {
        activity.keepAwake(on);
    }

    /**
     * Lets the player save, share or print a file (in base64). The event `handed` has this
     * number and the result.
     */
    @JavascriptInterface
    public void handOver(int number, String name, String content) {
        try {
            handover.offer(number, Addresses.fileName(name), Base64.getDecoder().decode(content));
        } catch (IllegalArgumentException damaged) {
            activity.tell(Addresses.event("handed",
                Addresses.handed(number, false, String.valueOf(damaged.getMessage()))));
        }
    }

    /**
     * The name of a file that another app opened; empty if there is none, or if it was
     * already returned. The page reads the file at the path `opened`. The event `opened`
     * announces another file.
     */
    @JavascriptInterface
    public String opened() {
        return opened.take();
    }

    /** Reports that such a file could not be read. */
    @JavascriptInterface
    public void unread(String name) {
        activity.say(activity.getString(R.string.unread, name));
    }
}
