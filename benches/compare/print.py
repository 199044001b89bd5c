#!/usr/bin/env python3
"""Compares 200 record sheets by Trierarch, reportlab and fpdf2: times and sizes.

    python3 benches/compare/print.py [--runs 5]

Makes a virtual environment in target/compare, installs the two libraries there from
PyPI, and builds Trierarch with the release profile. Notes on the comparison:

- Trierarch lays out the sheets and writes the PDF; each has its own time.
- The others get the finished pages (texts with their places, lines, boxes) and
  only write them. Their fonts are the same files, embedded as subsets.
- Only Trierarch kerns the texts.
- Trierarch and reportlab store a figure or border once and place it many times. fpdf2 has
  no function for this, and draws it each time.
- The times do not include reading the pages from JSON and starting an interpreter.
"""

import argparse
import json
import statistics
import time

from common import FOLDER, ROOT, in_environment, ours

PACKAGES = ["reportlab==5.1.0", "fpdf2==2.8.9"]
FONTS = {
    "Regular": "alegreya/Alegreya-Regular.ttf",
    "Bold": "alegreya/Alegreya-Bold.ttf",
    "Italic": "alegreya/Alegreya-Italic.ttf",
    "Title": "gfs-didot/GFSDidot-Regular.ttf",
}
PT = 72 / 25.4


def by_reportlab(pages, path):
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name, file in FONTS.items():
        pdfmetrics.registerFont(TTFont(name, str(ROOT / "assets" / "fonts" / file)))
    canvas = Canvas(str(path), pageCompression=1)

    def trace(points, x, y, close):
        way = canvas.beginPath()
        way.moveTo(x(points[0][0]), y(points[0][1]))
        for point in points[1:]:
            way.lineTo(x(point[0]), y(point[1]))
        if close:
            way.close()
        return way

    known = set()
    for page in pages:
        for item in page["items"]:
            if item["is"] != "figure" or item["name"] in known:
                continue
            known.add(item["name"])
            canvas.beginForm(item["name"], 0, 0, 100, 50)
            for kind, points, width, grey in item["strokes"]:
                way = trace(points, lambda x: x, lambda y: 50 - y, kind != "line")
                if kind == "fill":
                    canvas.setFillGray(grey)
                    canvas.drawPath(way, stroke=0, fill=1)
                else:
                    canvas.setStrokeGray(grey)
                    canvas.setLineWidth(width)
                    canvas.drawPath(way, stroke=1, fill=0)
            canvas.endForm()
    for page in pages:
        high = page["height"]
        canvas.setPageSize((page["width"] * PT, high * PT))
        x, y = (lambda x: x * PT), (lambda y: (high - y) * PT)
        for item in page["items"]:
            if item["is"] == "text":
                canvas.setFont(item["face"], item["size_pt"])
                canvas.setFillGray(item["grey"])
                canvas.drawString(x(item["at"][0]), y(item["at"][1]), item["content"])
            elif item["is"] == "line":
                canvas.setStrokeGray(item["grey"])
                canvas.setLineWidth(item["width"] * PT)
                canvas.setDash([item["dashes"] * PT] if item["dashes"] else [])
                canvas.drawPath(trace(item["points"], x, y, False), stroke=1, fill=0)
            elif item["is"] == "rect":
                left, top, width, height = item["frame"]
                canvas.setDash([])
                if item["outline"]:
                    canvas.setLineWidth(item["outline"][0] * PT)
                    canvas.setStrokeGray(item["outline"][1])
                if item["fill"] is not None:
                    canvas.setFillGray(item["fill"])
                canvas.rect(x(left), y(top + height), width * PT, height * PT,
                            stroke=bool(item["outline"]), fill=item["fill"] is not None)
            elif item["is"] == "figure":
                left, top, width, height = item["frame"]
                canvas.saveState()
                canvas.setDash([])
                canvas.translate(x(left), y(top + height))
                canvas.scale(width * PT / 100, width * PT / 100)
                canvas.doForm(item["name"])
                canvas.restoreState()
        canvas.showPage()
    canvas.save()


def by_fpdf2(pages, path):
    from fpdf import FPDF

    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(False)
    for name, file in FONTS.items():
        pdf.add_font(name, fname=str(ROOT / "assets" / "fonts" / file))

    def grey(set_colour, value):
        set_colour(round(value * 255))

    def shape(kind, points, width, ink):
        if kind == "fill":
            grey(pdf.set_fill_color, ink)
            pdf.polygon(points, style="F")
        else:
            grey(pdf.set_draw_color, ink)
            pdf.set_line_width(width)
            (pdf.polyline if kind == "line" else pdf.polygon)(points, style="D")

    for page in pages:
        pdf.add_page(format=(page["width"], page["height"]))
        for item in page["items"]:
            if item["is"] == "text":
                pdf.set_font(item["face"], size=item["size_pt"])
                grey(pdf.set_text_color, item["grey"])
                pdf.text(item["at"][0], item["at"][1], item["content"])
            elif item["is"] == "line":
                dash = item["dashes"] or 0
                pdf.set_dash_pattern(dash=dash, gap=dash)
                shape("line", item["points"], item["width"], item["grey"])
            elif item["is"] == "rect":
                left, top, width, height = item["frame"]
                pdf.set_dash_pattern()
                if item["outline"]:
                    pdf.set_line_width(item["outline"][0])
                    grey(pdf.set_draw_color, item["outline"][1])
                if item["fill"] is not None:
                    grey(pdf.set_fill_color, item["fill"])
                style = ("D" if item["outline"] else "") + ("F" if item["fill"] is not None else "")
                pdf.rect(left, top, width, height, style=style)
            elif item["is"] == "figure":
                left, top, width, _ = item["frame"]
                pdf.set_dash_pattern()
                for kind, points, line, ink in item["strokes"]:
                    placed = [(left + x * width / 100, top + y * width / 100) for x, y in points]
                    shape(kind, placed, line * width / 100, ink)
    pdf.output(str(path))


def timed(draw, pages, path, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        draw(pages, path)
        times.append(time.perf_counter() - start)
    return times


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=5)
    runs = arguments.parse_args().runs
    in_environment(PACKAGES)

    import fpdf
    import reportlab

    own = ours("compare-pages", FOLDER, max(runs, 5))
    pages = json.loads((FOLDER / "pages.json").read_text(encoding="utf-8"))
    rows = [
        ("trierarch, lay out", own["lay_out"], None),
        ("trierarch, write", own["write"], FOLDER / "trierarch.pdf"),
    ]
    for name, draw in (
        (f"reportlab {reportlab.__version__}, write", by_reportlab),
        (f"fpdf2 {fpdf.__version__}, write", by_fpdf2),
    ):
        path = FOLDER / f"{name.split()[0]}.pdf"
        rows.append((name, timed(draw, pages, path, runs), path))
    print(f"200 record sheets on {len(pages)} pages, {runs} runs each")
    print(f"{'':28}{'median':>12}{'fastest':>12}{'file':>12}")
    for name, times, path in rows:
        size = f"{path.stat().st_size / 1000:.0f} kB" if path else ""
        median, fastest = (f"{1000 * t:.1f} ms" for t in (statistics.median(times), min(times)))
        print(f"{name:28}{median:>12}{fastest:>12}{size:>12}")


main()
