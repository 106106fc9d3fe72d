#!/bin/bash
# The name of the time zone in Dublin: Babel calls winter “Irish Summer Time” in German, and summer Greenwich Mean Time.
#
# Version:  Babel 2.19.0, tzdata 2026.6 from PyPI, read by Python's zoneinfo without the system's data.
# Guess:    15 January is Greenwich Mean Time, 15 July Irish Standard Time (German: Irische Sommerzeit).
# Seen:     the other way around, in each language; the offsets next to the names are right. In the tz database, Irish
#           summer is standard time, and winter is “daylight saving” of minus one hour. Babel treats any saving other
#           than zero as summer, and CLDR has the name of Irish summer under “daylight”. London is right.
# Source:   tz database, file europe: rule Eire, SAVE -1:00 in winter. CLDR, main/de.xml, zone Europe/Dublin. Babel's
#           documentation of get_timezone_name: for a datetime, the name of the time at that moment.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check babel==2.19.0 tzdata==2026.6
"$dir/venv/bin/python" - <<'PY'
import datetime, zoneinfo, babel
from babel.dates import format_datetime

zoneinfo.reset_tzpath([])

def names(key, language):
    zone = zoneinfo.ZoneInfo(key)
    days = [datetime.datetime(2026, month, 15, 12, tzinfo=zone) for month in (1, 7)]
    return [format_datetime(day, "zzzz xxx", tzinfo=zone, locale=language) for day in days]

print("Babel", babel.__version__)
english, german = names("Europe/Dublin", "en_IE"), names("Europe/Dublin", "de")
london = names("Europe/London", "en_IE")
print("guess: January Greenwich Mean Time +00:00, July Irish Standard Time +01:00")
print("seen:  January %s, July %s; in German January %s, July %s" % (*english, *german))
print("London: January %s, July %s" % tuple(london))
assert english == ["Irish Standard Time +00:00", "Greenwich Mean Time +01:00"] and \
    german == ["Irische Sommerzeit +00:00", "Mittlere Greenwich-Zeit +01:00"] and \
    london == ["Greenwich Mean Time +00:00", "British Summer Time +01:00"], "The behaviour has changed."
PY
