#!/bin/bash
# Operations without tags in openapi-generator: the client has the document's webhooks, and none of its paths.
#
# Version:  openapi-generator 7.26.0 (openapi-generator-cli from PyPI, needs Java), generator swift6.
# Guess:    a client has a function for each path; the server sends webhooks, so the client has no functions for them.
# Seen:     paths and webhooks without tags both go into “DefaultAPI”, and the file for the webhooks replaces that for
#           the paths. If each has a tag, both files are there. Items that are one of two objects (anyOf) become a
#           single type with the members of both, all of them required, which no item has; with oneOf, they stay two
#           types.
# Source:   OpenAPI 3.1.1, 4.8.1 “webhooks”: requests that the API provider initiates; JSON Schema 2020-12, Core,
#           10.2.1.2.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check openapi-generator-cli==7.26.0
cd "$dir"

# document TAGS COMPOSITION: writes a document whose operations have tags or not, and whose list has items of two kinds.
document() {
  python3 - "$1" "$2" <<'PY'
import json, sys
tags, composition = sys.argv[1] == "tags", sys.argv[2]
def operation(name, tag, schema):
    found = {"operationId": name, "responses": {"200": {"description": "It is.",
      "content": {"application/json": {"schema": schema}}}}}
    if tags: found["tags"] = [tag]
    return found
def shape(members):
    return {"type": "object", "required": members, "properties": {m: {"type": "string"} for m in members}}
items = {composition: [shape(["name", "size"]), shape(["name", "fault"])]}
json.dump({
  "openapi": "3.1.0", "info": {"title": "lists", "version": "1"},
  "paths": {"/list": {"get": operation("list", "lists", {"$ref": "#/components/schemas/List"})}},
  "webhooks": {"change": {"post": operation("changed", "receiver", {"type": "string"})}},
  "components": {"schemas": {"List": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}, "Item": items}},
}, open("document.json", "w"))
PY
}

# functions FOLDER: prints the names of the functions of a client.
functions() { grep -rhoE 'open class func [a-z]+\(' "$1/Sources/OpenAPIClient/APIs" | sed 's/.* //; s/(//' | sort -u | xargs; }

# required FOLDER: prints the members that an item must have.
required() { grep -hoE 'public var [a-z]+: String$' "$1/Sources/OpenAPIClient/Models/Item.swift" | awk '{print $3}' | sort | xargs; }

for kind in "none anyOf" "tags oneOf"; do
  read -r tags composition <<<"$kind"
  document "$tags" "$composition"
  "$dir/venv/bin/openapi-generator-cli" generate -i document.json -g swift6 -o "$tags" >log 2>&1 || { cat log; exit 1; }
done
echo "openapi-generator 7.26.0"
echo "guess: list, and items with the name and one of two other members"
echo "seen without tags: $(functions none); an item must have $(required none)"
echo "seen with tags:    $(functions tags); an item must have $(required tags || true)"
[ "$(functions none)" = changed ]
[ "$(functions tags)" = "changed list" ]
[ "$(required none)" = "fault: name: size:" ]
[ -z "$(required tags || true)" ]
