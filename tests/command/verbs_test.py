"""Every verb and option of the command, on one graph; options.txt lists them."""
import unittest

import support
from act import *  # noqa: F401,F403
from enforced import *  # noqa: F401,F403
from keystores import *  # noqa: F401,F403
from look import *  # noqa: F401,F403
from packages import *  # noqa: F401,F403

# These have programs of their own: frame_test.py runs them.
_OF_THE_FRAME = ("ros2", "daemon", "extension_points", "extensions")


def listed():
    """Give each verb of options.txt with its options."""
    lines = (support.HERE / "options.txt").read_text().splitlines()
    pairs = (line.split(":", 1) for line in lines if line and not line.startswith("#"))
    return {verb: options.split() for verb, options in pairs}


def parser_of(verb):
    """Give the parser that `ros2 <verb>` is read by."""
    from ros2cli import cli, command
    parser = cli._parser("ros2", None)
    words = verb.split() if verb != "ros2" else []
    command.add_subparsers_on_demand(
        parser, "ros2", "_command", "ros2cli.command", required=False, argv=words)
    for word in words:
        groups = [one for one in parser._actions if hasattr(one, "_name_parser_map")]
        parser = groups[0].choices[word]
    return parser


class ZEveryOption(unittest.TestCase):
    """Comes last: it looks at what the others ran."""

    def test_each_option_is_there_and_was_run(self):
        ran = {verb: set() for verb in listed()}
        for words in support.RAN:
            verb = next((name for name in (" ".join(words[:2]), words[0]) if name in ran), None)
            if verb:
                names = parser_of(verb)._option_string_actions
                ran[verb].add("")
                ran[verb] |= {max(names[word.partition("=")[0]].option_strings, key=len)
                              for word in words if word.partition("=")[0] in names}
        missing, count = [], 0
        for verb, options in listed().items():
            there = {name for action in parser_of(verb)._actions
                     for name in action.option_strings}
            self.assertTrue(set(options) <= there, f"{verb}: {set(options) - there}")
            if verb.partition(" ")[0] in _OF_THE_FRAME:
                continue
            count += len(options) + 1
            missing += [f"{verb} {option}" for option in ["", *options]
                        if option not in ran[verb]]
        print(f"command: {count - len(missing)} of {count}")
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
