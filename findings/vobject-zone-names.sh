#!/bin/bash
# Two zones with the same abbreviation: vobject writes China's events in Chicago's time.
#
# Version:  vobject 0.9.9 with Python's zoneinfo zones.
# Guess:    TZID is the key of the zone: America/Chicago and Asia/Shanghai.
# Seen:     TZID is the abbreviation used in winter. It is CST for both, so the file has one VTIMEZONE, and the event
#           in Shanghai moves by 14 hours when the file is read again.
# Source:   RFC 5545, 3.2.19: TZID identifies one VTIMEZONE in the file. Python's documentation of zoneinfo: key.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check vobject==0.9.9 python-dateutil==2.9.0.post0 tzdata==2026.6
"$dir/venv/bin/python" - <<'PY'
import datetime, importlib.metadata
from zoneinfo import ZoneInfo
import vobject

calendar = vobject.iCalendar()
for key in ("America/Chicago", "Asia/Shanghai"):
    event = calendar.add("vevent")
    event.add("uid").value = key
    event.add("summary").value = key
    event.add("dtstart").value = datetime.datetime(2026, 12, 1, 9, tzinfo=ZoneInfo(key))
text = calendar.serialize()
starts = {e.summary.value: e.dtstart.value.isoformat() for e in vobject.readOne(text).vevent_list}

print("vobject", importlib.metadata.version("vobject"))
print("guess: two zones, Shanghai at 09:00+08:00")
print("seen: ", text.count("BEGIN:VTIMEZONE"), "zone,", starts)
assert text.count("BEGIN:VTIMEZONE") == 1 and text.count("DTSTART;TZID=CST:20261201T090000") == 2, "changed"
assert starts["Asia/Shanghai"] == "2026-12-01T09:00:00-06:00", "The behaviour has changed."
PY
