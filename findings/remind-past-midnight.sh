#!/bin/bash
# An event of three hours that ends after midnight takes five hours in remind's calendar format.
#
# Version:  remind 04.02.03 (Debian 12, 04.02.03-4), option -s.
# Guess:    one line, 180 minutes starting at 23:00; or two lines of 60 and 120 minutes.
# Seen:     two lines: 180 minutes starting at 23:00, and 120 minutes starting at midnight. A program that adds up the
#           lines, or lists them as events, counts two hours twice. Only the text shows that the event ends after
#           midnight, with "+1".
# Source:   remind(1), option -s: a line has the duration in minutes and the time in minutes after midnight.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq remind=04.02.03-4 2>/dev/null
dpkg -x remind_*.deb root
echo 'REM Nov 28 2026 AT 23:00 DURATION 3:00 MSG Concert' >evening.rem
echo "remind $(dpkg-deb -f remind_*.deb Version)"
seen=$(root/usr/bin/remind -s evening.rem 2026/11/01)
echo "guess: 2026/11/28 * * 180 1380 …"
echo "seen:"; echo "$seen"
[ "$(echo "$seen" | awk '{print $1, $4, $5}')" = "2026/11/28 180 1380
2026/11/29 120 0" ] || { echo "The behaviour has changed."; exit 1; }
