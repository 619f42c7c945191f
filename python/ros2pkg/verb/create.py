"""`ros2 pkg create`."""
import argparse
import getpass
import os
import re
import subprocess
import sys

from ros2pkg.api import create
from ros2pkg.verb import VerbExtension


class CreateVerb(VerbExtension):
    """Create a package."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("package_name", type=_package_name, help="its name")
        parser.add_argument("--package-format", "--package_format", type=int, default=3,
                            choices=(2, 3), help="the format of package.xml (default: 3)")
        parser.add_argument("--description", default="TODO: Package description",
                            help="what it is, in one sentence")
        parser.add_argument("--license", default="TODO: License declaration",
                            help="its licence; '?' lists those of which there is a file")
        parser.add_argument("--destination-directory", default=os.curdir, metavar="DIR",
                            help="where its folder is made")
        parser.add_argument("--build-type", default="ament_cmake",
                            choices=("cmake", "ament_cmake", "ament_python", "ament_cargo"),
                            help="how it is built (default: ament_cmake)")
        parser.add_argument("--dependencies", nargs="+", default=[], type=_name,
                            help="the packages that it needs")
        parser.add_argument("--maintainer-email", help="default: as git has it")
        parser.add_argument("--maintainer-name", default=_user(), help="default: the user's")
        parser.add_argument("--node-name", type=_name, help="a program to begin with")
        parser.add_argument("--library-name", type=_name, help="a library to begin with")

    def main(self, *, args):
        if args.license == "?":
            print("Supported licenses:", *create.LICENCES, sep="\n")
            return 0
        if args.package_name == "test" and args.build_type == "ament_python":
            return "A package of ament_python cannot be named 'test': its tests have that folder"
        folder = os.path.join(args.destination_directory, args.package_name)
        if os.path.exists(folder):
            return (f"\nAborted!\nThe directory already exists: {folder}\nEither remove the "
                    "directory or choose a different destination directory or package name")
        package = _package(args)
        _print_settings(package, args)
        _populate(package, args.destination_directory)
        return 0


def _package_name(text):
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_-]*", text):
        raise argparse.ArgumentTypeError(
            f"'{text}' is no name of a package: use letters, digits, '_' and '-'")
    return text


def _name(text):
    if not text or "/" in text:
        raise argparse.ArgumentTypeError(f"'{text}' is no name")
    return text


def _user():
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "user"


def _git_email():
    try:
        asked = subprocess.run(["git", "config", "user.email"], capture_output=True, text=True,
                               check=False)
    except OSError:  # there is no git
        return ""
    return asked.stdout.strip()


def _package(args):
    library, node = args.library_name, args.node_name
    if library and args.build_type != "ament_python" and library == node:
        print("[WARNING] node name can not be equal to the library name", file=sys.stderr)
        node = f"{node}_node"
        print(f"[WARNING] renaming node to {node}", file=sys.stderr)
    return create.Package(
        name=args.package_name, description=args.description, maintainer=args.maintainer_name,
        email=args.maintainer_email or _git_email() or f"{args.maintainer_name}@todo.todo",
        license=args.license, build_type=args.build_type, package_format=args.package_format,
        dependencies=args.dependencies, node_name=node, library_name=library)


def _print_settings(package, args):
    print("going to create a new package")
    settings = [("package name", package.name),
                ("destination directory", os.path.abspath(args.destination_directory)),
                ("package format", package.package_format), ("version", package.version),
                ("description", package.description),
                ("maintainer", [f"{package.maintainer} <{package.email}>"]),
                ("licenses", [package.license]), ("build type", package.build_type),
                ("dependencies", package.dependencies)]
    if package.node_name:
        settings.append(("node_name", package.node_name))
    if package.library_name:
        settings.append(("library_name", package.library_name))
    for name, value in settings:
        print(f"{name}: {value}")


def _populate(package, destination):
    folder, sources, headers = create.create_package_environment(package, destination)
    if package.build_type == "ament_python":
        create.populate_ament_python(package, folder, sources)
        if package.node_name:
            create.populate_python_node(package, sources, package.node_name)
        if package.library_name:
            create.populate_python_libs(package, sources, package.library_name)
    elif package.build_type == "ament_cargo":
        create.populate_ament_cargo(package, folder, sources)
    else:
        if package.build_type == "ament_cmake":
            create.populate_ament_cmake(package, folder)
        else:
            create.populate_cmake(package, folder)
        if package.node_name:
            create.populate_cpp_node(package, sources, package.node_name)
        if package.library_name:
            create.populate_cpp_library(package, sources, headers, package.library_name)
    if not create.populate_license(package, folder):
        print(f"\n[WARNING]: Unknown license '{package.license}'.  This has been set in the "
              "package.xml, but no LICENSE file has been created.\n"
              "It is recommended to use one of the ament license identifiers:")
        print(*create.LICENCES, sep="\n")
