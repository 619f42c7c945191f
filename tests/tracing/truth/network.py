"""Two network namespaces with a slow line between them, gone when they are closed."""
import subprocess

RATE = 20_000_000  # bits a second, one way
ADDRESSES = ("10.77.0.1", "10.77.0.2")


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=30)
    if done.returncode:
        raise OSError(f"{' '.join(words)}: {done.stderr.strip()}")


class Network:
    """The namespaces live with two processes that sleep, the line with the namespaces."""

    def __init__(self):
        self.holders = []
        try:
            for _ in ADDRESSES:
                self._hold()
            self._connect()
        except (OSError, subprocess.SubprocessError):
            self.close()
            raise

    def _hold(self):
        holder = subprocess.Popen(["unshare", "-n", "sh", "-c", "echo; exec sleep infinity"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.holders.append(holder)
        if holder.stdout.readline() != "\n":
            raise OSError(f"unshare -n: {holder.stderr.read().strip()}")

    def _connect(self):
        first, second = (str(holder.pid) for holder in self.holders)
        run("ip", "link", "add", "line0", "netns", first, "type", "veth",
            "peer", "name", "line1", "netns", second)
        for number, address in enumerate(ADDRESSES):
            run(*self.inside(number, "ip", "address", "add", address + "/24",
                             "dev", f"line{number}"))
            for device in ("lo", f"line{number}"):
                run(*self.inside(number, "ip", "link", "set", device, "up"))
        run(*self.inside(0, "tc", "qdisc", "add", "dev", "line0", "root", "tbf",
                         "rate", str(RATE), "burst", "4kb", "limit", "1mb"))

    def inside(self, number, *words):
        """The command that runs `words` in one of the namespaces."""
        return ["nsenter", "-t", str(self.holders[number].pid), "-n", *words]

    def close(self):
        for holder in self.holders:
            holder.kill()
            holder.wait()
            holder.stdout.close()
            holder.stderr.close()
        self.holders = []
