package org.trierarch.app;

import android.content.ContentProvider;
import android.content.ContentResolver;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.MatrixCursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import android.provider.OpenableColumns;
import java.io.File;
import java.io.FileNotFoundException;

/** Gives another app access to a file that the player shares with it. */
public final class HandedFiles extends ContentProvider {
    private static final String AUTHORITY = "org.trierarch.app.files";

    /** The place of such a file; Android deletes it when storage is short. */
    static File fileOf(Context context, String name) {
        return new File(new File(context.getCacheDir(), "handed"), name);
    }

    /** The file's address for other apps. */
    static Uri addressOf(String name) {
        return new Uri.Builder()
            .scheme(ContentResolver.SCHEME_CONTENT)
            .authority(AUTHORITY)
            .appendPath(name)
            .build();
    }

    @Override
    public boolean onCreate() {
        return true;
    }

    @Override
    public ParcelFileDescriptor openFile(Uri address, String mode) throws FileNotFoundException {
        if (!"r".equals(mode)) {
            throw new FileNotFoundException("it can only be read");
        }
        return ParcelFileDescriptor.open(fileAt(address), ParcelFileDescriptor.MODE_READ_ONLY);
    }

    private File fileAt(Uri address) throws FileNotFoundException {
        String name = address.getLastPathSegment();
        if (name == null || !name.equals(Addresses.fileName(name))) {
            throw new FileNotFoundException(String.valueOf(address));
        }
        return fileOf(getContext(), name);
    }

    @Override
    public String getType(Uri address) {
        return Addresses.typeOf(String.valueOf(address.getLastPathSegment()));
    }

    @Override
    public Cursor query(
        Uri address, String[] wanted, String selection, String[] arguments, String order) {
        String[] all = {OpenableColumns.DISPLAY_NAME, OpenableColumns.SIZE};
        String[] columns = wanted == null ? all : wanted;
        MatrixCursor told = new MatrixCursor(columns, 1);
        try {
            File file = fileAt(address);
            Object[] row = new Object[columns.length];
            for (int at = 0; at < columns.length; at++) {
                if (OpenableColumns.DISPLAY_NAME.equals(columns[at])) {
                    row[at] = file.getName();
                } else if (OpenableColumns.SIZE.equals(columns[at])) {
                    row[at] = file.length();
                }
            }
            told.addRow(row);
        } catch (FileNotFoundException none) {
            return told;
        }
        return told;
    }

    @Override
    public Uri insert(Uri address, ContentValues values) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int update(Uri address, ContentValues values, String selection, String[] arguments) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int delete(Uri address, String selection, String[] arguments) {
        throw new UnsupportedOperationException();
    }
}
