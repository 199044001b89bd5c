"""Shared parts of the comparisons: their virtual environment, and the programs of Trierarch."""

import json
import os
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "target" / "compare"


def in_environment(packages):
    """Runs the script again in a virtual environment with these packages, which is made if it
    is missing."""
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
    """The JSON that an example of Trierarch prints, built with the release profile."""
    command = ["cargo", "run", "--release", "--quiet", "--no-default-features"]
    command += ["--example", example, "--", *map(str, arguments)]
    out = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(out.stdout)
