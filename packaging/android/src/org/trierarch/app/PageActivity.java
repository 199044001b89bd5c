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

/** The activity that shows the page in a WebView: links, files, edges of the screen. */
public final class PageActivity extends Activity {
    /** The name of {@link Bridge} in the page's scripts. */
    private static final String BRIDGE = "trierarchApp";
    private static final String ADDRESS = "address";
    private static final int FILE_TO_OPEN = 1;
    static final int PLACE_TO_SAVE = 2;

    private FrameLayout frame;
    private WebView page;
    private OpenedFile opened;
    private FileHandover handover;
    /** The callback for the file that the player is choosing. */
    private ValueCallback<Uri[]> asking;

    @Override
    protected void onCreate(Bundle kept) {
        super.onCreate(kept);
        opened = new OpenedFile(getContentResolver());
        handover = new FileHandover(this, kept);
        page = new WebView(this);
        settle(page.getSettings());
        page.setOverScrollMode(View.OVER_SCROLL_NEVER);
        page.setBackgroundColor(getColor(R.color.ground));
        page.setWebViewClient(new PageClient(this, opened));
        page.setWebChromeClient(new FileChooser());
        page.addJavascriptInterface(new Bridge(this, handover, opened), BRIDGE);
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
        // Only older WebViews need this for a database.
        settings.setDatabaseEnabled(true);
        settings.setAllowFileAccess(false);
        settings.setAllowContentAccess(false);
        // Other zooms would move the page's HTML elements away from their pictures on the canvas.
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

    /** The page's address for a link of another app, or null. A file is stored for the page. */
    private String take(Intent intent) {
        // The list of recent apps sends an old link or file again.
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
        handover.keep(kept);
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
            handover.saveAt(place);
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

    /** Runs a script in the page. */
    void tell(String script) {
        runOnUiThread(() -> {
            if (!isDestroyed()) {
                page.evaluateJavascript(script, null);
            }
        });
    }

    /** Shows a short message over the page. */
    void say(String words) {
        runOnUiThread(() -> Toast.makeText(this, words, Toast.LENGTH_LONG).show());
    }

    /** Keeps the screen on, or lets it turn off. */
    void keepAwake(boolean on) {
        int flag = WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON;
        runOnUiThread(() -> getWindow().setFlags(on ? flag : 0, flag));
    }

    /** Lets the player choose a file that the page requests. */
    private final class FileChooser extends WebChromeClient {
        @Override
        public boolean onShowFileChooser(
            WebView view, ValueCallback<Uri[]> asks, FileChooserParams params) {
            if (asking != null) {
                asking.onReceiveValue(null);
            }
            asking = asks;
            // Android has no type for battles and fleets, so the player can choose any file.
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
     * Keeps the page clear of notches, system bars and the keyboard. Only newer WebViews
     * report these to the page.
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
