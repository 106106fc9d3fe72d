#!/bin/bash
# A string table goes through translate-toolkit without being edited: one text is lost, and two others have changed.
#
# Version:  translate-toolkit 3.20.4, the library used by Weblate; openstep-plist 0.5.2 reads the table before and
#           after.
# Guess:    a valid table that is read and written has the same keys and texts.
# Seen:     of two entries on one line, the first gets the rest of the line as its text, and the second is gone. A
#           space before the semicolon adds a quotation mark and a space to the text. There is no error.
# Source:   Apple's “Old-Style ASCII Property Lists”: spaces and line feeds only separate. translate-toolkit's page
#           “Mac OSX strings” mentions no such limit.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check translate-toolkit==3.20.4 openstep-plist==0.5.2
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata
import openstep_plist
from translate.storage.properties import stringsutf8file

table = '''/* Choices of a row */
"day" = "Day"; "week" = "Week";
"month" = "Month" ;
"year" = "Year";
'''
file = stringsutf8file()
file.parse(table.encode())
written = bytes(file).decode()
before, after = (openstep_plist.loads("{" + text + "}") for text in (table, written))
print("translate-toolkit", importlib.metadata.version("translate-toolkit"))
print("guess:", before)
print("seen: ", after)
assert before == {"day": "Day", "week": "Week", "month": "Month", "year": "Year"} and \
    after == {"day": 'Day"; "week" = "Week', "month": 'Month" ', "year": "Year"}, "The behaviour has changed."
PY
