"""The program `ros2`."""
import argparse
import os
import sys

from ros2cli import interrupt


def main(*, script_name="ros2", argv=None, description=None, extension=None):
    """Run `ros2 <argv>`, or the one command `extension`. @return the status."""
    completing = "_ARGCOMPLETE" in os.environ
    words = sys.argv[1:] if argv is None else list(argv)
    if completing:
        from ros2cli.completion import words_of_the_line
        words = words_of_the_line()
    parser = _parser(script_name, description)
    from ros2cli import command
    command.set_words(words)
    if extension:
        extension.add_arguments(parser, script_name)
    else:
        command.add_subparsers_on_demand(
            parser, script_name, "_command", "ros2cli.command",
            hide_extensions=["extension_points", "extensions"], required=False, argv=words)
    if completing:
        from ros2cli.completion import complete
        complete(parser)
    args = parser.parse_args(argv)
    if not args.use_python_default_buffering and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)
    chosen = extension or getattr(args, "_command", None)
    if chosen is None:
        parser.print_help()
        return 0
    return _status_of(lambda: chosen.main(parser=parser, args=args))


def _parser(script_name, description):
    parser = argparse.ArgumentParser(
        prog=script_name, description=description or "Look at, run and change a ROS 2 system.")
    parser.add_argument(
        "--use-python-default-buffering", action="store_true",
        help="let Python choose how stdout is buffered; otherwise each line is written at once")
    return parser


def _status_of(run):
    """Run, and give the status of the process."""
    interrupt.note()
    try:
        status = run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return interrupt.SIGINT_STATUS
    except BrokenPipeError:  # who read our output has ended: `ros2 … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if _context_was_ended(error):
            return interrupt.status_of_end()
        status = _words_for_users(error)
        if status is None:
            raise
    if isinstance(status, str):
        print(status, file=sys.stderr)
        return 1
    return status


def _context_was_ended(error):
    """Whether an error is the end of the context by a signal, or follows from it."""
    if type(error).__name__ == "ExternalShutdownException":
        return True
    if "rclpy" not in sys.modules:
        return False
    from rclpy.utilities import get_default_context
    context = get_default_context()
    return context.handle is not None and not context.ok()


def _words_for_users(error):
    """Give what a user can mend in words; None for what is a fault of a program."""
    kind = type(error)
    if isinstance(error, RuntimeError):
        return str(error)
    if isinstance(error, ModuleNotFoundError) and error.name in ("numpy", "yaml"):
        return f"{error}. Install it: messages need it (pip install numpy PyYAML)."
    if isinstance(error, ImportError) and "ranvier" in str(error):
        return (f"The Python extension of Ranvier cannot be loaded: {error}. It is for one version "
                "of Python; this is " + sys.version.split()[0] + ".")
    if kind.__module__.partition(".")[0] == "yaml":
        return f"This is no YAML: {error}"
    if kind.__name__ in ("InvalidTopicNameException", "InvalidServiceNameException",
                         "InvalidNodeNameException", "InvalidNamespaceException"):
        return str(error)
    if isinstance(error, OSError) and not isinstance(error, InterruptedError):
        return str(error)
    return None


if __name__ == "__main__":
    sys.exit(main())
