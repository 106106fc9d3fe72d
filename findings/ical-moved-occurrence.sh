#!/bin/bash
# One occurrence of a series was moved: the ical library shows it at both the old and the new time.
#
# Version:  ical 14.3.1.
# Guess:    the event with RECURRENCE-ID replaces the occurrence that it names.
# Seen:     the timeline of a calendar that was read from a file has both.
# Source:   RFC 5545, 3.8.4.4: RECURRENCE-ID identifies the instance that is meant; 3.8.5.3.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check ical==14.3.1
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata
from ical.calendar_stream import IcsCalendarStream

text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//moved//EN
BEGIN:VEVENT
UID:run@example.org
DTSTAMP:20261101T000000Z
DTSTART:20261201T090000Z
DTEND:20261201T100000Z
RRULE:FREQ=DAILY;COUNT=3
SUMMARY:Run
END:VEVENT
BEGIN:VEVENT
UID:run@example.org
DTSTAMP:20261101T000000Z
RECURRENCE-ID:20261202T090000Z
DTSTART:20261202T150000Z
DTEND:20261202T160000Z
SUMMARY:Run, later
END:VEVENT
END:VCALENDAR
"""
calendar = IcsCalendarStream.calendar_from_ics(text)
seen = [(e.start.strftime("%d %H:%M"), e.summary) for e in calendar.timeline]
print("ical", importlib.metadata.version("ical"))
print("guess: 01 09:00, 02 15:00, 03 09:00")
print("seen: ", seen)
assert seen == [
    ("01 09:00", "Run"), ("02 09:00", "Run"), ("02 15:00", "Run, later"), ("03 09:00", "Run"),
], "The behaviour has changed."
PY
