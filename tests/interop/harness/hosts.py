"""Two hosts on one wire: two network namespaces joined by a veth pair with an
MTU of 1500, multicast on. Needs root."""

import os
import subprocess

import pytest


def _ip(*words) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class TwoHosts:
    """Makes the namespaces; close() takes them away again.

    The names hold this process's id, so that several tests may run at once.
    """

    def __init__(self) -> None:
        self._names = [f"rvi{os.getpid()}{side}" for side in "ab"]
        if os.geteuid() != 0:
            pytest.skip("network namespaces need root")
        try:
            self._make()
        except (subprocess.CalledProcessError, FileNotFoundError) as error:
            self.close()
            pytest.skip(f"no network namespaces here: {getattr(error, 'stderr', error)}")

    def _make(self) -> None:
        a, b = self._names
        _ip("netns", "add", a)
        _ip("netns", "add", b)
        _ip("link", "add", a, "netns", a, "mtu", "1500", "type", "veth",
            "peer", "name", b, "netns", b, "mtu", "1500")  # fmt: skip
        for name, address in ((a, "10.77.0.1/24"), (b, "10.77.0.2/24")):
            _ip("-n", name, "address", "add", address, "dev", name)
            _ip("-n", name, "link", "set", "lo", "up")
            _ip("-n", name, "link", "set", name, "multicast", "on")
            self._raise(name)

    def _raise(self, name: str) -> None:
        _ip("-n", name, "link", "set", name, "up")
        # Fast DDS sends multicast by the default route, as a host would have.
        _ip("-n", name, "route", "replace", "default", "dev", name)

    def on(self, side: int) -> list:
        """What to write before a command to run it on host 0 or 1."""
        return ["ip", "netns", "exec", self._names[side]]

    def cut(self) -> None:
        _ip("-n", self._names[0], "link", "set", self._names[0], "down")

    def mend(self) -> None:
        for name in self._names:
            self._raise(name)

    def close(self) -> None:
        for name in self._names:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)
