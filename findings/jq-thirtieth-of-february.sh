#!/bin/bash
# jq reads 30 February as 2 March.
#
# Version:  jq from the PyPI package jq 1.13.0.
# Guess:    fromdate refuses a day that the month does not have, just as it refuses 32 January.
# Seen:     the days 29 to 31 are accepted in every month, and continue into the next month.
# Source:   jq's manual: fromdate parses ISO 8601 texts; RFC 3339, 5.7: the largest day of each month.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check jq==1.13.0
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata
import jq

def read(text):
    try:
        return jq.compile("fromdate | todate").input_value(text).first()
    except ValueError as error:
        return "refused"

texts = ["2026-02-28T08:00:00Z", "2026-02-30T08:00:00Z", "2026-04-31T08:00:00Z", "2026-01-32T08:00:00Z"]
seen = [read(text) for text in texts]
print("jq", importlib.metadata.version("jq"))
print("guess: 28 February, refused, refused, refused")
print("seen: ", seen)
assert seen == [
    "2026-02-28T08:00:00Z", "2026-03-02T08:00:00Z", "2026-05-01T08:00:00Z", "refused",
], "The behaviour has changed."
PY
