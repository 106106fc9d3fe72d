#!/bin/bash
# An untranslated plural in a String Catalog: the audit reports that German is complete.
#
# Version:  xcstrings-tool 0.1.0.
# Guess:    a string with plural forms in English but none in German counts as missing in German.
# Seen:     strings with "variations" are left out before anything is counted: one string, 100 %.
# Source:   Apple's documentation "Localizing and varying text with a string catalog": a string varies by plural.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export TMPDIR=$dir
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check xcstrings-tool==0.1.0
"$dir/venv/bin/python" - <<'PY'
import importlib.metadata, json, os, subprocess, sys, tempfile

unit = lambda text: {"stringUnit": {"state": "translated", "value": text}}
catalog = {"sourceLanguage": "en", "version": "1.0", "strings": {
    "Open": {"localizations": {"de": unit("Öffnen")}},
    "%lld events": {"localizations": {"en": {"variations": {"plural": {
        "one": unit("%lld event"), "other": unit("%lld events")}}}}},
}}
path = os.path.join(tempfile.mkdtemp(dir=os.environ["TMPDIR"]), "Localizable.xcstrings")
with open(path, "w") as file:
    json.dump(catalog, file)
tool = os.path.join(os.path.dirname(sys.executable), "xcstrings-tool")
result = subprocess.run([tool, "audit", path, "--target", "de", "--format", "json", "--threshold", "100",
                         "--output-dir", os.path.dirname(path)], capture_output=True, text=True)
stats = subprocess.run([tool, "stats", path], capture_output=True, text=True, check=True).stdout
print("xcstrings-tool", importlib.metadata.version("xcstrings-tool"))
print("guess: 2 strings, exit status 1 below the threshold of 100 %")
print("seen: ", next(l for l in stats.splitlines() if "Total" in l), "- exit status", result.returncode)
assert "Total Strings: 1" in stats and result.returncode == 0, "The behaviour has changed."
PY
