#!/bin/bash
# A corrected time zone is not synchronized: for vdirsyncer, the two files are the same.
#
# Version:  vdirsyncer 0.21.0.
# Guess:    two calendar files whose events start at different moments have different hashes.
# Seen:     the hash leaves VTIMEZONE out. The rules in it can change the start by four hours, and the hash stays the
#           same.
# Source:   RFC 5545, 3.6.5: the VTIMEZONE in the file defines what a TZID means. vdirsyncer compares items by
#           this hash if a storage has no etags.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check vdirsyncer==0.21.0
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata
from vdirsyncer.vobject import Item

def calendar(offset, hour="09"):
    return f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//office//EN
BEGIN:VTIMEZONE
TZID:Office
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:{offset}
TZOFFSETTO:{offset}
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:opening@example.org
DTSTAMP:20261101T000000Z
DTSTART;TZID=Office:20261201T{hour}0000
SUMMARY:Opening
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")

first, corrected, later = (Item(c) for c in (calendar("+0100"), calendar("+0500"), calendar("+0100", "10")))
print("vdirsyncer", importlib.metadata.version("vdirsyncer"))
print("guess: another zone is another hash, as another hour is")
print("seen:  another zone:", first.hash != corrected.hash, "- another hour:", first.hash != later.hash)
assert first.hash == corrected.hash and first.hash != later.hash, "The behaviour has changed."
PY
