#!/bin/bash
# The identifier 0042 in a CSV file: of three readers, only one keeps it.
#
# Version:  sqlite-utils 4.2.1, polars 2.1.0, duckdb 2.0.1.
# Guess:    sqlite-utils stores texts, because a CSV file has nothing else; polars and DuckDB read the number 42.
# Seen:     sqlite-utils detects an integer column and stores 42; polars reads 42; DuckDB keeps the text 0042. DuckDB
#           reads 0x10 as 16; polars keeps it as a text.
# Source:   RFC 4180 has no types. GTFS, stops.txt: stop_id is an ID, "a sequence of any UTF-8 characters".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check sqlite-utils==4.2.1 polars==2.1.0 duckdb==2.0.1
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata, os, subprocess, sys, tempfile
import duckdb, polars, sqlite3

folder = tempfile.mkdtemp(dir=os.environ["TMPDIR"])
path = os.path.join(folder, "stops.csv")
with open(path, "w") as file:
    file.write("stop_id,zone\n0042,0x10\n0007,0x11\n")

database = os.path.join(folder, "stops.db")
subprocess.run(
    [sys.executable, "-m", "sqlite_utils", "insert", database, "stops", path, "--csv"],
    check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
seen = {
    "sqlite-utils": sqlite3.connect(database).execute("SELECT stop_id, zone FROM stops").fetchone(),
    "polars": polars.read_csv(path).row(0),
    "duckdb": duckdb.sql(f"FROM read_csv('{path}')").limit(1).fetchall()[0],
}
for name, row in seen.items():
    print(name, importlib.metadata.version(name), row)
print("guess: ('0042', '0x10'), (42, '0x10'), (42, '0x10')")
assert seen == {
    "sqlite-utils": (42, "0x10"), "polars": (42, "0x10"), "duckdb": ("0042", 16),
}, "The behaviour has changed."
PY
