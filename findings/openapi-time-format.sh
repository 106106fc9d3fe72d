#!/bin/bash
# The format "time" in openapi-schema-validator: valid times are refused, and invalid ones are accepted.
#
# Version:  openapi-schema-validator 0.9.0 (oas31_format_checker).
# Guess:    08:30:06Z is a time, and 08:30:06 is not, because it has no offset.
# Seen:     the other way around. The check is the one from draft 3 of JSON Schema. "date-time" is right.
# Source:   JSON Schema 2020-12, Validation, 7.3.1: "time" is full-time of RFC 3339, 5.6, with time-offset.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check openapi-schema-validator==0.9.0 jsonschema==4.26.0
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata
from openapi_schema_validator import OAS31Validator, oas31_format_checker

def valid(format, value):
    schema = {"type": "string", "format": format}
    return OAS31Validator(schema, format_checker=oas31_format_checker).is_valid(value)

seen = {value: valid("time", value) for value in ("08:30:06Z", "08:30:06+01:00", "08:30:06")}
print("openapi-schema-validator", importlib.metadata.version("openapi-schema-validator"))
print("guess: valid, valid, invalid")
print("seen: ", seen)
assert seen == {"08:30:06Z": False, "08:30:06+01:00": False, "08:30:06": True}, "The behaviour has changed."
assert valid("date-time", "2026-12-01T08:30:06Z") and not valid("date-time", "2026-12-01T08:30:06")
PY
