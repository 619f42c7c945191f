#!/usr/bin/env python3
"""Writes the software bill of materials of what is shipped: SPDX 2.3, as JSON.

usage: sbom.py <name> <version> <folder> <seconds since 1970> <file> [--carries <package>...]

It names every library and program below <folder>, with the sum of its bytes, and the packages of others that
it carries: of Debian (headers that are compiled in, libraries that a wheel has) by the name of the package,
of PyPI as pypi:<name>; none unless given. A package that has no licence in LICENCES is an error.
"""
import argparse
import datetime
import hashlib
import importlib.metadata
import json
import pathlib
import platform
import re
import subprocess
import sys
import urllib.parse

OURS = "Apache-2.0"
# What each package that something of ours has carried is given under, as SPDX names it.
LICENCES = {
    "libacl1": "LGPL-2.0-or-later",
    "libcli11-dev": "BSD-3-Clause",
    "libddsc0debian": "EPL-2.0 OR BSD-3-Clause",
    "libiceoryx-binding-c2": "Apache-2.0",
    "libiceoryx-hoofs2": "Apache-2.0",
    "libiceoryx-platform2": "Apache-2.0",
    "libiceoryx-posh2": "Apache-2.0",
    "liblz4-1": "BSD-2-Clause",
    "libsqlite3-0": "blessing",
    "libssl3": "Apache-2.0",
    "libssl3t64": "Apache-2.0",
    "libtinyxml2-9": "Zlib",
    "libyaml-0-2": "MIT",
    "libzstd1": "BSD-3-Clause OR GPL-2.0-only",
    "nlohmann-json3-dev": "MIT",
    "pypi:nanobind": "BSD-3-Clause",
    "robin-map": "MIT",
    "zlib1g": "Zlib",
}
WITHIN = {"pypi:nanobind": ["robin-map"]}  # what those have in them


def is_code(path):
    """Whether it is a library or a program: a file in ELF, or an archive of such."""
    if not path.is_file() or path.is_symlink():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF" or path.suffix == ".a"


def version_of(package):
    """The version that is installed here, of a package that Debian or PyPI has; else nothing."""
    if package.startswith("pypi:"):
        places = [*sys.path, *map(str, pathlib.Path(".venv/lib").glob("python3*/site-packages"))]
        for found in importlib.metadata.distributions(name=package[5:], path=places):
            return found.version
        return ""
    done = subprocess.run(["dpkg-query", "-W", "-f=${Version}\n", package], check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.partition("\n")[0]


def place_of(package, version, system):
    """The package as package managers name it, a purl.

    :param system: the distribution that a package of dpkg is of, as ID in /etc/os-release names it.
    """
    version = urllib.parse.quote(version, safe="")
    if package.startswith("pypi:"):
        return f"pkg:pypi/{package[5:]}@{version}"
    return f"pkg:deb/{system}/{package}@{version}"


def identity(kind, name):
    return f"SPDXRef-{kind}-{re.sub(r'[^A-Za-z0-9.]', '-', name.replace('_', '.'))}"


def package(kind, name, version, licence, **more):
    about = {"SPDXID": identity(kind, name), "name": name, "downloadLocation": "NOASSERTION",
             "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
             "copyrightText": "NOASSERTION", **more}
    if version:
        about["versionInfo"] = version
    return about


def library(path, folder, version, owner):
    """One file: ours, or that of the package `owner`."""
    inside = str(path.relative_to(folder))
    purpose = "LIBRARY" if re.search(r"\.(so|a)\b", path.name) else "APPLICATION"
    return package("File", inside, version_of(owner) if owner else version,
                   licence_of(owner) if owner else OURS,
                   packageFileName=inside, primaryPackagePurpose=purpose,
                   checksums=[{"algorithm": "SHA256",
                               "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}])


def licence_of(name):
    if name not in LICENCES:
        sys.exit(f"sbom: '{name}' has no licence in tools/sbom.py. Look it up in "
                 f"/usr/share/doc/{name}/copyright and write it there, as SPDX names it.")
    return LICENCES[name]


def carried(name):
    version = version_of(name)
    more = {}
    if version:
        more["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                 "referenceLocator": place_of(
                                     name, version, platform.freedesktop_os_release()["ID"])}]
    return package("Carried", name, version, licence_of(name), **more)


def document(name, version, folder, seconds, carries, owners=None):
    """The whole, as JSON has it: equal for equal files.

    :param carries: packages of others that are in it.
    :param owners: {name of a file: the one of these that it is from}; the other files are ours.
    """
    whole = package("Package", name, version, OURS)
    inside = [library(path, folder, version, (owners or {}).get(path.name))
              for path in sorted(folder.rglob("*")) if is_code(path)]
    others = [*carries, *(one for each in carries for one in WITHIN.get(each, ()))]
    inside += [carried(one) for one in sorted(set(others))]
    sums = hashlib.sha256(json.dumps([whole, inside]).encode()).hexdigest()
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{name}-{version}",
        "documentNamespace": f"https://ranvier.invalid/spdx/{name}-{version}-{sums[:32]}",
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: Ranvier maintainers", "Tool: ranvier-sbom"]},
        "packages": [whole, *inside],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
             "relatedSpdxElement": whole["SPDXID"]},
            *({"spdxElementId": whole["SPDXID"], "relationshipType": "CONTAINS",
               "relatedSpdxElement": one["SPDXID"]} for one in inside)],
    }


def write(told, file):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(told, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("version")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("seconds", type=int)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--carries", nargs="*", default=[])
    given = parser.parse_args()
    write(document(given.name, given.version, given.folder, given.seconds, given.carries), given.file)


if __name__ == "__main__":
    main()
