#!/bin/bash
# libcurl does not keep HTTP/2 connections alive: curl_easy_upkeep reports success, but nothing is sent.
#
# Version:  libcurl 7.88.1 (Debian 12, 7.88.1-10+deb12u15) and nghttpd 1.52.0 (1.52.0-1+deb12u3).
# Guess:    after a request over HTTP/2, curl_easy_upkeep sends a PING, whichever way the request was made.
# Seen:     after curl_easy_perform, the PING stays in a buffer until the next request is sent, so an idle connection
#           is not kept alive. After a request with a multi handle, no PING is sent at all. Both calls return
#           CURLE_OK.
# Source:   curl_easy_upkeep(3): "when the connection upkeep interval is exceeded and curl_easy_upkeep is called,
#           an HTTP/2 PING frame is sent on the connection"; it names no exception.
set -euo pipefail
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq libcurl4=7.88.1-10+deb12u15 nghttp2-server=1.52.0-1+deb12u3 libnghttp2-14=1.52.0-1+deb12u3 \
  libev4 libjemalloc2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost -keyout key -out certificate 2> errors
export LD_LIBRARY_PATH=$(echo "$dir"/root/usr/lib/*-linux-gnu)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
touch page log
root/usr/sbin/nghttpd -v -a 127.0.0.1 -d "$dir" "$port" key certificate > log 2>&1 &
server=$!
until grep -q listen log; do kill -0 "$server"; sleep 0.1; done
cat > client.py <<'PY'
import ctypes, sys, time

URL, HTTP_VERSION, ROOTS, INTERVAL, HTTP_2_WITH_TLS = 10002, 84, 10065, 281, 4
curl = ctypes.CDLL("libcurl.so.4")
for name in ("curl_easy_init", "curl_multi_init"):
    getattr(curl, name).restype = ctypes.c_void_p
kind, port = sys.argv[1:]
easy = ctypes.c_void_p(curl.curl_easy_init())
multi = ctypes.c_void_p(curl.curl_multi_init())
for option, value in (
    (URL, ctypes.c_char_p(f"https://localhost:{port}/page".encode())),
    (HTTP_VERSION, ctypes.c_long(HTTP_2_WITH_TLS)),
    (ROOTS, ctypes.c_char_p(b"certificate")),
    (INTERVAL, ctypes.c_long(1)),
):
    assert curl.curl_easy_setopt(easy, option, value) == 0

def request():
    if kind == "easy":
        return curl.curl_easy_perform(easy)
    running = ctypes.c_int(1)
    curl.curl_multi_add_handle(multi, easy)
    while running.value:
        curl.curl_multi_perform(multi, ctypes.byref(running))
        curl.curl_multi_poll(multi, None, 0, 100, None)
    curl.curl_multi_remove_handle(multi, easy)

def pings():
    time.sleep(0.5)
    return open("log").read().count("recv PING")

request()
before = pings()
assert curl.curl_easy_upkeep(easy) == 0
after = pings()
request()
print(after - before, "and", pings() - after)
PY
easy=$(python3 client.py easy "$port")
multi=$(python3 client.py multi "$port")
[ "$(grep -c ":path: /page" log)" = 4 ]
echo "guess: PINGs after the call and with the next request: 1 and 0 of an easy handle, 1 and 0 of a multi handle"
echo "seen:  $easy of an easy handle, $multi of a multi handle"
[ "$easy, $multi" = "0 and 1, 0 and 0" ] || { echo "The behaviour has changed."; exit 1; }
