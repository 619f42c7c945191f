"""`ament_xmllint`."""
import os
import re
import subprocess
import sys

from ament_lint import report

_MODEL = re.compile(r"<\?xml-model\s([^?]*)\?>")
_OPTIONS = {"http://www.w3.org/2001/XMLSchema": "--schema",
            "http://relaxng.org/ns/structure/1.0": "--relaxng",
            "http://purl.oclc.org/dsdl/schematron": "--schematron"}


def main(argv=None):
    """Check XML files. @return 0, or 1 if one is bad or there is none.

    A schema that lies behind a URL is not asked: nothing here uses the network.
    """
    parser = report.parser("Check XML files with xmllint.")
    parser.add_argument("--extensions", nargs="*", default=["xml"], metavar="WORD",
                        help="how the names of the files end (default: xml)")
    args = parser.parse_args(argv)
    return report.report("xmllint", args, lambda: _look(args))[0]


def _look(args):
    xmllint = report.program("xmllint", "libxml2-utils")
    found = report.files(args.paths, [f".{word}" for word in args.extensions], args.excludes)
    if not found:
        raise RuntimeError(f"there is no file to check in {' '.join(args.paths)}")
    findings = []
    for path in found:
        done = subprocess.run([xmllint, "--noout", "--nonet", *_schemas(path), path],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            findings.append(report.Finding(path, 0, "xmllint", done.stderr.strip()))
    return found, findings


def _schemas(path):
    """Give the options for the schemas that a file names by a path from its folder."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    words = []
    for model in _MODEL.findall(text):
        named = dict(re.findall(r'(\w+)="([^"]*)"', model))
        href, option = named.get("href", ""), _OPTIONS.get(named.get("schematypens"))
        if href and option and "://" not in href:
            words += [option, os.path.join(os.path.dirname(path), href)]
    return words


if __name__ == "__main__":
    sys.exit(main())
