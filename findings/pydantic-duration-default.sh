#!/bin/bash
# A duration with a default in JSON Schema: the generated class has a string instead.
#
# Version:  datamodel-code-generator 0.89.0 (models of pydantic 2.14.4).
# Guess:    the default "PT36H" of a duration is 36 hours, just as the same value in the input is.
# Seen:     the default is the text 'PT36H', although the field is declared as a timedelta.
# Source:   JSON Schema 2020-12, Validation, 9.2: a default should be valid against its schema. pydantic's
#           documentation of validate_default: a default is not validated unless this is requested.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check datamodel-code-generator==0.89.0 pydantic==2.14.4
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata, json, os, subprocess, sys, tempfile

folder = tempfile.mkdtemp(dir=os.environ["TMPDIR"])
schema, module = os.path.join(folder, "schema.json"), os.path.join(folder, "generated.py")
with open(schema, "w") as file:
    json.dump({
        "title": "Widget", "type": "object",
        "properties": {"lookAhead": {"type": "string", "format": "duration", "default": "PT36H"}},
    }, file)
subprocess.run(
    [os.path.join(os.path.dirname(sys.executable), "datamodel-codegen"), "--input", schema,
     "--input-file-type", "jsonschema", "--output", module,
     "--output-model-type", "pydantic_v2.BaseModel"], check=True, stderr=subprocess.DEVNULL)
sys.path.insert(0, folder)
from generated import Widget

given, default = Widget(lookAhead="PT36H").lookAhead, Widget().lookAhead
print("datamodel-code-generator", importlib.metadata.version("datamodel-code-generator"))
print("guess: 1 day, 12:00:00 both times")
print("seen: ", repr(str(given)), "given,", repr(default), "by default")
assert str(given) == "1 day, 12:00:00" and default == "PT36H", "The behaviour has changed."
PY
