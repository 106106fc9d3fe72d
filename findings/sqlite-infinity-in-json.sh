#!/bin/bash
# SQLite turns Infinity into valid JSON, and jq turns that into the largest double.
#
# Version:  SQLite 3.54.1 (package apsw 3.54.1.0), jq from the PyPI package jq 1.13.0.
# Guess:    json('[Infinity]') is an error, because JSON has no such number.
# Seen:     json() reads JSON5 and writes 9e999, a valid number that no double can represent. json_array(1e999) has
#           another spelling. jq reads both as 1.797e308, which is no longer infinite, without an error.
# Source:   RFC 8259, 6: Infinity is not permitted. SQLite's documentation
#           "JSON Functions And Operators", on JSON5 extensions.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check apsw==3.54.1.0 jq==1.13.0
"$dir/venv/bin/python" - <<'PY'
import apsw, jq, math

connection = apsw.Connection(":memory:")
texts = list(connection.execute("SELECT json('[Infinity]'), json_array(1e999), json_valid('[Infinity]')"))[0]
read = [jq.compile(".[0]").input_text(text).first() for text in texts[:2]]
print("SQLite", apsw.sqlite_lib_version())
print("guess: an error")
print("seen: ", texts, "and in jq", read)
assert texts == ("[9e999]", "[9.0e+999]", 0), "SQLite has changed."
assert read == [1.7976931348623157e308] * 2 and not any(map(math.isinf, read)), "jq has changed."
PY
