"""`ros2 trace`.

Every running process of this user and of this domain (ROS_DOMAIN_ID) joins, and so
do those that start meanwhile. Without a sub-command it asks for ENTER to start and
to stop; the sub-commands do the same in steps.
"""
from tracetools_trace import trace
from tracetools_trace.tools import args as arguments

from ros2cli.command import CommandExtension
from ros2cli.errors import Refused


class TraceCommand(CommandExtension):
    """Trace ROS 2 processes: record what happens inside them."""

    def add_arguments(self, parser, cli_name):
        arguments.add_arguments(parser)
        verbs = parser.add_subparsers(title="sub-commands", metavar="SUB-COMMAND", dest="verb")
        start = verbs.add_parser("start", help="start a session, and go on")
        arguments.add_arguments_noninteractive(start)
        start.set_defaults(run=trace.start)
        for name, run, words in (
                ("stop", trace.stop, "end a session: its trace is whole then"),
                ("pause", trace.pause, "record nothing until 'resume'"),
                ("resume", trace.resume, "record again, into the same trace"),
                ("snapshot", trace.snapshot,
                 "save what the flight recorders of a session have")):
            verb = verbs.add_parser(name, help=words)
            arguments.add_arguments_session_name(verb)
            verb.set_defaults(run=run)
        parser.set_defaults(run=trace.trace)

    def main(self, *, parser, args):
        try:
            return args.run(args)
        except trace.SessionError as error:
            raise Refused(error) from error
