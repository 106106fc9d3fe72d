#!/bin/bash
# An alarm 15 minutes before an event goes through calcurse, and becomes an invalid duration.
#
# Version:  calcurse 4.7.1 (Debian 12, 4.7.1-1), icalendar 7.3.2 as the reader of its export.
# Guess:    the export has TRIGGER:-PT15M, or -PT5M, because calcurse has one lead time for all events.
# Seen:     TRIGGER:-P300S. Seconds without the letter T are not a duration, so icalendar refuses the whole file.
# Source:   RFC 5545, 3.3.6: dur-time = "T" (dur-hour / dur-minute / dur-second).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq calcurse=4.7.1-1 2>/dev/null
dpkg -x calcurse_*.deb root
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//alarm//EN BEGIN:VEVENT UID:train@example.org \
  DTSTAMP:20261101T000000Z DTSTART:20261201T090000Z DTEND:20261201T100000Z SUMMARY:Train \
  BEGIN:VALARM ACTION:DISPLAY DESCRIPTION:Train TRIGGER:-PT15M END:VALARM END:VEVENT END:VCALENDAR >in.ics
export TZ=UTC HOME=$dir
root/usr/bin/calcurse -q -D data -i in.ics
root/usr/bin/calcurse -q -D data -x >out.ics
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check icalendar==7.3.2
root/usr/bin/calcurse --version | head -n 1
echo "guess: TRIGGER:-PT15M or TRIGGER:-PT5M"
echo "seen:  $(grep TRIGGER out.ics | tr -d '\r')"
grep -q '^TRIGGER:-P300S' out.ics || { echo "The behaviour has changed."; exit 1; }
venv/bin/python - <<'PY'
import icalendar

try:
    icalendar.Calendar.from_ical(open("out.ics").read())
except icalendar.InvalidCalendar as error:
    print("icalendar:", error)
else:
    raise SystemExit("The behaviour has changed.")
PY
