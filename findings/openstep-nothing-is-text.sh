#!/bin/bash
# A missing value in a property list: openstep_plist writes it, and reads it back as a text.
#
# Version:  openstep_plist 0.5.2.
# Guess:    None is an error, because the old property list format has only strings, data, arrays and dictionaries.
# Seen:     None becomes the string "(nil)". The number 1.0 and the boolean True both become 1.
# Source:   Apple's "Old-Style ASCII Property Lists": the four types. "(nil)" is what a debugger prints for no object.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check openstep_plist==0.5.2
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata
import openstep_plist

value = {"Subtitle": None, "Scale": 1.0, "Mirrored": True}
text = openstep_plist.dumps(value)
seen = openstep_plist.loads(text, use_numbers=True)
print("openstep_plist", importlib.metadata.version("openstep_plist"))
print("guess: an error for None")
print("seen: ", text, "->", seen)
assert seen == {"Subtitle": "(nil)", "Scale": 1, "Mirrored": 1}, "The behaviour has changed."
assert type(seen["Mirrored"]) is int and type(seen["Scale"]) is int, "The behaviour has changed."
PY
