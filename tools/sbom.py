"""Write the bill of materials of a release, in the form of CycloneDX 1.6: what is installed with it, and what its web
app is made of. Both are locked, so the lock files are all that there is to tell.

python tools/sbom.py VERSION FILE
"""

from __future__ import annotations

import base64
import datetime
import json
import os
import re
import sys
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / "requirements" / "server.lock"
NPM = ROOT / "web" / "package-lock.json"
_SVELTE = "node_modules/svelte"
"""A tool by which the app is built, and whose own code is in what is built."""
_ENTRY = re.compile(
    r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;\\]+)(?: ; (?P<marker>[^\\\n]+?))? \\\n"
    r"(?P<hashes>(?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)",
    re.MULTILINE,
)


def bill(version: str, when: int) -> dict[str, Any]:
    """The whole document; the same for the same lock files."""
    components = [*python_packages(), *npm_packages()]
    told = json.dumps([version, components], sort_keys=True)
    moment = datetime.datetime.fromtimestamp(when, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    own = {
        "type": "application",
        "bom-ref": f"pkg:pypi/floe-games@{version}",
        "name": "floe-games",
        "version": version,
        "purl": f"pkg:pypi/floe-games@{version}",
        "licenses": [{"license": {"id": "MIT"}}],
    }
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, told)}",
        "version": 1,
        "metadata": {"timestamp": moment, "component": own},
        "components": components,
        "dependencies": [{"ref": own["bom-ref"], "dependsOn": [one["bom-ref"] for one in components]}],
    }


def python_packages() -> list[dict[str, Any]]:
    """What is installed with Floe and its extra ``server``."""
    found = []
    for entry in _ENTRY.finditer(PYTHON.read_text(encoding="utf-8")):
        purl = f"pkg:pypi/{entry['name']}@{entry['version']}"
        sums = re.findall(r"sha256:([0-9a-f]{64})", entry["hashes"])
        notes = [{"name": "floe:marker", "value": entry["marker"].strip()}] if entry["marker"] else []
        # A package has several files, each with a sum of its own; CycloneDX keeps them as properties of one component.
        notes += [{"name": "floe:sha256", "value": one} for one in sums]
        found.append(_component(entry["name"], entry["version"], purl) | {"properties": notes})
    return found


def npm_packages() -> list[dict[str, Any]]:
    """What the web app brings to the browser."""
    locked = json.loads(NPM.read_text(encoding="utf-8"))["packages"]
    found = []
    for path, package in locked.items():
        if not path or ((package.get("dev") or package.get("optional")) and path != _SVELTE):
            continue
        name = path.rpartition("node_modules/")[2]
        purl = f"pkg:npm/{quote(name, safe='/')}@{package['version']}"
        kind, _, sum64 = package["integrity"].partition("-")
        hashes = [{"alg": kind.upper().replace("SHA", "SHA-"), "content": base64.b64decode(sum64).hex()}]
        licence = [{"license": {"name": package["license"]}}] if package.get("license") else []
        found.append(
            _component(name, package["version"], purl) | {"hashes": hashes} | ({"licenses": licence} if licence else {})
        )
    return found


def _component(name: str, version: str, purl: str) -> dict[str, Any]:
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}


def text(version: str, when: int | None = None) -> str:
    """The document as it is written."""
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", "0")) if when is None else when
    return json.dumps(bill(version, moment), indent=1) + "\n"


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(text(sys.argv[1]), encoding="utf-8")
