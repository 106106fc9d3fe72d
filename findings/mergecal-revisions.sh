#!/bin/bash
# Calendars merged with mergecal: an old revision stays, and an event of another calendar can disappear.
#
# Version:  mergecal 0.5.0.
# Guess:    of an event's revisions, only the newest stays.
# Seen:     an event counts as a duplicate if UID and SEQUENCE are equal. Revisions 1 and 2 both stay, at two times.
#           Of two events with SEQUENCE 2, the one in the first file wins, although LAST-MODIFIED of the second is
#           later.
# Source:   RFC 5545, 3.8.4.7 and 3.8.7.4: UID names the event, SEQUENCE its revision; RFC 5546, 2.1.5: the larger
#           SEQUENCE, then the later DTSTAMP, replaces the other.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check mergecal==0.5.0 icalendar==7.3.2
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata
import icalendar, mergecal

def calendar(sequence, modified, hour):
    return icalendar.Calendar.from_ical(f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//revision//EN
BEGIN:VEVENT
UID:dinner@example.org
SEQUENCE:{sequence}
DTSTAMP:{modified}T000000Z
LAST-MODIFIED:{modified}T000000Z
DTSTART:20261201T{hour}0000Z
SUMMARY:Dinner at {hour}
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n"))

merged = mergecal.merge_calendars([
    calendar(1, "20261101", "17"), calendar(2, "20261102", "18"), calendar(2, "20261103", "19"),
])
seen = [str(e["SUMMARY"]) for e in merged.walk("VEVENT")]
print("mergecal", importlib.metadata.version("mergecal"))
print("guess: ['Dinner at 19']")
print("seen: ", seen)
assert seen == ["Dinner at 17", "Dinner at 18"], "The behaviour has changed."
PY
