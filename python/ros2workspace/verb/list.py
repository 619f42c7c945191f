"""`ros2 workspace list`."""
import textwrap

from ros2workspace import api
from ros2workspace.verb import VerbExtension


class ListVerb(VerbExtension):
    """List the public stacks that were tried, and what became of them."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("--page", action="store_true",
                            help="print the page of the documentation, docs/stacks.md")

    def main(self, *, args):
        try:
            stacks = api.get_stacks()
        except ValueError as error:
            return str(error)
        if args.page:
            print(_page(stacks), end="")
            return 0
        width = max(map(len, stacks))
        for name, stack in stacks.items():
            print(f"{name:{width}}  built: {stack.built:6}  {stack.date}")
        return 0


def _page(stacks):
    lines = [_HEAD]
    lines += [f"| [{stack.name}](#{stack.name}) | {stack.built} | {stack.date} | {stack.reason} |"
              for stack in stacks.values()]
    for stack in stacks.values():
        sources = (f"{repository} {commit}" for repository, commit in stack.sources.items())
        texts = [stack.seen, f"Sources: {', '.join(sources)}."]
        if stack.debian:
            texts.append(f"Debian packages: {' '.join(stack.debian)}.")
        lines += ["", f"## {stack.name}"]
        for text in texts:
            lines += ["", textwrap.fill(text, 110, break_on_hyphens=False)]
    return "\n".join(lines) + "\n"


_HEAD = """# Public stacks, run and looked at

Printed by `ros2 workspace list --page` from `python/ros2workspace/stacks.yaml`. Each stack was built
unmodified against a prefix of ours (Debian 12, amd64, g++ 12, two cores) and run; what a window showed was looked at
on a screenshot under Xvfb. None of it is in this tree. `ros2 workspace show NAME` prints an entry.
Packages that were built, with their tests: [public packages](public_packages.md).

| stack | built | date | reason where not, or what is missing |
|---|---|---|---|"""
