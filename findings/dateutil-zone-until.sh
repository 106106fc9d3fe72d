#!/bin/bash
# A time zone from an iCalendar file: dateutil loses the last clock change in zones east of Greenwich.
#
# Version:  python-dateutil 2.9.0.post0 (dateutil.tz.tzical).
# Guess:    a DAYLIGHT rule whose UNTIL is exactly the time of its last onset includes that onset.
# Seen:     the time in UNTIL is read as local time. In Berlin it is one hour before the onset, so the last
#           summer is missing. In New York it is hours after the onset, so nothing is missing.
# Source:   RFC 5545, 3.6.5: UNTIL in a STANDARD or DAYLIGHT part must be in UTC; 3.3.10: it is inclusive.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check python-dateutil==2.9.0.post0
"$dir/venv/bin/python" - <<'PY'
import datetime, io
import dateutil
from dateutil import tz

def zone(standard, summer, until):
    text = f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//zone//EN
BEGIN:VTIMEZONE
TZID:Office
BEGIN:STANDARD
DTSTART:20241101T000000
TZOFFSETFROM:{standard}
TZOFFSETTO:{standard}
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20250330T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL={until}
TZOFFSETFROM:{standard}
TZOFFSETTO:{summer}
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20251026T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;COUNT=3
TZOFFSETFROM:{summer}
TZOFFSETTO:{standard}
END:STANDARD
END:VTIMEZONE
END:VCALENDAR
"""
    return tz.tzical(io.StringIO(text)).get("Office")

def summer_of_2026(zone):
    return datetime.datetime(2026, 7, 1, 12, tzinfo=zone).utcoffset() / datetime.timedelta(hours=1)

# The last onset is 29 March 2026, 02:00: 01:00 UTC at +01:00, 07:00 UTC at -05:00.
east = summer_of_2026(zone("+0100", "+0200", "20260329T010000Z"))
west = summer_of_2026(zone("-0500", "-0400", "20260329T070000Z"))
print("dateutil", dateutil.__version__)
print("guess: summer 2026 is +2 in the east and -4 in the west")
print("seen: ", east, "and", west)
assert (east, west) == (1, -4), "The behaviour has changed."
PY
