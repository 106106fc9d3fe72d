#!/bin/bash
# SQLite's difference of two dates depends on which one comes first.
#
# Version:  SQLite 3.54.1 (package apsw 3.54.1.0).
# Guess:    timediff(a, b) and timediff(b, a) differ only in the sign.
# Seen:     from 31 January to 1 March it is 29 days; back from 1 March to 31 January it is a month and a day.
# Source:   SQLite's documentation "Date And Time Functions": timediff(A,B) is the amount to add to B to get A.
#           Months are counted from B, and 31 January plus a month is already in March.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check apsw==3.54.1.0
"$dir/venv/bin/python" - <<'PY'
import apsw

connection = apsw.Connection(":memory:")
query = "SELECT timediff(?1, ?2), timediff(?2, ?1), date(?2, timediff(?1, ?2)), date(?1, timediff(?2, ?1))"
seen = list(connection.execute(query, ("2026-03-01", "2026-01-31")))[0]
print("SQLite", apsw.sqlite_lib_version())
print("guess: +0000-01-01 and -0000-01-01")
print("seen: ", seen)
assert seen == (
    "+0000-00-29 00:00:00.000", "-0000-01-01 00:00:00.000", "2026-03-01", "2026-01-31",
), "The behaviour has changed."
PY
