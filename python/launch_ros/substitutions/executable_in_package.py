"""Where a program of a package is."""
import os

from ament_index_python.packages import get_package_prefix

from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions


def find_executable_in_package(executable, package):
    """Give the path of lib/<package>/<executable>; SubstitutionFailure if it is not there."""
    folder = os.path.join(get_package_prefix(package), "lib", package)
    found = [path for path in _files_named(folder, executable) if os.access(path, os.X_OK)]
    if not found:
        raise SubstitutionFailure(
            f"executable '{executable}' not found on the libexec directory '{folder}' ")
    if len(found) > 1:
        raise SubstitutionFailure(
            f"more than one executable '{executable}' found in '{folder}': {found}")
    return found[0]


def _files_named(folder, name):
    direct = os.path.join(folder, name)
    if os.path.isfile(direct):
        return [direct]
    return sorted(os.path.join(at, name) for at, _, files in os.walk(folder) if name in files)


@expose_substitution("exec-in-pkg")
class ExecutableInPackage(Substitution):
    """Gives the path of a program of a package."""

    def __init__(self, executable, package):
        self.__executable = normalize_to_list_of_substitutions(executable)
        self.__package = normalize_to_list_of_substitutions(package)

    @classmethod
    def parse(cls, data):
        check_count("exec-in-pkg", data, 2, 2)
        return cls, {"executable": data[0], "package": data[1]}

    @property
    def executable(self):
        return self.__executable

    @property
    def package(self):
        return self.__package

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"ExecInPkg(pkg={format_substitutions(self.package)}, " \
               f"exec={format_substitutions(self.executable)})"

    def perform(self, context):
        return find_executable_in_package(
            text_of(context, self.executable), text_of(context, self.package))
