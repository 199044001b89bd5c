package org.trierarch.app;

import android.content.ContentResolver;
import android.database.Cursor;
import android.net.Uri;
import android.provider.OpenableColumns;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

/** A file that another app opens with this one, until the page has read it. */
final class OpenedFile {
    private final ContentResolver resolver;
    private Uri waiting;
    private Uri taken;

    OpenedFile(ContentResolver resolver) {
        this.resolver = resolver;
    }

    synchronized void put(Uri file) {
        waiting = file;
    }

    synchronized boolean isWaiting() {
        return waiting != null;
    }

    /** Takes the waiting file and returns its name; empty if there is none. */
    String take() {
        Uri file;
        synchronized (this) {
            if (waiting == null) {
                return "";
            }
            file = waiting;
            taken = waiting;
            waiting = null;
        }
        return Addresses.fileName(nameOf(file));
    }

    /** The name of a file. Another app may answer anything, or no longer allow access. */
    private String nameOf(Uri file) {
        String[] wanted = {OpenableColumns.DISPLAY_NAME};
        try (Cursor found = resolver.query(file, wanted, null, null, null)) {
            if (found != null && found.moveToFirst() && found.getString(0) != null) {
                return found.getString(0);
            }
        } catch (RuntimeException refused) {
            // The name is taken from the address instead.
        }
        String end = file.getLastPathSegment();
        return end == null ? "" : end.substring(end.lastIndexOf('/') + 1);
    }

    /** The content of the taken file. */
    InputStream content() throws IOException {
        Uri file;
        synchronized (this) {
            file = taken;
        }
        try {
            InputStream content = file == null ? null : resolver.openInputStream(file);
            if (content != null) {
                return content;
            }
        } catch (RuntimeException refused) {
            throw new IOException(refused);
        }
        throw new FileNotFoundException(String.valueOf(file));
    }
}
