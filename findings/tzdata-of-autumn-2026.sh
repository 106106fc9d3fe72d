#!/bin/bash
# Two releases of the tz database, a few months apart: Casablanca and Edmonton differ by an hour.
#
# Version:  tzdata 2025.2 and 2026.6 from PyPI, read by Python's zoneinfo without the system's data.
# Guess:    the zone rules of inhabited places do not change within a year of the release; Morocco keeps +01.
# Seen:     on 1 December 2026, Casablanca is at +00 and Edmonton at -06; according to the older data, they are at +01
#           and -07.
# Source:   NEWS of the tz database, release 2026c.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check tzdata==2026.6
"$dir/venv/bin/python" - <<'PY'
import os, subprocess, sys

code = """
import datetime, zoneinfo
zoneinfo.reset_tzpath([])
noon = datetime.datetime(2026, 12, 1, 12, tzinfo=datetime.timezone.utc)
print(*(noon.astimezone(zoneinfo.ZoneInfo(z)).strftime("%z") for z in ("Africa/Casablanca", "America/Edmonton")))
"""
def offsets(version):
    target = os.path.join(os.environ["TMPDIR"], version)
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    "--target", target, "tzdata==" + version], check=True)
    environment = {**os.environ, "PYTHONPATH": target}
    return subprocess.run([sys.executable, "-c", code], env=environment, check=True,
                          capture_output=True, text=True).stdout.split()

old, new = offsets("2025.2"), offsets("2026.6")
print("guess: the same offsets")
print("seen:  tzdata 2025.2", old, "- tzdata 2026.6", new)
assert old == ["+0100", "-0700"] and new == ["+0000", "-0600"], "The behaviour has changed."
PY
