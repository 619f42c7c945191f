"""
The verbs find, list and type, which topics, services and actions have alike.

Their packages' VerbExtension has what differs: OF, the word; EXAMPLES, a name and a type; HIDES,
whether names may be hidden; names_and_types(node, hidden).
"""
import argparse

from ros2cli.node.strategy import NodeStrategy, add_arguments


class _OfNames:
    completer = None  # of the argument, where there is one

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)

    def _add_argument(self, parser, what, text):
        parser.add_argument(f"{self.OF}_{what}", help=text).completer = self.completer

    def _add_count_and_hidden(self, parser):
        parser.add_argument("-c", f"--count-{self.OF}s", action="store_true", dest="count",
                            help="print only how many there are")
        if self.HIDES:
            parser.add_argument(f"--include-hidden-{self.OF}s", action="store_true",
                                default=argparse.SUPPRESS,
                                help="also those of which a part begins with '_'")

    def _found(self, args):
        with NodeStrategy(args) as node:
            return self.names_and_types(
                node, getattr(args, f"include_hidden_{self.OF}s", False))


class Find(_OfNames):
    """Prints the names that have a type."""

    def add_arguments(self, parser, cli_name):
        super().add_arguments(parser, cli_name)
        self._add_argument(parser, "type", f"the type: '{self.EXAMPLES[1]}'")
        self._add_count_and_hidden(parser)

    def main(self, *, args):
        wanted = getattr(args, f"{self.OF}_type")
        return _print([name for name, types in self._found(args) if wanted in types], args.count)


class List(_OfNames):
    """Prints all names."""

    def add_arguments(self, parser, cli_name):
        super().add_arguments(parser, cli_name)
        parser.add_argument("-t", "--show-types", action="store_true", help="with their types")
        self._add_count_and_hidden(parser)

    def main(self, *, args):
        return _print([f"{name} [{', '.join(types)}]" if args.show_types else name
                       for name, types in self._found(args)], args.count)


class Type(_OfNames):
    """Prints the types of a name, hidden or not; the status is 1 if there is none."""

    def add_arguments(self, parser, cli_name):
        super().add_arguments(parser, cli_name)
        self._add_argument(parser, "name", f"the {self.OF}: '{self.EXAMPLES[0]}'")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            names = dict(self.names_and_types(node, True))
        types = names.get(getattr(args, f"{self.OF}_name"), [])
        _print(types)
        return 0 if types else 1


def _print(lines, only_count=False):
    for line in [len(lines)] if only_count else lines:
        print(line)
    return 0
