package org.trierarch.app;

import android.webkit.JavascriptInterface;
import java.util.Base64;

/**
 * What the page may ask of the app around it. The page's `src/ui/web.js` and
 * `packaging/web/page.js` call this, on a thread that is not the window's.
 */
public final class Bridge {
    private final PageActivity activity;
    private final Handing handing;
    private final OpenedFile opened;

    Bridge(PageActivity activity, Handing handing, OpenedFile opened) {
        this.activity = activity;
        this.handing = handing;
        this.opened = opened;
    }

    /** Leaves the screen on, or to itself. */
    @JavascriptInterface
    public void keepAwake(boolean on) {
        activity.keepAwake(on);
    }

    /**
     * Lets the player save, share or print a file (in base64). The event `handed` says
     * under this number what became of it.
     */
    @JavascriptInterface
    public void handOver(int number, String name, String content) {
        try {
            handing.offer(number, Addresses.fileName(name), Base64.getDecoder().decode(content));
        } catch (IllegalArgumentException damaged) {
            activity.tell(Addresses.event("handed",
                Addresses.handed(number, false, String.valueOf(damaged.getMessage()))));
        }
    }

    /**
     * The name of a file that another app opened, once; empty where there is none. The
     * page reads it at the address `opened`, and the event `opened` says that there is
     * another.
     */
    @JavascriptInterface
    public String opened() {
        return opened.take();
    }

    /** Such a file could not be read. */
    @JavascriptInterface
    public void unread(String name) {
        activity.say(activity.getString(R.string.unread, name));
    }
}
