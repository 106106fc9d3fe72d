#!/bin/bash
# While a browser runs, no other program can read its history, although the database has a write-ahead log.
#
# Version:  Firefox ESR 153.8.0 (Debian 12, 153.8.0esr-1~deb12u1), SQLite 3.40.1.
# Guess:    places.sqlite has a write-ahead log, so readers do not wait for the writer, and a query succeeds.
# Seen:     "database is locked", for as long as the browser runs. The browser holds the log in exclusive mode,
#           without the shared-memory file (-shm) that readers need. A copy of the file together with its log can be
#           read.
# Source:   sqlite.org/wal.html, section 8, about a log without shared memory: only one connection at a time.
set -euo pipefail
dir=$(mktemp -d)
trap 'kill $browser 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq firefox-esr=153.8.0esr-1~deb12u1 sqlite3=3.40.1-2+deb12u2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
mkdir profile home
HOME=$dir/home root/usr/lib/firefox-esr/firefox-esr --headless --no-remote --profile "$dir/profile" about:blank \
  >/dev/null 2>&1 & browser=$!
for _ in $(seq 300); do [ -s profile/places.sqlite-wal ] && break; sleep 0.1; done
sleep 3
echo "guess: a number of pages"
seen=$(root/usr/bin/sqlite3 -readonly profile/places.sqlite 'SELECT count(*) FROM moz_places' 2>&1 || true)
cp profile/places.sqlite copy; cp profile/places.sqlite-wal copy-wal
copied=$(root/usr/bin/sqlite3 copy 'SELECT count(*) > 0 FROM moz_places')
echo "seen:  $seen (shared memory: $([ -e profile/places.sqlite-shm ] && echo yes || echo no); a copy: $copied)"
[[ $seen == *"database is locked"* && $copied = 1 && ! -e profile/places.sqlite-shm ]] ||
  { echo "The behaviour has changed."; exit 1; }
