package org.trierarch.app;

import android.app.AlertDialog;
import android.content.ActivityNotFoundException;
import android.content.ClipData;
import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.print.PrintManager;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

/** A file that the page hands over, for the player to save, share or print. */
final class FileHandover {
    private static final String NAME = "handed";
    private static final int SAVE = 0;
    private static final int SHARE = 1;

    private final PageActivity activity;
    /** The page's number of the file in progress. */
    private int number;
    /** The name of that file; null if there is none. */
    private String name;

    /** `kept` has the name of a file that was being saved when Android ended the app. */
    FileHandover(PageActivity activity, Bundle kept) {
        this.activity = activity;
        name = kept == null ? null : kept.getString(NAME);
    }

    void keep(Bundle kept) {
        kept.putString(NAME, name);
    }

    /** Stores the file, and asks the player what to do with it. */
    void offer(int asked, String called, byte[] content) {
        try {
            // Replaced as a whole, since another app may be reading the previous file.
            File file = HandedFiles.fileOf(activity, called);
            File part = File.createTempFile("part", null, activity.getCacheDir());
            Files.createDirectories(file.getParentFile().toPath());
            Files.write(part.toPath(), content);
            Files.move(part.toPath(), file.toPath(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException full) {
            tell(asked, false, reason(full));
            return;
        }
        activity.runOnUiThread(() -> {
            if (activity.isDestroyed()) {
                return;
            }
            number = asked;
            name = called;
            ask();
        });
    }

    private void ask() {
        boolean prints = Addresses.typeOf(name).equals("application/pdf");
        String save = activity.getString(R.string.save);
        String share = activity.getString(R.string.share);
        String[] ways = prints
            ? new String[] {save, share, activity.getString(R.string.print)}
            : new String[] {save, share};
        new AlertDialog.Builder(activity)
            .setTitle(name)
            .setItems(ways, (dialog, way) -> go(way))
            .setOnCancelListener(dialog -> done(false, ""))
            .show();
    }

    private void go(int way) {
        try {
            if (way == SAVE) {
                save();
            } else if (way == SHARE) {
                share();
                done(true, "");
            } else {
                print();
                done(true, "");
            }
        } catch (ActivityNotFoundException nobody) {
            done(false, activity.getString(R.string.not_here));
        }
    }

    private void save() {
        Intent create = new Intent(Intent.ACTION_CREATE_DOCUMENT)
            .addCategory(Intent.CATEGORY_OPENABLE)
            .setType(Addresses.typeOf(name))
            .putExtra(Intent.EXTRA_TITLE, name);
        activity.startActivityForResult(create, PageActivity.PLACE_TO_SAVE);
    }

    /** Writes the file to the place that the player chose; null if the player cancelled. */
    void saveAt(Uri place) {
        if (name == null || place == null) {
            done(false, "");
            return;
        }
        File file = HandedFiles.fileOf(activity, name);
        // The place may be on another machine.
        new Thread(() -> {
            String why = written(file, place);
            activity.runOnUiThread(() -> done(why.isEmpty(), why));
        }).start();
    }

    /** Writes the file, and returns the reason if that failed; empty if it succeeded. */
    private String written(File file, Uri place) {
        // `t` truncates a longer file of that name.
        try (OutputStream there = activity.getContentResolver().openOutputStream(place, "wt")) {
            if (there == null) {
                throw new FileNotFoundException(String.valueOf(place));
            }
            Files.copy(file.toPath(), there);
            return "";
        } catch (IOException | RuntimeException unwritten) {
            return reason(unwritten);
        }
    }

    private void share() {
        Uri lent = HandedFiles.addressOf(name);
        Intent send = new Intent(Intent.ACTION_SEND)
            .setType(Addresses.typeOf(name))
            .putExtra(Intent.EXTRA_STREAM, lent)
            .putExtra(Intent.EXTRA_TITLE, name)
            .addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
        // The app that receives it may read it, and so may the list of apps.
        send.setClipData(ClipData.newRawUri(name, lent));
        activity.startActivity(Intent.createChooser(send, null));
    }

    private void print() {
        PrintManager printing = (PrintManager) activity.getSystemService(Context.PRINT_SERVICE);
        PdfPrint pages = new PdfPrint(HandedFiles.fileOf(activity, name), name);
        if (printing == null || printing.print(name, pages, null) == null) {
            throw new ActivityNotFoundException();
        }
    }

    /** Ends the handover, and reports the result to the page. */
    private void done(boolean went, String why) {
        name = null;
        tell(number, went, why);
    }

    private void tell(int asked, boolean went, String why) {
        activity.tell(Addresses.event("handed", Addresses.handed(asked, went, why)));
    }

    private static String reason(Exception unwritten) {
        String words = unwritten.getMessage();
        return words == null || words.isEmpty() ? unwritten.getClass().getSimpleName() : words;
    }
}
