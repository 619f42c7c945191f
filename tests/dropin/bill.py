"""What a software bill of materials must be: SPDX 2.3, with every library and a licence for each."""
import hashlib
import re

from packaging.licenses import canonicalize_license_expression

FIELDS = {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages",
          "relationships"}


def assert_whole(test, bill, folder):
    """It has the fields of its form, and names each library and program below `folder`."""
    test.assertEqual((bill["spdxVersion"], bill["dataLicense"]), ("SPDX-2.3", "CC0-1.0"))
    test.assertEqual(set(bill), FIELDS)
    test.assertRegex(bill["documentNamespace"], r"^https://[^#\s]+$")
    test.assertRegex(bill["creationInfo"]["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
    parts = {one["SPDXID"]: one for one in bill["packages"]}
    test.assertEqual(len(parts), len(bill["packages"]), "an identity is of one thing alone")
    for identity, part in parts.items():
        test.assertRegex(identity, r"^SPDXRef-[A-Za-z0-9.-]+$")
        licence = part["licenseConcluded"]
        test.assertEqual(canonicalize_license_expression(licence), licence, identity)
        if part["name"] != "robin-map":  # within nanobind, which says no version of it
            test.assertTrue(part["versionInfo"], identity)
    ends = {end for one in bill["relationships"] for end in (one["spdxElementId"], one["relatedSpdxElement"])}
    test.assertEqual(ends, {"SPDXRef-DOCUMENT", *parts})
    sums = {part["packageFileName"]: part["checksums"][0]["checksumValue"]
            for part in parts.values() if "packageFileName" in part}
    there = {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
             for path in folder.rglob("*") if is_code(path)}
    test.assertEqual(sums, there)


def is_code(path):
    return path.is_file() and not path.is_symlink() and (path.read_bytes()[:4] == b"\x7fELF" or path.suffix == ".a")


def carried(bill):
    """The names of the packages of others that it names."""
    return {one["name"] for one in bill["packages"] if re.match("SPDXRef-Carried-", one["SPDXID"])}
