"""`ros2 pkg xml`."""
import os
import xml.etree.ElementTree

from ros2pkg.api import get_prefix_path, package_name_completer
from ros2pkg.verb import VerbExtension


class XmlVerb(VerbExtension):
    """Print the manifest of a package, or the texts of a tag of it."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("package_name", help="the package")
        argument.completer = package_name_completer
        parser.add_argument("-t", "--tag", metavar="TAG", help="the tag: 'version'")

    def main(self, *, args):
        prefix = get_prefix_path(args.package_name)
        path = os.path.join(prefix or "", "share", args.package_name, "package.xml")
        if prefix is None or not os.path.isfile(path):
            return "Package not found"
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if args.tag is None:
            print(text)
            return 0
        try:
            root = xml.etree.ElementTree.fromstring(text)
        except xml.etree.ElementTree.ParseError as error:
            return f"'{path}' is no XML: {error}"
        found = ["".join(one.itertext()) for one in root.iter(args.tag)]
        if not found:
            return "XML tag not found"
        for one in found:
            print(one)
        return 0
