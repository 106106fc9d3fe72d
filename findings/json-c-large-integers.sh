#!/bin/bash
# json-c in its strict mode changes large integers without an error.
#
# Version:  json-c 0.16 (Debian 12, 0.16-2), called through ctypes.
# Guess:    an integer that does not fit is an error with JSON_TOKENER_STRICT, or becomes a double.
# Seen:     it becomes the largest number that fits, 18446744073709551615, or the smallest, and the status is success.
# Source:   RFC 8259, 6: a reader may limit numbers; json-c's documentation of json_tokener_set_flags.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq libjson-c5=0.16-2 2>/dev/null
dpkg -x libjson-c5_*.deb root
LIBRARY=$(find "$dir/root" -name libjson-c.so.5) python3 - <<'PY'
import ctypes, os

library = ctypes.CDLL(os.environ["LIBRARY"])
for function in (library.json_tokener_new, library.json_tokener_parse_ex):
    function.restype = ctypes.c_void_p
library.json_object_to_json_string.restype = ctypes.c_char_p

def read(text):
    tokener = ctypes.c_void_p(library.json_tokener_new())
    library.json_tokener_set_flags(tokener, 1)
    value = library.json_tokener_parse_ex(tokener, text, len(text))
    status = library.json_tokener_get_error(tokener)
    return status, library.json_object_to_json_string(ctypes.c_void_p(value)).decode()

seen = [read(text) for text in (b"[123456789012345678901]", b"[-9223372036854775809]", b"[1,]")]
print("guess: an error, or a double")
print("seen: ", seen)
assert [status for status, _ in seen[:2]] == [0, 0] and seen[2][0] != 0, "The behaviour has changed."
assert [text for _, text in seen[:2]] == ["[ 18446744073709551615 ]", "[ -9223372036854775808 ]"], "changed"
PY
