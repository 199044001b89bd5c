"""What the comparisons share: an environment of their own, and our side of it."""

import json
import os
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "target" / "compare"


def in_environment(packages):
    """Runs the script again inside an environment of its own, made where it is
    missing, with these packages in it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    place = FOLDER / "venv"
    if pathlib.Path(sys.prefix).resolve() == place.resolve():
        return
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(place, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True)
    sys.exit(subprocess.run([python, *sys.argv]).returncode)


def ours(example, *arguments):
    """What one of our examples, built in release, prints as JSON."""
    command = ["cargo", "run", "--release", "--quiet", "--no-default-features"]
    command += ["--example", example, "--", *map(str, arguments)]
    out = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(out.stdout)
