#!/bin/bash
# PostgreSQL looks for settings that end before a date: a time that is written with Z is not found, without an error.
#
# Version:  PostgreSQL 15.20 (Debian 12, 15.20-0+deb12u1), a temporary database.
# Guess:    in a JSON path, datetime() reads 2026-12-01T09:00:00Z, the usual form in JSON, as the type timestamptz does.
# Seen:     it reads +00:00 and +00, but not Z: on its own, that is an error, “datetime format is not recognized”. In
#           a filter, an error counts as unknown, so the row is neither among the earlier rows nor among the later
#           ones.
# Source:   PostgreSQL 15, 9.16.2: datetime() converts a string to a date/time value; postgresql.org, feature matrix:
#           “valid date and time formats (e.g. ISO 8601)”. RFC 3339, 5.6: time-offset = "Z" / time-numoffset.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq postgresql-15=15.20-0+deb12u1 libldap-2.5-0 libxml2 libicu72 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$dir/root/usr/lib/x86_64-linux-gnu LC_ALL=C TZ=UTC
bin=$dir/root/usr/lib/postgresql/15/bin
run=()
# PostgreSQL does not run as root.
if [ "$(id -u)" = 0 ]; then
  chmod 755 "$dir"
  install -d -o nobody data
  run=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
fi
"${run[@]}" "$bin/initdb" -D data -A trust -E UTF8 >/dev/null
# query SQL: prints the text that a query with one row and one column returns, or its error message.
query() {
  "${run[@]}" "$bin/postgres" --single -D data postgres 2>&1 <<<"$1" |
    sed -n 's/^.* 1: x = "\(.*\)"\t.*/\1/p; s/^.*ERROR:  //p'
}
rows="(values ('Z', '{\"end\": \"2026-12-01T09:00:00Z\"}'::jsonb), ('+00', '{\"end\": \"2026-12-01T09:00:00+00\"}'), \
('+00:00', '{\"end\": \"2026-12-01T09:00:00+00:00\"}')) as w(form, settings)"
found() {
  query "select coalesce(string_agg(form, ' '), 'none') as x from $rows where $1"
}
"$bin/postgres" --version
cast=$(found "(settings->>'end')::timestamptz < '2027-01-01Z'")
before=$(found "settings @? '\$.end ? (@.datetime() < \"2027-01-01T00:00:00+00:00\".datetime())'")
after=$(found "settings @? '\$.end ? (@.datetime() >= \"2027-01-01T00:00:00+00:00\".datetime())'")
alone=$(query "select jsonb_path_query('\"2026-12-01T09:00:00Z\"', '\$.datetime()')::text as x")
echo "guess: before 2027: Z +00 +00:00; later: none"
echo "seen:  before 2027: $before; later: $after; as timestamptz before 2027: $cast"
echo "alone: $alone"
[ "$before|$after|$cast" = "+00 +00:00|none|Z +00 +00:00" ] &&
  [ "$alone" = 'datetime format is not recognized: "2026-12-01T09:00:00Z"' ] ||
  { echo "The behaviour has changed."; exit 1; }
