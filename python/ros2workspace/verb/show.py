"""`ros2 workspace show`."""
from ros2workspace import api
from ros2workspace.verb import VerbExtension


class ShowVerb(VerbExtension):
    """Show a stack: what was tried at which commits, with what, and what was seen."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("stack", help="its name, as `ros2 workspace list` has it")
        argument.completer = api.stack_name_completer

    def main(self, *, args):
        try:
            stacks = api.get_stacks()
        except ValueError as error:
            return str(error)
        if args.stack not in stacks:
            return f"No stack is named '{args.stack}'. There are: {', '.join(stacks)}"
        stack = stacks[args.stack]
        print(f"{stack.name}: built: {stack.built}, {stack.date}")
        print(f"seen: {stack.seen}")
        if stack.reason:
            print(f"missing: {stack.reason}")
        print("sources:")
        for repository, commit in stack.sources.items():
            print(f"  {repository} {commit}")
        if stack.debian:
            print(f"packages of Debian: {' '.join(stack.debian)}")
        return 0
