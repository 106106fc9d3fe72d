#!/bin/bash
# Babel writes half past seven in the evening and reads it back as the morning.
#
# Version:  Babel 2.19.0 (CLDR data inside).
# Guess:    parse_time reads what format_time writes in the same language.
# Seen:     parse_time looks only for the Latin letters AM and PM. With any other word for the half of the day, it
#           reads the hour unchanged, without an error: 19:30 comes back as 07:30.
# Source:   Babel's documentation of parse_time: the format of the locale is a hint for the order of the fields.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check Babel==2.19.0
"$dir/venv/bin/python" - <<'PY'
import datetime, importlib.metadata
from babel.dates import format_time, parse_time

evening = datetime.time(19, 30)
print("Babel", importlib.metadata.version("babel"))
print("guess: each language reads its own text as 19:30")
seen = {}
for language in ("en_US", "ar", "el", "ko", "sq", "zh_Hant"):
    text = format_time(evening, "short", locale=language)
    seen[language] = parse_time(text, locale=language)
    print(f"seen:  {language}: {text} -> {seen[language]}")
assert seen["en_US"] == evening
assert [k for k, v in seen.items() if v == datetime.time(7, 30)] == ["ar", "el", "ko", "sq", "zh_Hant"], "The behaviour has changed."
PY
