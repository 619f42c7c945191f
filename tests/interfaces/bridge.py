"""What the tests of the interfaces share: our types, and talk with cdr_bridge."""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "rosidl"))

from ranvier_rosidl import library, model  # noqa: E402

PACKAGES = {path.name: path for path in (ROOT / "interfaces").iterdir() if path.is_dir()}


def definitions():
    """The library of our interface files, and every Message, Service, Action in it."""
    known = library.Library(PACKAGES)
    return known, [known.interface(package, f"{file.parent.name}/{file.name}")
                   for package, root in sorted(PACKAGES.items())
                   for file in sorted(root.glob("*/*.*"))]


def messages():
    """Every message that we generate, wrapped ones included, by name."""
    return {message.name: message for one in definitions()[1]
            for message in getattr(one, "messages", (one,))}


class Bridge:
    """A running cdr_bridge. Ask with a command, get the words of its answer."""

    def __init__(self, build: pathlib.Path):
        self._process = subprocess.Popen(
            [build / "bin/cdr_bridge", build / "lib"], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, *words) -> list:
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().split()
        if not answer or answer[0] == "error":
            raise RuntimeError(f"cdr_bridge on {' '.join(map(str, words))[:300]}: {' '.join(answer)}")
        return answer

    def payload(self, *words) -> tuple:
        """The bytes and the values of an answer of the form "HEX JSON"."""
        coded, values = self.ask(*words)
        return bytes.fromhex(coded), json.loads(values)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.stdout.close()
        if self._process.wait() != 0:
            raise RuntimeError(f"cdr_bridge ended with {self._process.returncode}")
