"""Where a package is."""
from ament_index_python.packages import get_package_prefix, get_package_share_directory

from launch.frontend.expose import expose_substitution
from launch.substitutions import PathSubstitution
from launch.substitutions.arguments import check_count, text_of
from launch.utilities import normalize_to_list_of_substitutions


class FindPackage(PathSubstitution):
    """
    Base: gives a folder of a package; PackageNotFoundError if there is no such package.

    FindPackageShare("p") / "x" gives a path in it.
    """

    _NAME = "find-pkg"

    def __init__(self, package):
        super().__init__(self)
        self.__package = normalize_to_list_of_substitutions(package)

    @classmethod
    def parse(cls, data):
        check_count(cls._NAME, data, 1, 1)
        return cls, {"package": data[0]}

    @property
    def package(self):
        return self.__package

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"{type(self).__name__}(pkg={format_substitutions(self.package)})"

    def find(self, package_name):
        """Give the folder."""
        raise NotImplementedError(f"{type(self).__name__}.find()")

    def perform(self, context):
        return self.find(text_of(context, self.package))


@expose_substitution("find-pkg-prefix")
class FindPackagePrefix(FindPackage):
    """Gives the prefix that a package is installed in."""

    _NAME = "find-pkg-prefix"

    def find(self, package_name):
        return get_package_prefix(package_name)


@expose_substitution("find-pkg-share")
class FindPackageShare(FindPackage):
    """Gives the share folder of a package."""

    _NAME = "find-pkg-share"

    def find(self, package_name):
        return get_package_share_directory(package_name)
