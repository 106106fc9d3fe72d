#!/bin/bash
# For GET, a CalDAV server joins the events of a collection, and keeps one time zone for each name, whatever its rules.
#
# Version:  Radicale 3.9.0, accessed over loopback.
# Guess:    Two events whose zones are both named “Customized Time Zone”, which is Outlook's name for every zone that
#           a person made, keep their times: each zone is sent, or one is renamed.
# Seen:     GET for the collection returns only the zone of the first event, so the second event is six hours early.
#           With REPORT, the same events are right.
# Source:   RFC 5545, 3.6.5: an iCalendar object has one VTIMEZONE for each TZID, so objects in which a TZID means
#           different rules cannot be joined unchanged.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check radicale==3.9.0
"$dir/venv/bin/python" - <<'PY'
import base64, importlib.metadata, os, re, socket, subprocess, sys, time, urllib.error, urllib.request

def calendar(uid, offset):
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
UID:{uid}@example.org
DTSTAMP:20261001T000000Z
DTSTART;TZID=Customized Time Zone:20261201T090000
DURATION:PT1H
SUMMARY:{uid}
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")

query = """<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"/></C:comp-filter></C:filter></C:calendar-query>"""

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
            ask("MKCALENDAR", "work/")
            break
        except urllib.error.URLError:
            time.sleep(0.1)
    for uid, offset in [("berlin", "+0100"), ("lima", "-0500")]:
        ask("PUT", f"work/{uid}.ics", calendar(uid, offset), **{"Content-Type": "text/calendar"})
    joined = ask("GET", "work/")
    single = ask("REPORT", "work/", query, Depth="1", **{"Content-Type": "application/xml"})
finally:
    server.terminate()
    server.wait()
offsets = lambda text: re.findall(r"TZOFFSETTO:(\S+)", text)
events = sorted(re.findall(r"SUMMARY:(\w+)", joined))
print("Radicale", importlib.metadata.version("radicale"))
print("guess: GET has the rules of both zones, +0100 and -0500")
print("seen:  GET", events, offsets(joined), "REPORT", sorted(offsets(single)))
assert events == ["berlin", "lima"] and len(offsets(joined)) == 1, "The behaviour has changed."
assert sorted(offsets(single)) == ["+0100", "-0500"], "The behaviour of REPORT has changed."
PY
