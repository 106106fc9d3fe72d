#!/bin/bash
# One hour and thirty seconds: PT1H30S is a duration for some validators and not for another.
#
# Version:  jsonschema 4.26.0 with isoduration 20.11.0, jsonschema-rs 0.61.0, msgspec 0.22.0.
# Guess:    all three accept PT1H30S and P1W.
# Seen:     jsonschema-rs follows the grammar to the letter: only minutes may follow hours, so it refuses PT1H30S.
#           msgspec accepts PT1H30S, but refuses weeks.
# Source:   RFC 3339, appendix A: dur-hour = 1*DIGIT "H" [dur-minute]; JSON Schema 2020-12, Validation, 7.3.1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check jsonschema==4.26.0 isoduration==20.11.0 jsonschema-rs==0.61.0 msgspec==0.22.0
"$dir/venv/bin/python" - <<'PY'
import datetime, importlib.metadata
import jsonschema, jsonschema_rs, msgspec

schema = {"type": "string", "format": "duration"}
checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
python = jsonschema.Draft202012Validator(schema, format_checker=checker)
rust = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)

def decoded(text):
    try:
        return bool(msgspec.convert(text, datetime.timedelta))
    except msgspec.ValidationError:
        return False

texts = ("PT1H30S", "PT1H0M30S", "P1W")
seen = {text: (python.is_valid(text), rust.is_valid(text), decoded(text)) for text in texts}
for name in ("jsonschema", "jsonschema-rs", "msgspec"):
    print(name, importlib.metadata.version(name))
print("guess: all accept all")
print("seen: ", seen)
assert seen == {
    "PT1H30S": (True, False, True), "PT1H0M30S": (True, True, True), "P1W": (True, True, False),
}, "The behaviour has changed."
PY
