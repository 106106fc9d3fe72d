#!/bin/bash
# A CalDAV server expands an all-day series: each occurrence is identified by a date that is declared as a date-time.
#
# Version:  Radicale 3.9.0, accessed over loopback.
# Guess:    RECURRENCE-ID has VALUE=DATE, as DTSTART has.
# Seen:     DTSTART;VALUE=DATE:20261226, but RECURRENCE-ID:20261226, which is not valid: without VALUE, a reader that
#           follows the standard expects 20261226T000000.
# Source:   RFC 5545, 3.8.4.4: RECURRENCE-ID is a DATE-TIME by default, and must have the type of DTSTART.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check radicale==3.9.0
"$dir/venv/bin/python" - <<'PY'
import base64, importlib.metadata, os, re, socket, subprocess, sys, time, urllib.error, urllib.request

event = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//days//EN
BEGIN:VEVENT
UID:holidays@example.org
DTSTAMP:20261001T000000Z
DTSTART;VALUE=DATE:20261225
RRULE:FREQ=DAILY;COUNT=2
SUMMARY:Holidays
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")
query = """<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
<D:prop><C:calendar-data><C:expand start="20261224T000000Z" end="20261231T000000Z"/></C:calendar-data></D:prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
<C:time-range start="20261224T000000Z" end="20261231T000000Z"/>
</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>"""

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
server = subprocess.Popen([
    sys.executable, "-m", "radicale", "--config", "", "--server-hosts", f"127.0.0.1:{port}", "--auth-type", "none",
    "--storage-filesystem-folder", os.environ["TMPDIR"] + "/store"], stderr=subprocess.DEVNULL)

def ask(method, path, body="", **headers):
    headers["Authorization"] = "Basic " + base64.b64encode(b"user:").decode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/user/{path}", body.encode(), headers, method=method)
    return urllib.request.urlopen(request, timeout=10).read().decode()

try:
    for attempt in range(100):
        try:
            ask("MKCALENDAR", "home/")
            break
        except urllib.error.URLError:
            time.sleep(0.1)
    ask("PUT", "home/holidays.ics", event, **{"Content-Type": "text/calendar"})
    answer = ask("REPORT", "home/", query, Depth="1", **{"Content-Type": "application/xml"})
finally:
    server.terminate()
    server.wait()
seen = sorted(set(re.findall(r"(?:DTSTART|RECURRENCE-ID)\S+", answer)))
print("Radicale", importlib.metadata.version("radicale"))
print("guess: RECURRENCE-ID;VALUE=DATE:20261226")
print("seen: ", seen)
assert "RECURRENCE-ID:20261226" in seen and "DTSTART;VALUE=DATE:20261226" in seen, "The behaviour has changed."
PY
