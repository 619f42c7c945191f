"""`ros2 bag list`."""
import os
import xml.etree.ElementTree as xml

from ros2bag import api
from ros2bag.verb import VerbExtension

BASES = {  # a kind of plugin: the folder of the index, and its base class
    "storage": ("rosbag2_storage__pluginlib__plugin", None),
    "converter": ("rosbag2_cpp__pluginlib__plugin", None),
    "compressor": ("rosbag2_compression__pluginlib__plugin",
                   "rosbag2_compression::BaseCompressorInterface"),
    "decompressor": ("rosbag2_compression__pluginlib__plugin",
                     "rosbag2_compression::BaseDecompressorInterface"),
}


class ListVerb(VerbExtension):
    """Print the plugins for bags."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("plugin_type", choices=list(BASES), help="the kind of plugins")
        parser.add_argument("-v", "--verbose", action="store_true",
                            help="print what each says of itself, its class and its base class")

    def main(self, *, args):
        index, base = BASES[args.plugin_type]
        if args.verbose:
            print(f"available {args.plugin_type} plugins are:")
        for path in _descriptions(index):
            try:
                classes = xml.parse(path).getroot().iter("class")
            except (OSError, xml.ParseError) as error:
                return api.print_error(f"The description of plugins '{path}' cannot be read: "
                                       f"{error}. Install its package again.")
            for each in classes:
                if base in (None, each.get("base_class_type")):
                    _print(each, args.verbose)
        return 0


def _descriptions(index):
    """Give the paths of XML files that packages have in the index."""
    from ament_index_python import get_resource, get_resources
    for package in sorted(get_resources(index)):
        lines, prefix = get_resource(index, package)
        for line in filter(None, lines.split("\n")):
            yield os.path.join(prefix, line)


def _print(described, verbose):
    print(("name: " if verbose else "") + described.get("name", ""))
    if verbose:
        print("\t" + (described.findtext("description") or ""))
        print("\ttype: " + described.get("type", ""))
        print("\tbase_class: " + described.get("base_class_type", ""))
