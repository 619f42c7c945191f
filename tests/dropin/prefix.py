"""An install prefix to build packages against, and processes in its environment.

The prefix is installed from a build folder and then moved, so that whatever
remembers the first place fails the tests.
"""
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

BUILD_LIMIT_S = 300  # generous: only a hang ends here
RUN_LIMIT_S = 60
ANOTHER_PYTHON = pathlib.Path(__file__).resolve().parent / "another_python"


class Prefix:
    """A prefix installed somewhere, then moved to `folder`.

    Threads: one. Everything lies below one temporary folder, gone after close().
    """

    def __init__(self, build):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-dropin-"))
        self.first_place = self.scratch / "installed-here"
        self.folder = self.scratch / "moved" / "there"
        run(["cmake", "--install", build, "--prefix", self.first_place])
        self.folder.parent.mkdir()
        self.first_place.rename(self.folder)

    def close(self):
        shutil.rmtree(self.scratch)

    def shell(self, command, setup=None):
        """The words that run `command` in bash after sourcing a setup script."""
        return ["bash", "-c", f". {shlex.quote(str(setup or self.folder / 'setup.bash'))} && {command}"]

    def run(self, command, cwd=None, setup=None):
        return run(self.shell(command, setup), cwd or self.scratch)

    def build_with_cmake(self, source):
        """Builds and installs one package with plain CMake; returns its prefix."""
        build, to = self.scratch / f"build-{source.name}", self.scratch / f"prefix-{source.name}"
        self.run(f"cmake -S {source} -B {build} -G Ninja -DCMAKE_INSTALL_PREFIX={to}"
                 f" && cmake --build {build} && cmake --install {build}")
        return to

    def build_with_colcon(self, *packages):
        """Builds packages in one workspace; returns the folder of the workspace."""
        workspace = pathlib.Path(tempfile.mkdtemp(prefix="workspace-", dir=self.scratch))
        for package in packages:
            shutil.copytree(package, workspace / "src" / package.name)
        self.run("colcon build --event-handlers console_direct+", cwd=workspace)
        return workspace

    def chat(self, talker, listener, setup=None):
        """Runs both until the listener ends; returns its output.

        Raises when the listener does not end by itself with status 0, or when
        the talker does not end well after an interrupt.
        """
        with start(self.shell(f"exec {talker}", setup)) as talking:
            try:
                heard = run(self.shell(f"exec {listener}", setup), limit_s=RUN_LIMIT_S)
            finally:
                talking.send_signal(signal.SIGINT)
                words, _ = talking.communicate(timeout=RUN_LIMIT_S)
            if talking.returncode != 0:
                raise AssertionError(f"the talker ended with {talking.returncode}:\n{words}")
            return heard


def environment():
    """Ours, without what a shell may have sourced, in a domain of this process."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("AMENT_", "COLCON_", "ROS_", "CMAKE_PREFIX", "RMW_"))}
    kept.update({
        # Another Python comes first, as pyenv's does: all must find the one of the prefix.
        "PATH": f"{ANOTHER_PYTHON}:/usr/bin:/bin:/usr/sbin:/sbin",
        "ROS_DOMAIN_ID": str(own_domain()),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "PYTHONDONTWRITEBYTECODE": "1",
    })
    kept.pop("LD_LIBRARY_PATH", None)
    if shutil.which("ccache"):
        kept.update({"CMAKE_C_COMPILER_LAUNCHER": "ccache", "CMAKE_CXX_COMPILER_LAUNCHER": "ccache"})
    return kept


def start(command, cwd=None):
    return subprocess.Popen([str(word) for word in command], cwd=cwd, env=environment(), text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def run(command, cwd=None, limit_s=BUILD_LIMIT_S):
    """Runs to the end; returns what it said. Raises with those words on failure."""
    with start(command, cwd) as process:
        try:
            words, _ = process.communicate(timeout=limit_s)
        except subprocess.TimeoutExpired:
            process.kill()
            words, _ = process.communicate()
            raise AssertionError(f"still running after {limit_s} s: {command}\n{words}") from None
    if process.returncode != 0:
        raise AssertionError(f"status {process.returncode} from {command}\n{words}")
    return words
