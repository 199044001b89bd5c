package org.trierarch.app;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.graphics.Insets;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.view.View;
import android.view.WindowInsets;
import android.view.WindowManager;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.widget.FrameLayout;
import android.widget.Toast;

/** The page in a window of its own, and what leads into it and out of it. */
public final class PageActivity extends Activity {
    /** The name by which the page knows {@link Bridge}. */
    private static final String BRIDGE = "trierarchApp";
    private static final String ADDRESS = "address";
    private static final int FILE_TO_OPEN = 1;
    static final int PLACE_TO_SAVE = 2;

    private FrameLayout frame;
    private WebView page;
    private OpenedFile opened;
    private Handing handing;
    /** Who waits for the file that the player is choosing. */
    private ValueCallback<Uri[]> asking;

    @Override
    protected void onCreate(Bundle kept) {
        super.onCreate(kept);
        opened = new OpenedFile(getContentResolver());
        handing = new Handing(this, kept);
        page = new WebView(this);
        settle(page.getSettings());
        page.setOverScrollMode(View.OVER_SCROLL_NEVER);
        page.setBackgroundColor(getColor(R.color.ground));
        page.setWebViewClient(new PageClient(this, opened));
        page.setWebChromeClient(new FileChooser());
        page.addJavascriptInterface(new Bridge(this, handing, opened), BRIDGE);
        frame = new FrameLayout(this);
        frame.addView(page);
        frame.setOnApplyWindowInsetsListener(new Edges());
        setContentView(frame);
        String before = kept == null ? null : kept.getString(ADDRESS);
        String link = kept == null ? take(getIntent()) : null;
        page.loadUrl(before != null ? before : link != null ? link : Addresses.PAGE);
    }

    @SuppressWarnings("deprecation")
    private static void settle(WebSettings settings) {
        settings.setJavaScriptEnabled(true);
        settings.setDomStorageEnabled(true);
        // Newer WebViews have a database without it.
        settings.setDatabaseEnabled(true);
        settings.setAllowFileAccess(false);
        settings.setAllowContentAccess(false);
        // The page has a size of its own, and its mirror must lie over its canvas.
        settings.setTextZoom(100);
    }

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        setIntent(intent);
        String link = take(intent);
        if (link != null) {
            page.loadUrl(link);
        }
        if (opened.isWaiting()) {
            tell(Addresses.event("opened", "null"));
        }
    }

    /** Where another app wants the page to be; a file that it opens lies ready. */
    private String take(Intent intent) {
        // From the list of recent apps comes again what was opened long ago.
        boolean again = (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        Uri sent = intent.getData();
        if (again || sent == null || !Intent.ACTION_VIEW.equals(intent.getAction())) {
            return null;
        }
        if ("content".equals(sent.getScheme())) {
            opened.put(sent);
            return null;
        }
        return Addresses.ofLink(sent.toString());
    }

    @Override
    protected void onSaveInstanceState(Bundle kept) {
        super.onSaveInstanceState(kept);
        if (Addresses.isPage(page.getUrl())) {
            kept.putString(ADDRESS, page.getUrl());
        }
        handing.keep(kept);
    }

    @Override
    @SuppressWarnings("deprecation")
    public void onBackPressed() {
        if (page.canGoBack()) {
            page.goBack();
        } else {
            super.onBackPressed();
        }
    }

    @Override
    protected void onActivityResult(int request, int result, Intent answer) {
        super.onActivityResult(request, result, answer);
        boolean chosen = result == RESULT_OK && answer != null && answer.getData() != null;
        Uri place = chosen ? answer.getData() : null;
        if (request == PLACE_TO_SAVE) {
            handing.saveAt(place);
        } else if (request == FILE_TO_OPEN && asking != null) {
            asking.onReceiveValue(chosen ? new Uri[] {place} : null);
            asking = null;
        }
    }

    @Override
    protected void onDestroy() {
        frame.removeAllViews();
        page.destroy();
        super.onDestroy();
    }

    /** Has the page carry out a script. */
    void tell(String script) {
        runOnUiThread(() -> {
            if (!isDestroyed()) {
                page.evaluateJavascript(script, null);
            }
        });
    }

    /** Says something beside the page, for a moment. */
    void say(String words) {
        runOnUiThread(() -> Toast.makeText(this, words, Toast.LENGTH_LONG).show());
    }

    /** Leaves the screen on, or to itself. */
    void keepAwake(boolean on) {
        int flag = WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON;
        runOnUiThread(() -> getWindow().setFlags(on ? flag : 0, flag));
    }

    /** The page asks for a file, which the player chooses. */
    private final class FileChooser extends WebChromeClient {
        @Override
        public boolean onShowFileChooser(
            WebView view, ValueCallback<Uri[]> asks, FileChooserParams params) {
            if (asking != null) {
                asking.onReceiveValue(null);
            }
            asking = asks;
            // Android has no type for battles and fleets: every file can be chosen.
            Intent choose = new Intent(Intent.ACTION_GET_CONTENT)
                .addCategory(Intent.CATEGORY_OPENABLE)
                .setType("*/*");
            try {
                startActivityForResult(choose, FILE_TO_OPEN);
            } catch (ActivityNotFoundException nobody) {
                say(getString(R.string.not_here));
                asking.onReceiveValue(null);
                asking = null;
            }
            return true;
        }
    }

    /**
     * Keeps the page out of the edges that the device has for itself, and above its
     * keyboard: newer WebViews tell the page of them, older ones do not.
     */
    private static final class Edges implements View.OnApplyWindowInsetsListener {
        @Override
        public WindowInsets onApplyWindowInsets(View view, WindowInsets edges) {
            return Build.VERSION.SDK_INT >= Build.VERSION_CODES.R ? byKind(view, edges) : all(view, edges);
        }

        private static WindowInsets byKind(View view, WindowInsets edges) {
            Insets wide = edges.getInsets(WindowInsets.Type.systemBars()
                | WindowInsets.Type.displayCutout()
                | WindowInsets.Type.ime());
            view.setPadding(wide.left, wide.top, wide.right, wide.bottom);
            return WindowInsets.CONSUMED;
        }

        @SuppressWarnings("deprecation")
        private static WindowInsets all(View view, WindowInsets edges) {
            view.setPadding(
                edges.getSystemWindowInsetLeft(), edges.getSystemWindowInsetTop(),
                edges.getSystemWindowInsetRight(), edges.getSystemWindowInsetBottom());
            return edges.consumeSystemWindowInsets();
        }
    }
}
