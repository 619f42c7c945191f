"""Loads launch files in Python."""
import importlib.machinery
import importlib.util
import os

from launch import places


class InvalidPythonLaunchFileError(Exception):
    """A file is not a launch file in Python."""


def load_python_launch_file_as_module(python_launch_file_path):
    """Run a file, and give the module that it is; it is not kept for the next time."""
    path = os.fspath(python_launch_file_path)
    loader = importlib.machinery.SourceFileLoader("python_launch_file", path)
    # What a launch file is compiled to must not lie beside it: it may have changed, and the
    # folder may be a user's.
    loader.set_data = lambda *_args, **_kwargs: None
    spec = importlib.util.spec_from_loader(loader.name, loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def get_launch_description_from_python_launch_file(python_launch_file_path):
    """Give what generate_launch_description() of a file returns."""
    try:
        return _description_of(python_launch_file_path)
    except Exception as error:
        path = os.fspath(python_launch_file_path)
        places.note(error, line=places.line_in_file(error, path), file=path)
        raise


def _description_of(python_launch_file_path):
    module = load_python_launch_file_as_module(python_launch_file_path)
    generate = getattr(module, "generate_launch_description", None)
    if generate is None:
        raise InvalidPythonLaunchFileError(
            f"launch file at '{python_launch_file_path}' does not contain the required function "
            "'generate_launch_description()'")
    from launch.launch_description import LaunchDescription
    description = generate()
    if not isinstance(description, LaunchDescription):
        raise InvalidPythonLaunchFileError(
            f"generate_launch_description() of '{python_launch_file_path}' returned "
            f"{description!r}: it must return a LaunchDescription")
    return description
