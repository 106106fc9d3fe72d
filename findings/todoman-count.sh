#!/bin/bash
# A task for three days in a row: todoman repeats it forever, and reminds of it only once.
#
# Version:  todoman 4.7.0 (with icalendar 7.3.2).
# Guess:    with FREQ=DAILY;COUNT=3, nothing is open after “todo done” three times, and the second and third tasks
#           have the alarm and the class PRIVATE of the first.
# Seen:     each “done” makes a new task with the whole rule, including COUNT=3, so one task is always open. The new
#           task has neither the alarm nor the class; without a class, it is PUBLIC.
# Source:   RFC 5545, 3.3.10: COUNT is the number of occurrences, of which DTSTART is the first; 3.8.1.3: the default of
#           CLASS is PUBLIC. todoman's author, issue 423: completing a task makes the next one of the series.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir HOME=$dir TZ=Europe/Berlin
cd "$dir"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check todoman==4.7.0 icalendar==7.3.2
mkdir -p tasks/home
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//tasks//EN BEGIN:VTODO UID:water@example.org \
  DTSTAMP:20261101T000000Z 'DTSTART;VALUE=DATE:20270320' 'DUE;VALUE=DATE:20270321' 'RRULE:FREQ=DAILY;COUNT=3' \
  'SUMMARY:Water the cuttings' CLASS:PRIVATE BEGIN:VALARM ACTION:DISPLAY DESCRIPTION:Water \
  'TRIGGER;RELATED=END:-PT15M' END:VALARM END:VTODO END:VCALENDAR >tasks/home/first.ics
printf '%s\n' "path = '$dir/tasks/*'" "date_format = '%Y-%m-%d'" "time_format = '%H:%M'" "cache_path = '$dir/cache'" \
  >config.py
todo() { venv/bin/todo --config config.py "$@"; }
for number in 1 2 3 4 5; do
  todo done "$number" >/dev/null
done
todo --version
open=$(grep -l '^STATUS:NEEDS-ACTION' tasks/home/*)
rule=$(grep '^RRULE' "$open" | tr -d '\r')
due=$(grep '^DUE' "$open" | tr -d '\r')
kept=$(grep -lE '^(BEGIN:VALARM|CLASS:PRIVATE)' tasks/home/* | wc -l)
echo "guess: after three times nothing is open; 3 tasks with alarm and class"
echo "seen:  after five times: $due $rule; $kept task with alarm and class of $(ls tasks/home | wc -l)"
[ "$due $rule $kept" = "DUE;VALUE=DATE:20270326 RRULE:FREQ=DAILY;COUNT=3 1" ] ||
  { echo "The behaviour has changed."; exit 1; }
