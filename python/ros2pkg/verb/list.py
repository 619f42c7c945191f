"""`ros2 pkg list`."""
from ros2pkg.api import get_package_names
from ros2pkg.verb import VerbExtension


class ListVerb(VerbExtension):
    """List the packages that are installed."""

    def main(self, *, args):
        for name in sorted(get_package_names()):
            print(name)
        return 0
