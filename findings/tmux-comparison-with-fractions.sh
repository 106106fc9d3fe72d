#!/bin/bash
# A tmux status line compares two numbers with fractions: the answer is always yes.
#
# Version:  tmux 3.3a (Debian 12, 3.3a-3).
# Guess:    in a format, #{?#{e|>|f:1,2},yes,no} is no, just as #{?#{e|>|:1,2},yes,no} is.
# Seen:     with f, the comparison gives the text 0.00, but a condition is false only for an empty text and 0. Without
#           f, the numbers lose their fractions first, so 1.9 equals 1.
# Source:   tmux(1), FORMATS: a condition is true if the option "exists and is non-zero"; e| with f uses floating
#           point.
set -euo pipefail
dir=$(mktemp -d)
trap '"${run[@]}" kill-server 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq tmux=3.3a-3 libevent-core-2.1-7 libutempter0 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$(echo "$dir"/root/usr/lib/*-linux-gnu) TMUX_TMPDIR=$dir LC_ALL=C.UTF-8
run=("$dir/root/usr/bin/tmux" -f /dev/null)
"${run[@]}" new-session -d
show() { "${run[@]}" display-message -p "$1"; }
"${run[@]}" -V
echo "guess: no, no, no"
seen="$(show '#{?#{e|>|f:1,2},yes,no}'), $(show '#{?#{e|>|:1,2},yes,no}'), $(show '#{?#{e|==|:1.9,1},yes,no}')"
echo "seen:  $seen (with f the comparison is $(show '#{e|>|f:1,2}'))"
[ "$seen" = "yes, no, yes" ] || { echo "The behaviour has changed."; exit 1; }
