#!/bin/bash
# A tmux status line shows the output of a program: some doubled number signs are halved twice instead of once.
#
# Version:  tmux 3.3a (Debian 12, 3.3a-3).
# Guess:    `##` is a number sign, as in formats, so the output of a program that doubles each sign is shown as
#           written.
# Seen:     a sign before a letter and before a bracket is shown as written. Of two signs in a row, which are four in
#           the output, one is left, because they are halved when the output is expanded, and again when it is drawn.
#           A sign at the end consumes the next bracket, so `[pop-default]` appears after it. With the empty style
#           `#[]` after `##`, both are right.
# Source:   tmux(1), FORMATS: "`##` ... will be replaced by a single `#`".
set -euo pipefail
dir=$(mktemp -d)
trap 'for one in outer inner; do "${run[@]}" -L $one kill-server 2>/dev/null || true; done; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq tmux=3.3a-3 libevent-core-2.1-7 libutempter0 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$(echo "$dir"/root/usr/lib/*-linux-gnu) TMUX_TMPDIR=$dir LC_ALL=C.UTF-8 TERM=screen
cat > tmux.conf <<END
set -g status-interval 1
set -g status-right-length 100
set -g status-left ''
set -g window-status-current-format ''
set -g status-right '#(cat $dir/output)'
END
run=("$dir/root/usr/bin/tmux" -f "$dir/tmux.conf")
# The status line of an inner tmux is the last line in an outer one, where it can be read as text.
shown() {
  echo "$1" > output
  "${run[@]}" -L outer new-session -d -x 60 -y 6 "${run[*]} -L inner new-session"
  for _ in $(seq 100); do
    "${run[@]}" -L outer capture-pane -p | grep -q 'A.*E' && break
    sleep 0.1
  done
  "${run[@]}" -L outer capture-pane -p | grep -o 'A.*' | head -1
  "${run[@]}" -L inner kill-server; "${run[@]}" -L outer kill-server 2>/dev/null || true
  sleep 0.3
}
unset TMUX
"${run[@]}" -V
echo "guess: A #b #[c] ## E#"
doubled=$(shown 'A ##b ##[c] #### E##')
styled=$(shown 'A ##b ##[c] ###[]###[] E###[]')
echo "seen:  $doubled"
echo "with an empty style: $styled"
[ "$doubled" = "A #b #[c] # E#[pop-default]" ] && [ "$styled" = "A #b #[c] ## E#" ] ||
  { echo "The behaviour has changed."; exit 1; }
