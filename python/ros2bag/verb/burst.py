"""`ros2 bag burst`."""
from ros2bag import api
from ros2bag.verb import VerbExtension
from ros2bag.verb.play import add_bag, bag_of, set_common


class BurstVerb(VerbExtension):
    """Publish messages of a bag as fast as it goes, then wait for Ctrl-C."""

    def add_arguments(self, parser, cli_name):
        add_bag(parser)
        parser.add_argument("-n", "--num-messages", type=api.check_not_negative_int, default=0,
                            metavar="N", help="so many; 0: all (0)")

    def main(self, *, args):
        uri, storage = bag_of(args)
        if uri is None:
            return api.print_error(storage)
        parameters = api.Parameters()
        parameters.set("storage.uri", uri)
        parameters.set("storage.storage_id", storage)
        parameters.set("storage.storage_config_uri", args.storage_config_file)
        set_common(parameters, args)
        return api.become("player", parameters, "--burst", str(args.num_messages))
