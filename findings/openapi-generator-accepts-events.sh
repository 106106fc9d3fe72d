#!/bin/bash
# A client of openapi-generator accepts a type of response that it cannot read.
#
# Version:  openapi-generator 7.26.0 (openapi-generator-cli of PyPI, needs Java), generators java (native) and
#           typescript-fetch.
# Guess:    For an operation that answers with JSON or with an event stream, a client that reads JSON accepts only JSON.
# Seen:     The Java client accepts “application/json, text/event-stream” with equal weight, and gives every response to
#           its reader of JSON, so a server that prefers events makes each call fail. The TypeScript client sends no
#           Accept.
# Source:   RFC 9110, 12.5.1: types without a weight are equally acceptable, and the server chooses.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check openapi-generator-cli==7.26.0
cd "$dir"
cat > document.json <<'JSON'
{"openapi": "3.1.0", "info": {"title": "form", "version": "1"}, "paths": {"/form": {"get": {
  "operationId": "form", "tags": ["forms"], "responses": {"200": {"description": "The form.", "content": {
    "application/json": {"schema": {"$ref": "#/components/schemas/Form"}},
    "text/event-stream": {"schema": {"type": "string"}}}}}}}},
 "components": {"schemas": {"Form": {"type": "object", "required": ["rows"], "properties": {
   "rows": {"type": "array", "items": {"type": "string"}}}}}}}
JSON
for generator in java typescript-fetch; do
  library=$([ "$generator" = java ] && echo "--library native" || true)
  # shellcheck disable=SC2086
  "$dir/venv/bin/openapi-generator-cli" generate -i document.json -g "$generator" $library -o "$generator" >log 2>&1 ||
    { cat log; exit 1; }
done
java=java/src/main/java/org/openapitools/client/api/FormsApi.java
accept=$(grep -o '"Accept", "[^"]*"' "$java" | sort -u)
readers=$(grep -oE 'readValue\(|event-stream' "$java" | sort | uniq -c | xargs)
echo "openapi-generator 7.26.0"
echo 'guess: "Accept", "application/json"'
echo "seen in Java:       $accept; calls of its reader of JSON, and the type: $readers"
echo "seen in TypeScript: $(grep -c "Accept" typescript-fetch/apis/FormsApi.ts || true) lines with Accept"
[ "$accept" = '"Accept", "application/json, text/event-stream"' ]
grep -q 'readValue(' "$java"
! grep -q '"Accept"' typescript-fetch/apis/FormsApi.ts
