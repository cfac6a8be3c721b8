"""What the program is made of, from `cargo metadata` on standard input: a bill of materials in the
form of CycloneDX, and the licences of all that is not Outplay's own, with their texts."""

import json
import sys
from pathlib import Path

bill, licences = map(Path, sys.argv[1:])
metadata = json.load(sys.stdin)
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
(program,) = [package for package in packages.values() if package["name"] == "outplay-cli"]

found, todo = set(), [program["id"]]
while todo:
    package = todo.pop()
    if package not in found:
        found.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] in (None, "build") for kind in dependency["dep_kinds"]):
                todo.append(dependency["pkg"])
used = sorted((packages[package] for package in found), key=lambda package: (package["name"], package["version"]))

components = [
    {
        "type": "library",
        "name": package["name"],
        "version": package["version"],
        "purl": f"pkg:cargo/{package['name']}@{package['version']}",
        "licenses": [{"expression": (package["license"] or "MIT").replace("/", " OR ")}],
    }
    for package in used
    if package is not program
]
main = {"type": "application", "name": "outplay", "version": program["version"]}
document = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": main}, "components": components}
bill.write_text(json.dumps(document, indent=1) + "\n")

with licences.open("w") as out:
    out.write("Outplay contains these libraries of others.\n")
    for package in used:
        if package["name"].startswith("outplay-"):
            continue
        out.write(f"\n{'=' * 80}\n{package['name']} {package['version']}: {package['license']}\n")
        folder = Path(package["manifest_path"]).parent
        texts = [path for path in sorted(folder.iterdir()) if path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE")) and path.is_file()]
        for text in texts:
            out.write(f"\n--- {text.name}\n{text.read_text(errors='replace').rstrip()}\n")
