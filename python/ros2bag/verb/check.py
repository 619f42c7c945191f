"""`ros2 bag check`."""
from ros2bag import api
from ros2bag.verb import VerbExtension


class CheckVerb(VerbExtension):
    """Say what of a bag is damaged or missing, and where its topics have gaps.

    All of it is read. The status is 1 if something is damaged or missing; gaps and what the
    recorder lost are reported.
    """

    def add_arguments(self, parser, cli_name):
        api.add_standard_reader_args(parser)
        parser.add_argument("--gap-factor", type=api.check_positive_float, default=5.0, metavar="N",
                            help="a gap of a topic is so many of its periods, or more (5)")

    def main(self, *, args):
        return api.in_words(lambda: _check(args))


def _check(args):
    import _rosbag2
    with api.Progress("reading") as progress:
        text, is_sound = _rosbag2.check(args.bag_path, args.storage, args.gap_factor, progress)
    print(text, end="")
    return 0 if is_sound else 1
