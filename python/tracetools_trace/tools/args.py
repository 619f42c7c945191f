"""The options of `ros2 trace`, those of upstream ROS 2."""
from . import names, path

RECORDERS = ("ranvier", "flight", "lttng")


def add_arguments(parser):
    """Those of an interactive session."""
    parser.add_argument("-s", "--session-name", dest="session_name", metavar="NAME",
                        default=path.append_timestamp("session"),
                        help="name of the session (default: session-YYYYMMDDhhmmss)")
    _add_configuration(parser)


def add_arguments_noninteractive(parser):
    """Those of `start`."""
    add_arguments_session_name(parser)
    _add_configuration(parser)


def add_arguments_session_name(parser):
    """The one argument of the other sub-commands."""
    parser.add_argument("session_name", help="name of the session")


def _add_configuration(parser):
    parser.add_argument("-p", "--path", metavar="DIR",
                        help="directory in which the session's is made (default: $ROS_TRACE_DIR, "
                             "else $ROS_HOME/tracing, else ~/.ros/tracing)")
    parser.add_argument("-u", "--ust", dest="events_ust", nargs="*", metavar="EVENT",
                        default=names.DEFAULT_EVENTS_UST,
                        help="events to record: names, or patterns as of a shell "
                             "(default: all; `ranvier-trace events` prints them)")
    parser.add_argument("-k", "--kernel", dest="events_kernel", nargs="*", metavar="EVENT",
                        default=[], help="events of the kernel, by tracefs: sched_switch, sched_waking, "
                             "sched_wakeup, sched_wakeup_new (default: none)")
    parser.add_argument("-c", "--context", dest="context_fields", nargs="*", metavar="CONTEXT",
                        default=names.DEFAULT_CONTEXT,
                        help="context that events carry (every event has all that there is: "
                             f"{', '.join(names.CONTEXT)})")
    parser.add_argument("-l", "--list", dest="list", action="store_true",
                        help="print which events and context are recorded")
    parser.add_argument("-a", "--append-trace", dest="append_trace", action="store_true",
                        help="add to the session's directory if it is there; otherwise an error")
    parser.add_argument("--recorder", choices=RECORDERS, default=RECORDERS[0],
                        help="ranvier: every event, in files; flight: the last events, in memory, "
                             "for 'snapshot'; lttng: every event, in a session of LTTng of the "
                             "same name (default: %(default)s)")
    parser.add_argument("--buffer", type=int, metavar="KB", default=0,
                        help="kilobytes of buffer of each process (default: its "
                             "RANVIER_TRACE_BUFFER, else 256)")
