"""`ros2 bag burst`."""
from ros2bag import api
from ros2bag.verb import VerbExtension
from ros2bag.verb.play import add_bag, set_bags, set_common


class BurstVerb(VerbExtension):
    """Publish messages of a bag as fast as it goes, then wait for Ctrl-C."""

    def add_arguments(self, parser, cli_name):
        add_bag(parser)
        parser.add_argument("-n", "--num-messages", type=api.check_not_negative_int, default=0,
                            metavar="N", help="so many; 0: all (0)")

    def main(self, *, args):
        parameters = api.Parameters()
        wrong = set_bags(parameters, args)
        if wrong:
            return api.print_error(wrong)
        set_common(parameters, args)
        return api.become("player", parameters, "--burst", str(args.num_messages))
