"""The command `ament_index`: prints types of resources, their names, or the text of one."""
import argparse
import sys

from .resources import get_resource, get_resource_types, get_resources


def main(argv=None):
    """Returns None, or the words of an error, which sys.exit() prints."""
    parser = argparse.ArgumentParser(description="Query the ament resource index.")
    parser.add_argument("resource_type", nargs="?", metavar="TYPE", help="a type of resources")
    parser.add_argument("resource_name", nargs="?", metavar="NAME", help="a resource of it")
    args = parser.parse_args(sys.argv[1:] if argv is None else argv)
    if args.resource_type is None:
        print("\n".join(sorted(get_resource_types())))
        return None
    if args.resource_name is None:
        for name, prefix in sorted(get_resources(args.resource_type).items()):
            print(f"{name}\t{prefix}")
        return None
    try:
        text, prefix = get_resource(args.resource_type, args.resource_name)
    except (LookupError, OSError) as error:
        return str(error)
    print("\n".join([prefix, *(["<<<", text, ">>>"] if text else [])]))
    return None


if __name__ == "__main__":
    sys.exit(main())
