package org.trierarch.app;

import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;

/** Serves the page from the app, and blocks all other addresses. */
final class PageClient extends WebViewClient {
    /** The folder of the page in the app's assets. */
    private static final String FOLDER = "page/";

    private final PageActivity activity;
    private final OpenedFile opened;

    PageClient(PageActivity activity, OpenedFile opened) {
        this.activity = activity;
        this.opened = opened;
    }

    @Override
    public WebResourceResponse shouldInterceptRequest(WebView view, WebResourceRequest request) {
        String address = request.getUrl().toString();
        if (!address.startsWith("http")) {
            // Made by the page itself (`data:`).
            return null;
        }
        String file = Addresses.fileOf(address);
        if (file == null) {
            return answer("text/plain", 403, "Forbidden", nothing());
        }
        try {
            InputStream content = file.equals(Addresses.OPENED)
                ? opened.content()
                : activity.getAssets().open(FOLDER + file);
            return answer(Addresses.typeOf(file), 200, "OK", content);
        } catch (IOException unread) {
            return answer("text/plain", 404, "Not Found", nothing());
        }
    }

    private static InputStream nothing() {
        return new ByteArrayInputStream(new byte[0]);
    }

    private static WebResourceResponse answer(
        String type, int status, String reason, InputStream content) {
        String letters = type.startsWith("text/") ? "utf-8" : null;
        // A new version of the app has a new page.
        return new WebResourceResponse(type, letters, status, reason,
            Collections.singletonMap("Cache-Control", "no-store"), content);
    }

    /** Opens other addresses in the browser. */
    @Override
    public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) {
        Uri address = request.getUrl();
        if (Addresses.isPage(address.toString())) {
            return false;
        }
        String scheme = address.getScheme();
        if (request.isForMainFrame() && ("https".equals(scheme) || "http".equals(scheme))) {
            try {
                activity.startActivity(new Intent(Intent.ACTION_VIEW, address)
                    .addCategory(Intent.CATEGORY_BROWSABLE));
            } catch (ActivityNotFoundException nobody) {
                activity.say(activity.getString(R.string.not_here));
            }
        }
        return true;
    }

    /** After Android has freed the page's memory, the page is loaded again at its address. */
    @Override
    public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail why) {
        activity.recreate();
        return true;
    }
}
