"""Finds launch files, prints them, and launches them."""
import os
from collections import OrderedDict

from ament_index_python.packages import get_package_prefix, get_package_share_directory

EXIT_PROCESS_FAILED = 3


class MultipleLaunchFilesError(Exception):
    """A package has several launch files of one name."""

    def __init__(self, msg, paths):
        super().__init__(msg)
        self.paths = paths


def _walk(path):
    for folder, names, files in os.walk(path):
        names.sort()
        for name in sorted(files):
            yield name, os.path.join(folder, name)


def get_share_file_path_from_package(*, package_name, file_name):
    """Give the path of a file that is anywhere in the share folder of a package."""
    get_package_prefix(package_name)
    share = get_package_share_directory(package_name)
    found = [path for name, path in _walk(share) if name == file_name]
    if not found:
        raise FileNotFoundError(
            f"file '{file_name}' was not found in the share directory of package "
            f"'{package_name}' which is at '{share}'")
    if len(found) > 1:
        raise MultipleLaunchFilesError(
            f"file '{file_name}' was found more than once in the share directory of package "
            f"'{package_name}': {found}", found)
    return found[0]


def is_launch_file(path):
    """Whether it is a file whose name a launch file may have."""
    from launch.frontend import Parser
    endings = ("launch.py", *Parser.get_available_extensions())
    return os.path.isfile(path) and any(
        path.endswith((f".{ending}", f"_{ending}")) for ending in endings)


def get_launch_file_paths(*, path):
    """Give the paths of all launch files below a folder."""
    return [found for _, found in _walk(path) if is_launch_file(found)]


def _load(launch_file_path):
    from launch.launch_description_sources import get_launch_description_from_any_launch_file
    return get_launch_description_from_any_launch_file(launch_file_path)


def print_a_launch_file(*, launch_file_path):
    """Print the tree of a launch file."""
    import launch
    description = _load(launch_file_path)
    print(launch.LaunchIntrospector().format_launch_description(description))


def print_arguments_of_launch_description(*, launch_description):
    """Print which arguments a description takes."""
    from launch.launch_introspector import format_substitutions
    print("Arguments (pass arguments as '<name>:=<value>'):")
    arguments = launch_description.get_launch_arguments()
    for argument in arguments:
        mark = "*" if argument._conditionally_included else ""
        print(f"\n    '{argument.name}':{mark}\n        {argument.description}")
        if argument.default_value is not None:
            print(f"        (default: {format_substitutions(argument.default_value) or repr('')})")
    if not arguments:
        print("\n  No arguments.")
    elif any(argument._conditionally_included for argument in arguments):
        print("\n* declared only under a condition")


def print_arguments_of_launch_file(*, launch_file_path):
    """Print which arguments a launch file takes."""
    print_arguments_of_launch_description(launch_description=_load(launch_file_path))


def parse_launch_arguments(launch_arguments):
    """Give the pairs (name, value) of texts 'name:=value'; RuntimeError if one is malformed."""
    parsed = OrderedDict()
    for argument in launch_arguments:
        name, separator, value = argument.partition(":=")
        if not separator or not name or not value:
            raise RuntimeError(
                f"malformed launch argument '{argument}', expected format '<name>:=<value>'")
        parsed[name] = value
    return parsed.items()


def _description(launch_file_path, parsed, args):
    """Give what is run: the settings of the options, then the file."""
    import launch
    entities = []
    for name in ("launch_prefix", "launch_prefix_filter"):
        value = getattr(args, name, None)
        if value:
            entities.append(launch.actions.SetLaunchConfiguration(
                name.replace("_", "-"), value))
    compose = getattr(args, "compose", None)
    if compose is not None:
        from launch_ros.actions import SetComposition
        entities.append(SetComposition(compose))
    entities.append(launch.actions.IncludeLaunchDescription(
        launch.launch_description_sources.AnyLaunchDescriptionSource(launch_file_path),
        launch_arguments=parsed))
    return launch.LaunchDescription(entities)


def launch_a_launch_file(*, launch_file_path, launch_file_arguments, noninteractive=False,
                         args=None, option_extensions={}, debug=False):
    """Run a launch file; give the status."""
    import launch
    import launch.logging
    parsed = parse_launch_arguments(launch_file_arguments)
    for extension in option_extensions.values():
        extension.prestart(args)
    service = launch.LaunchService(
        argv=list(launch_file_arguments), noninteractive=noninteractive, debug=debug)
    launch.logging.log_launch_config(logger=launch.logging.get_logger("launch"))
    description = _description(launch_file_path, parsed, args)
    for extension in option_extensions.values():
        for more in extension.prelaunch(description, args) or ():
            description = more if more is not None else description
    service.include_launch_description(description)
    status = service.run() or (EXIT_PROCESS_FAILED if service.failures else 0)
    for extension in option_extensions.values():
        extension.postlaunch(status, args)
    return status


class LaunchFileNameCompleter:
    """Completes the names of the launch files of a package."""

    def __init__(self, *, package_name_key=None):
        self.package_name_key = package_name_key or "package_name"

    def __call__(self, prefix, parsed_args, **kwargs):
        try:
            share = get_package_share_directory(getattr(parsed_args, self.package_name_key))
        except (LookupError, ValueError, OSError):
            return []
        return [os.path.basename(path) for path in get_launch_file_paths(path=share)]


class PackageOrFileCompleter:
    """Completes the names of packages, and the paths of launch files."""

    def __call__(self, prefix, parsed_args, **kwargs):
        import glob

        from ament_index_python.packages import get_packages_with_prefixes
        try:
            packages = [name for name in get_packages_with_prefixes() if name.startswith(prefix)]
        except OSError:
            packages = []
        return packages + [path for path in glob.glob(prefix + "*")
                           if os.path.isdir(path) or is_launch_file(path)]


class SuffixCompleter:
    """Completes the names of the arguments of a launch file."""

    def __call__(self, prefix, parsed_args, **kwargs):
        path = parsed_args.package_name
        try:
            if not os.path.isfile(path):
                path = get_share_file_path_from_package(
                    package_name=path, file_name=parsed_args.launch_file_name)
            arguments = _load(path).get_launch_arguments()
        except Exception:  # a launch file may raise anything, and a completer says nothing
            return []
        return [f"{argument.name}:=" for argument in arguments]
