#!/bin/bash
# curl fetches one page over HTTP/2 without TLS, and fails to fetch a second one over the same connection.
#
# Version:  curl 7.88.1 (Debian 12, 7.88.1-10+deb12u15) and nghttpd 1.52.0 (1.52.0-1+deb12u3).
# Guess:    with --http2-prior-knowledge, two addresses on one host are fetched over one connection, as with TLS.
# Seen:     the second one fails with 16, an error in the HTTP/2 framing layer; the server gets no second request.
#           Each of them succeeds on its own.
# Source:   curl(1): --http2-prior-knowledge makes "its non-TLS HTTP requests using HTTP/2 directly", and curl reuses
#           connections for several addresses.
set -euo pipefail
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq curl=7.88.1-10+deb12u15 libcurl4=7.88.1-10+deb12u15 nghttp2-server=1.52.0-1+deb12u3 \
  libnghttp2-14=1.52.0-1+deb12u3 libev4 libjemalloc2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$(echo "$dir"/root/usr/lib/*-linux-gnu)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
touch page log
root/usr/sbin/nghttpd -v --no-tls -a 127.0.0.1 -d "$dir" "$port" > log 2>&1 &
server=$!
until grep -q listen log; do kill -0 "$server"; sleep 0.1; done
fetch() {
  root/usr/bin/curl -q -s --noproxy '*' --http2-prior-knowledge -w '%{http_code}:%{exitcode} ' "$@" || true
}
page=http://127.0.0.1:$port/page
root/usr/bin/curl --version | head -n 1
echo "guess: 200:0 alone, 200:0 200:0 together"
alone=$(fetch "$page")
together=$(fetch "$page" "$page")
requests=$(grep -c "recv HEADERS" log)
echo "seen:  ${alone}alone, ${together}together ($requests requests of 3)"
[ "$alone$together$requests" = "200:0 200:0 000:16 2" ] || { echo "The behaviour has changed."; exit 1; }
