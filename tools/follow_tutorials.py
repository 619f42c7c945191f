#!/usr/bin/python3
"""Follows the pages of ros2/ros2_documentation as a reader would, and prints the table of
docs/tutorials.md.

usage: tools/follow_tutorials.py PAGES WORKSPACE [--work DIR] [--mirrors DIR] [--only REGEX] [--list]

PAGES is a clone of ros2/ros2_documentation, also one without a work tree; the branch is jazzy.
Nothing of it is in this tree: tools/tutorials.txt says which block of a page is run, written to a
file or awaited, by the words of its heading and its number there, and the block is read from
PAGES when the program runs. WORKSPACE is a folder with install/setup.bash, which has turtlesim and
the demos, built against the prefix under test: tools/try_packages.py makes one.

A page is followed in a home of its own below --work, on terminals, with an X server (Xvfb) of its
own. What a page fetches from GitHub comes from --mirrors DIR (OWNER+NAME/repo). Lines that install
packages of the distribution (sudo, apt, rosdep) are left out. --list prints the blocks of the pages,
as tools/tutorials.txt names them. Results are kept in --work: with --only, the table has the
earlier results of all other pages. Ends with 0 when every page that was followed goes.
"""
import argparse
import os
import pathlib
import pty
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time

from try_launch_files import environment, left_behind, marked
from tutorial_pages import Failure, Pages, rows_of

STEPS = pathlib.Path(__file__).with_name("tutorials.txt")
LINE_SECONDS, COMMAND_SECONDS, END_SECONDS = 60, 1200, 15
NOT_YET = "not tried yet"
LEFT_OUT = re.compile(r"^\s*(sudo|apt|apt-get|rosdep)\b")
KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r", "ctrl-c": "\x03"}
ADDRESS = re.compile(r"https://(?:raw\.githubusercontent|github)\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?"
                     r"(?:/raw)?/([\w.-]+)/(\S+)")


class Terminal:
    """Commands that run on a terminal of their own; what they print is kept.

    Threads: one reader beside the caller.
    """

    def __init__(self, script, env, home):
        self.text = ""
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(["setsid", "--ctty", "bash", "--norc", "-c", script],
                                        env=env, cwd=home, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while True:
            try:
                part = os.read(self.master, 65536)
            except OSError:  # all have closed it
                return
            if not part:
                return
            self.text += part.decode(errors="replace")

    def said(self):
        return re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", self.text).replace("\r", "")

    def missing(self, expected):
        """What of `expected` it has not said; what is after '!' must not be said."""
        said = self.said()
        return [one for one in expected
                if one.startswith("!") == bool(re.search(one.lstrip("!"), said, re.M))]

    def wait_for(self, expected, seconds):
        until = time.monotonic() + seconds
        while self.missing(expected) and time.monotonic() < until:
            if self.process.poll() is not None:
                self.reader.join(1)
                break
            time.sleep(0.1)
        return self.missing(expected)

    def wait(self, seconds):
        """Its status; None where it goes on."""
        try:
            status = self.process.wait(seconds)
            self.reader.join(2)
            return status
        except subprocess.TimeoutExpired:
            return None

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self):
        """Ctrl-C, then by force."""
        if self.process.poll() is None:
            self.type("\x03")
            if self.wait(END_SECONDS) is None:
                subprocess.run(["pkill", "-KILL", "-s", str(self.process.pid)], check=False)
                self.process.wait()
        self.reader.join(2)


class Follower:
    """Does the steps of one page; each do_... is a word of tools/tutorials.txt."""

    def __init__(self, blocks, home, env):
        self.blocks, self.home, self.env = blocks, home, env
        self.state, self.folder = home / ".terminal", home / ".folder"
        if not self.state.exists():
            self.state.write_text("", encoding="utf-8")
            self.folder.write_text(str(home), encoding="utf-8")
        self.running = {}

    def block(self, name):
        """The block that '[words of the heading/tab#number]' names; a heading of just these words
        comes first."""
        parts = re.fullmatch(r"\[([^\]/#]*)(?:/([^\]#]*))?(?:#(\d+))?\]", name.strip())
        if not parts:
            raise Failure(f"{name} is no name of a block")
        heading, tab, number = parts[1].strip(), parts[2] or "", int(parts[3] or 1)
        found = [each for each in self.blocks if heading.lower() in each.heading.lower()
                 and (each.tab, each.number) == (tab, number)]
        for each in sorted(found, key=lambda each: each.heading.lower() != heading.lower()):
            return each.text
        raise Failure(f"the page has no block {name}")

    def split(self, rest):
        """(commands, what is expected) of 'run|start|watch BLOCK-OR-COMMAND [with A=B] => ...'."""
        said, _, expected = rest.partition(" => ")
        named = re.fullmatch(r"(\[.*?\])(?: with (.*?)=>(.*))?", said)
        name = named[1] if named else said
        commands = commands_of(self.block(name)) if named else said
        if named and named[2]:
            commands = commands.replace(named[2], named[3])
        return name, commands, [one.strip() for one in expected.split(" && ") if one.strip()]

    def terminal(self, commands, keep):
        place = f". {shlex.quote(str(self.state))}; cd \"$(cat {shlex.quote(str(self.folder))})\"\n"
        after = (f"\nstatus=$?; export -p > {shlex.quote(str(self.state))}; "
                 f"pwd > {shlex.quote(str(self.folder))}; exit $status") if keep else ""
        return Terminal(place + commands + after, self.env, self.home)

    def do_run(self, rest):
        """In the first terminal, until it ends: with 0 and the words that are expected."""
        name, commands, expected = self.split(rest)
        terminal = self.terminal(commands, True)
        status = terminal.wait(COMMAND_SECONDS)
        terminal.end()
        missing = terminal.missing(expected)
        if status != 0 or missing:
            raise failure(name, terminal, f"status {status}" if status else "", missing)

    def do_await(self, rest):
        """As run, again and again, as one who looks once more."""
        until = time.monotonic() + LINE_SECONDS
        while True:
            try:
                return self.do_run(rest)
            except Failure:
                if time.monotonic() > until:
                    raise

    def do_start(self, rest):
        """In a new terminal, where it goes on; waits for the words."""
        name, commands, expected = self.split(rest)
        terminal = self.running[name] = self.terminal(commands, False)
        missing = terminal.wait_for(expected, LINE_SECONDS)
        if missing:
            raise failure(name, terminal, "", missing)

    def do_watch(self, rest):
        """As start, then Ctrl-C."""
        self.do_start(rest)
        self.running.popitem()[1].end()

    def do_says(self, rest):
        """A terminal that goes on: NAME => words; counts what it said before."""
        name, _, expected = rest.partition(" => ")
        terminal = self.running[name.strip()]
        missing = terminal.wait_for(expected.split(" && "), LINE_SECONDS)
        if missing:
            raise failure(name, terminal, "", missing)

    def do_stop(self, rest):
        """Ctrl-C in the terminal that NAME was started in."""
        self.running.pop(rest.strip()).end()

    def do_press(self, rest):
        """Keys in the terminal that was started last."""
        for key in rest.split():
            list(self.running.values())[-1].type(KEYS.get(key, key))
            time.sleep(0.05)  # a key of its own, as a hand would

    def do_window(self, rest):
        """A window with this in its title is on the screen."""
        until = time.monotonic() + LINE_SECONDS
        while time.monotonic() < until:
            if subprocess.run(["xdotool", "search", "--name", rest], env=self.env,
                              capture_output=True, check=False).stdout:
                return
            time.sleep(0.5)
        raise Failure(f"no window '{rest}'")

    def path(self, name):
        return self.home / os.path.expandvars(name.replace("~/", ""))

    def do_write(self, rest):
        """FILE BLOCK: a file that has the block alone."""
        name, _, block = rest.partition(" ")
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.block(block), encoding="utf-8")

    def do_add(self, rest):
        """FILE after|before|at EXPRESSION BLOCK: the block beside the line, or in its place."""
        parts = re.fullmatch(r"(\S+) (after|before|at) /(.*)/ (\[.*\])", rest)
        if not parts:
            raise Failure(f"'add {rest}' is not FILE after|before|at /EXPRESSION/ [BLOCK]")
        path, block = self.path(parts[1]), self.block(parts[4])
        text = path.read_text(encoding="utf-8")
        found = re.search(parts[3], text, re.M)
        if not found:
            raise Failure(f"{parts[1]} has no '{parts[3]}'")
        start, end = {"after": (found.end(), found.end()), "before": (found.start(), found.start()),
                      "at": found.span()}[parts[2]]
        between = "\n" if parts[2] == "after" else ""
        path.write_text(text[:start] + between + block + text[end:], encoding="utf-8")

    def do_edit(self, rest):
        """FILE /EXPRESSION/ => TEXT: what the page says in words."""
        name, _, change = rest.partition(" ")
        old, _, new = change.partition("/ => ")
        path = self.path(name)
        text, count = re.subn(old[1:], new.replace("\\n", "\n"), path.read_text(encoding="utf-8"),
                              flags=re.M)
        if not count:
            raise Failure(f"{name} has no '{old[1:]}'")
        path.write_text(text, encoding="utf-8")

    def follow(self, steps):
        """'' where all went; else which step did not."""
        try:
            for number, (verb, rest) in enumerate(steps, 1):
                try:
                    getattr(self, f"do_{verb}")(rest)
                except (Failure, OSError, KeyError) as fault:
                    return f"step {number}, `{verb} {rest.partition(' => ')[0]}`: {fault}"
            return ""
        finally:
            for terminal in self.running.values():
                terminal.end()


def commands_of(text):
    """The commands of a block: those after a prompt, where it has prompts."""
    lines = text.splitlines()
    if any(line.startswith("$ ") for line in lines):
        lines = [line[2:] for line in lines if line.startswith("$ ")]
    return "\n".join(line for line in lines if not LEFT_OUT.match(line))


def failure(name, terminal, status, missing):
    print(f"--- {name}\n" + "\n".join(terminal.said().splitlines()[-30:]), file=sys.stderr)
    words = [status] if status else []
    words += [f"it said '{one[1:]}'" if one.startswith("!") else f"no '{one}'" for one in missing]
    return Failure("; ".join(words))


class Screen:
    """An X server without a screen, for as long as it is held."""

    def __enter__(self):
        get, put = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(put), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
            pass_fds=[put], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(put)
        with os.fdopen(get) as answer:
            self.name = ":" + answer.readline().strip()
        return self

    def __exit__(self, *_):
        self.server.send_signal(signal.SIGTERM)
        self.server.wait()


def stand_ins(folder, workspace, mirrors):
    """Programs that give what is on GitHub from `mirrors`: the folder for PATH, and git's settings."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("wget", "curl"):
        path = folder / name
        path.write_text(f"#!/bin/sh\nexec /usr/bin/python3 {pathlib.Path(__file__).resolve()} "
                        f"--give '{mirrors}' \"$@\"\n", encoding="utf-8")
        path.chmod(0o755)
    lines = [f"[url \"{repo}\"]\n\tinsteadOf = https://github.com/{address}.git\n"
             f"\tinsteadOf = https://github.com/{address}\n"
             for repo in sorted(mirrors.glob("*+*/repo"))
             for address in [repo.parent.name.replace("+", "/")]]
    (folder / "gitconfig").write_text("".join(lines) + "[safe]\n\tdirectory = *\n", encoding="utf-8")


def give(mirrors, words):
    """Does what wget and curl do for the addresses of files on GitHub."""
    output = None
    for flag, value in zip(words, words[1:]):
        if flag in ("-O", "-o"):
            output = value
    for word in words:
        address = ADDRESS.match(word)
        if address:
            owner, name, branch, path = address.groups()
            shown = subprocess.run(["git", "-C", pathlib.Path(mirrors) / f"{owner}+{name}/repo", "show",
                                    f"{branch}:{path}"], capture_output=True, check=True).stdout
            pathlib.Path(output or pathlib.PurePath(path).name).write_bytes(shown)
    return 0


class Trial:
    """All pages against one workspace."""

    def __init__(self, args):
        self.pages, self.args = Pages(args.pages), args
        self.work = args.work.resolve()
        (self.work / "results").mkdir(parents=True, exist_ok=True)

    def environment(self, home, mark, screen):
        env = environment(self.args.workspace.resolve(), mark)
        shutil.rmtree(env.pop("ROS_LOG_DIR"))
        env.update(HOME=str(home), DISPLAY=screen.name, TERM="xterm", USER=env.get("USER", "user"),
                   QT_QPA_PLATFORM="xcb", LIBGL_ALWAYS_SOFTWARE="1")
        env["PATH"] = "/usr/bin:" + env["PATH"]  # ament's Python modules are those of Debian
        if self.args.mirrors:
            tools = self.work / "stand_ins"
            stand_ins(tools, self.args.workspace.resolve(), self.args.mirrors.resolve())
            env["PATH"] = f"{tools}:{env['PATH']}"
            env["GIT_CONFIG_GLOBAL"] = str(tools / "gitconfig")
        return env

    def follow(self, row, screen):
        """What was wrong; '' if nothing."""
        home = self.work / "homes" / row.home
        if row.first:
            shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True, exist_ok=True)
        mark = f"{os.getpid()}-{time.monotonic_ns()}"
        env = self.environment(home, mark, screen)
        setup = str(self.args.workspace.resolve() / "install/setup.bash")
        try:
            blocks = self.pages.blocks(row.page)
        except Failure as fault:
            return str(fault)
        for block in blocks:
            block.text = block.text.replace("/opt/ros/jazzy/setup.bash", setup)
        fault = Follower(blocks, home, env).follow(row.steps)
        left = [] if fault else left_behind(mark)
        kill_marked(mark)
        return fault or "; ".join(f"left behind: {words}" for words in left if "daemon" not in words)

    def result(self, row):
        path = self.work / "results" / row.page.replace("/", "+")
        return path.read_text(encoding="utf-8") if path.exists() else NOT_YET

    def table(self, rows):
        """The rows of docs/tutorials.md, and how many of them are of each kind."""
        counts = {}
        for row in rows:
            if row.reason:
                kind, words = "not followed", row.reason
            else:
                fault = self.result(row)
                kind = ("not followed" if fault == NOT_YET else "**fails**" if fault
                        else "with a change" if row.change else "as written")
                words = fault or row.change
            counts[kind] = counts.get(kind, 0) + 1
            name = row.page.removeprefix("Tutorials/")
            print(f"| {name} | {kind} | {words.replace('|', chr(92) + '|')} |")
        print("\n" + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
              + f"; {len(rows)} pages")

    def run(self, rows):
        good = True
        with Screen() as screen:
            for row in rows:
                if row.reason or not re.search(self.args.only, row.page):
                    continue
                began = time.monotonic()
                fault = self.follow(row, screen)
                (self.work / "results" / row.page.replace("/", "+")).write_text(fault, encoding="utf-8")
                good = good and not fault
                print(f"{row.page}: {fault or 'goes'} ({time.monotonic() - began:.0f} s)",
                      file=sys.stderr, flush=True)
        return good


def kill_marked(mark):
    """Ends what a page left behind."""
    for folder in marked(mark):
        try:
            os.kill(int(folder.name), signal.SIGKILL)
        except OSError:  # it has ended
            pass


VERBS = {name.removeprefix("do_") for name in vars(Follower) if name.startswith("do_")}


def main():
    if sys.argv[1:2] == ["--give"]:
        return give(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("pages", type=pathlib.Path)
    parser.add_argument("workspace", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp/ranvier_tutorials"))
    parser.add_argument("--mirrors", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    rows = rows_of(STEPS.read_text(encoding="utf-8"), VERBS)
    if args.list:
        for row in rows:
            if re.search(args.only, row.page):
                for each in Pages(args.pages).blocks(row.page):
                    print(f"{row.page} [{each.heading}/{each.tab}#{each.number}]\n{each.text}")
        return 0
    if not (args.workspace / "install/setup.bash").exists():
        parser.error(f"'{args.workspace}' has no install/setup.bash: tools/try_packages.py makes it")
    trial = Trial(args)
    good = trial.run(rows)
    trial.table(rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
