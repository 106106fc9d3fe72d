#!/bin/bash
# A calendar with X-WR-TIMEZONE: the converter gives a zone even to floating times.
#
# Version:  x-wr-timezone 2.0.1.
# Guess:    times in UTC move to the calendar's zone. Floating times stay floating.
# Seen:     both get the zone. An event for breakfast at 07:00, wherever one is, is now at 07:00 only in Berlin.
# Source:   RFC 5545, 3.3.5, form 1: a local time without a zone is the same wall time for every reader.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check x-wr-timezone==2.0.1 icalendar==7.3.2 tzdata==2026.6
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata
import icalendar, x_wr_timezone

text = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//floating//EN
X-WR-TIMEZONE:Europe/Berlin
BEGIN:VEVENT
UID:call@example.org
DTSTAMP:20261101T000000Z
DTSTART:20261201T080000Z
SUMMARY:Call
END:VEVENT
BEGIN:VEVENT
UID:breakfast@example.org
DTSTAMP:20261101T000000Z
DTSTART:20261201T070000
SUMMARY:Breakfast
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")
calendar = x_wr_timezone.to_standard(icalendar.Calendar.from_ical(text))
starts = {str(e["SUMMARY"]): e["DTSTART"].dt.isoformat() for e in calendar.walk("VEVENT")}
print("x-wr-timezone", importlib.metadata.version("x-wr-timezone"))
print("guess: Call 09:00+01:00, Breakfast 07:00 without an offset")
print("seen: ", starts)
assert starts == {
    "Call": "2026-12-01T09:00:00+01:00",
    "Breakfast": "2026-12-01T07:00:00+01:00",
}, "The behaviour has changed."
PY
