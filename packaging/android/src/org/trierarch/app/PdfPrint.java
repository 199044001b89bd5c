package org.trierarch.app;

import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.ParcelFileDescriptor;
import android.print.PageRange;
import android.print.PrintAttributes;
import android.print.PrintDocumentAdapter;
import android.print.PrintDocumentInfo;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;

/** Prints a PDF unchanged: its pages keep their size, whatever paper is chosen. */
final class PdfPrint extends PrintDocumentAdapter {
    private final File file;
    private final String name;

    PdfPrint(File file, String name) {
        this.file = file;
        this.name = name;
    }

    @Override
    public void onLayout(PrintAttributes before, PrintAttributes now, CancellationSignal signal,
        LayoutResultCallback told, Bundle extras) {
        if (signal.isCanceled()) {
            told.onLayoutCancelled();
            return;
        }
        PrintDocumentInfo about = new PrintDocumentInfo.Builder(name)
            .setContentType(PrintDocumentInfo.CONTENT_TYPE_DOCUMENT)
            .build();
        told.onLayoutFinished(about, !now.equals(before));
    }

    @Override
    public void onWrite(PageRange[] pages, ParcelFileDescriptor destination,
        CancellationSignal signal, WriteResultCallback told) {
        try (OutputStream paper = new FileOutputStream(destination.getFileDescriptor())) {
            Files.copy(file.toPath(), paper);
        } catch (IOException unread) {
            told.onWriteFailed(unread.getMessage());
            return;
        }
        told.onWriteFinished(new PageRange[] {PageRange.ALL_PAGES});
    }
}
