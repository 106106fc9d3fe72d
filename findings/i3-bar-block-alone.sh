#!/bin/bash
# An i3 configuration that contains only a bar block is mistaken for one of version 3, which had no bar blocks.
#
# Version:  i3 4.22 (Debian 12, 4.22-2).
# Guess:    `bar { … }` is version 4 syntax, so the file is read unchanged, as a file with a version 4 key binding is.
# Seen:     without a line that decides the version, such as the heading `# i3 config file (v4)`, the file is
#           converted from version 3: the bar block is commented out, a bar with i3status is added, and `i3 -C`
#           reports an error. With the heading, the file is valid.
# Source:   i3-migrate-config-to-v4(1): "This script will automatically be run by i3 when it detects an old config
#           file. ... We plan to include this script in all i3 release until 2012-08-01."
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq i3-wm=4.22-2 libcairo2 libev4 libstartup-notification0 libpango-1.0-0 libpangocairo-1.0-0 \
  libpangoft2-1.0-0 libharfbuzz0b libgraphite2-3 libfribidi0 libthai0 libdatrie1 libfontconfig1 libfreetype6 \
  libpng16-16 libbrotli1 libpixman-1-0 libglib2.0-0 libpcre2-8-0 libx11-6 libx11-xcb1 libxau6 libxdmcp6 libbsd0 \
  libmd0 libxext6 libxrender1 libxcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 \
  libxcb-render-util0 libxcb-render0 libxcb-shape0 libxcb-shm0 libxcb-util1 libxcb-xinerama0 libxcb-xkb1 \
  libxcb-xrm0 libxkbcommon-x11-0 libxkbcommon0 libyajl2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$(echo "$dir"/root/usr/lib/*-linux-gnu) PATH=$dir/root/usr/bin:$PATH HOME=$dir
unset DISPLAY
printf 'bar {\n  status_command date\n}\n' > alone.conf
{ echo '# i3 config file (v4)'; cat alone.conf; } > headed.conf
i3 --version
status=0
i3 -C -c alone.conf > alone.txt 2>&1 || status=$?
echo "guess: status 0"
echo "seen:  status $status: $(grep -o 'Automatically converted.*' alone.txt || true)"
i3 -C -c headed.conf
[ "$status" = 1 ] && grep -q 'Automatically converted configuration file from v3 to v4' alone.txt ||
  { echo "The behaviour has changed."; exit 1; }
