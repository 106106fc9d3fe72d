#!/bin/bash
# icalendar writes the zone of Casablanca into a calendar: Ramadan 2024 is missing, so its events are an hour early.
#
# Version:  icalendar 7.3.2, tzdata 2026.6 from PyPI, read by Python's zoneinfo without the system's data.
# Guess:    the VTIMEZONE that add_missing_timezones writes has the offset of the named zone on each day.
# Seen:     the five weeks of 2012 to 2016, 2019 and 2024 are missing; those of 2025 and 2026 are there. icalendar
#           looks for changes in steps of 64 days, so it finds a shorter period only if a step happens to end in it.
# Source:   RFC 5545, 3.6.5: a VTIMEZONE must define the offsets for all occurrences in the object that use it. The
#           comment that icalendar writes into it: “This timezone only works from 1970-01-01 to 2038-01-01.”
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.2 tzdata==2026.6
"$dir/venv/bin/python" - <<'PY'
import collections, datetime, importlib.metadata, zoneinfo
zoneinfo.reset_tzpath([])
import icalendar

zone = zoneinfo.ZoneInfo("Africa/Casablanca")
event = icalendar.Event.new(uid="breakfast@example.org", start=datetime.datetime(2024, 3, 15, 9, tzinfo=zone))
calendar = icalendar.Calendar.new(subcomponents=[event])
calendar.add_missing_timezones()
own = icalendar.Calendar.from_ical(calendar.to_ical()).timezones[0].to_tz(lookup_tzid=False)

def utc(day, zone):
    return day.replace(tzinfo=zone).astimezone(datetime.timezone.utc)

noons = [datetime.datetime(2012, 1, 1, 12) + datetime.timedelta(days) for days in range(365 * 16)]
wrong = collections.Counter(noon.year for noon in noons if utc(noon, own) != utc(noon, zone))
start = [utc(datetime.datetime(2024, 3, 15, 9), rules).strftime("%H:%M UTC") for rules in (zone, own)]
print("icalendar", importlib.metadata.version("icalendar"))
print("guess: 15 March 2024, 09:00 is", start[0], "- no day differs")
print("seen:  15 March 2024, 09:00 is", start[1], "- days that differ:", dict(wrong))
assert start == ["09:00 UTC", "08:00 UTC"] and \
    wrong == {2012: 31, 2013: 34, 2014: 35, 2015: 35, 2016: 35, 2019: 35, 2024: 35}, "The behaviour has changed."
PY
