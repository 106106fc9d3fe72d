#!/bin/bash
# Two readers of calendars keep the rules of a time zone by its name for the whole process, so the zones of a file
# depend on the files that were read before it.
#
# Version:  icalendar 7.3.2, on which recurring-ical-events and khal are built, and vobject 0.9.9.
# Guess:    Two files that each have their own VTIMEZONE “Customized Time Zone”, as Outlook writes it, are each read
#           with their own rules: 09:00 at UTC+1, and 09:00 at UTC-5.
# Seen:     Both are 09:00 at UTC+1. If the second file is read first, it is right.
# Source:   RFC 5545, 3.2.19 and 3.6.5: a TZID that does not start with a slash names a VTIMEZONE in the same
#           iCalendar object.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.2 vobject==0.9.9
cat > "$dir/read.py" <<'PY'
import importlib.metadata, sys, icalendar, vobject

def calendar(offset):
    return f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//zones//EN
BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16010101T000000
TZOFFSETFROM:{offset}
TZOFFSETTO:{offset}
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:{offset}@example.org
DTSTAMP:20261001T000000Z
DTSTART;TZID=Customized Time Zone:20261201T090000
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")

readers = {
    "icalendar": lambda text: icalendar.Calendar.from_ical(text).events[0]["DTSTART"].dt,
    "vobject": lambda text: vobject.readOne(text).vevent.dtstart.value,
}
reader = sys.argv[1]
print(reader, importlib.metadata.version(reader),
      *[readers[reader](calendar(offset)).isoformat() for offset in sys.argv[2:]])
PY
echo "guess: 2026-12-01T09:00:00+01:00 2026-12-01T09:00:00-05:00"
for reader in icalendar vobject; do
  both=$("$dir/venv/bin/python" "$dir/read.py" "$reader" +0100 -0500)
  alone=$("$dir/venv/bin/python" "$dir/read.py" "$reader" -0500)
  echo "seen:  $both; alone: $alone"
  case "$both" in
  *" 2026-12-01T09:00:00+01:00 2026-12-01T09:00:00+01:00") ;;
  *) echo "The behaviour has changed." && exit 1 ;;
  esac
  case "$alone" in
  *" 2026-12-01T09:00:00-05:00") ;;
  *) echo "The behaviour has changed." && exit 1 ;;
  esac
done
