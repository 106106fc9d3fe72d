#!/bin/bash
# A weekly meeting at 09:00 moves to 08:00 when ics reads a calendar and writes it again.
#
# Version:  ics 0.7.3. The occurrences are counted with recurring-ical-events 3.8.2.
# Guess:    a calendar that is read and written unchanged keeps the zone of its events.
# Seen:     DTSTART and DTEND become UTC; RRULE stays unchanged. After the clock change, each occurrence is an hour
#           early.
# Source:   RFC 5545, 3.8.5.3: a rule is expanded in the zone of DTSTART.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check ics==0.7.3 recurring-ical-events==3.8.2 icalendar==7.3.2 tzdata==2026.6
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata
from zoneinfo import ZoneInfo
import icalendar, ics, recurring_ical_events

text = "\r\n".join("""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//series//EN
CALSCALE:GREGORIAN
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:meeting@example.org
DTSTAMP:20261001T000000Z
DTSTART;TZID=Europe/Berlin:20261012T090000
DTEND;TZID=Europe/Berlin:20261012T100000
RRULE:FREQ=WEEKLY;COUNT=4
SUMMARY:Meeting
END:VEVENT
END:VCALENDAR
""".splitlines()) + "\r\n"

def times(text):
    found = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between((2026, 10, 1), (2026, 12, 1))
    berlin = ZoneInfo("Europe/Berlin")
    return sorted(e["DTSTART"].dt.astimezone(berlin).strftime("%d %b %H:%M") for e in found)

written = ics.Calendar(text).serialize()
print("ics", importlib.metadata.version("ics"))
print("guess:", times(text))
print("seen: ", times(written))
assert [t[-5:] for t in times(text)] == ["09:00"] * 4
assert times(written) == ["02 Nov 08:00", "12 Oct 09:00", "19 Oct 09:00", "26 Oct 08:00"], "The behaviour has changed."
PY
