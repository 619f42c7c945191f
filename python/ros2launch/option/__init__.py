"""Options that packages add to `ros2 launch`."""

EXTENSION_POINT = "ros2launch.option"


class OptionExtension:
    """Base of an option; a package names its class by an entry point of ros2launch.option."""

    NAME = None
    EXTENSION_POINT_VERSION = "0.1"

    def add_arguments(self, parser, cli_name, *, argv=None):
        """Add options to an argparse parser."""

    def prestart(self, args):
        """Do something before the launch service is made."""

    def prelaunch(self, launch_description, args):
        """Give a tuple with the description that is run instead, or with nothing."""
        return (launch_description,)

    def postlaunch(self, launch_return_code, args):
        """Do something when the launch has ended."""


def get_option_extensions(exclude_names=None):
    """Give name -> object of the options that packages bring."""
    from launch.entry_points import entry_points
    extensions = {}
    for entry_point in entry_points(EXTENSION_POINT):
        if exclude_names and entry_point.name in exclude_names:
            continue
        extension = entry_point.load()()
        extension.NAME = entry_point.name
        extensions[entry_point.name] = extension
    return dict(sorted(extensions.items()))
