"""`ros2 bag info`."""
from ros2bag import api
from ros2bag.verb import VerbExtension


class InfoVerb(VerbExtension):
    """Print what a bag holds."""

    def add_arguments(self, parser, cli_name):
        api.add_standard_reader_args(parser)
        parser.add_argument("-t", "--topic-name", action="store_true",
                            help="print the names of topics alone")
        parser.add_argument("-v", "--verbose", action="store_true",
                            help="count requests and responses of services, for which their events "
                                 "are read")
        parser.add_argument("--size-contribution", action="store_true",
                            help="with -v: print the bytes of each topic, for which all messages "
                                 "are read")
        parser.add_argument("--sort", default="name", choices=["name", "type", "count"],
                            help="by what topics and services are sorted (name)")

    def main(self, *, args):
        return api.in_words(lambda: _print(args))


def _print(args):
    from rosbag2_py import Info
    info = Info()
    metadata = info.read_metadata(args.bag_path, args.storage)
    if args.verbose:
        if args.topic_name:
            print("Warning! You have set both the '-t' and '-v' parameters. The '-t' parameter "
                  "will be ignored.")
        with api.Progress("reading") as progress:
            text = info.verbose_text(args.bag_path, metadata, args.sort, args.size_contribution,
                                     progress)
        print(text)
    elif args.topic_name:
        info.print_output_topic_name_only(metadata, args.sort)
    else:
        info.print_output(metadata, args.sort)
