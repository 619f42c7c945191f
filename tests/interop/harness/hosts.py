"""Hosts of a test's own: network namespaces, joined by veth pairs. Needs root.

The names hold this process's id, so that several tests may run at once."""

import itertools
import os
import subprocess

import pytest

_numbers = itertools.count()


def _ip(*words) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class _Hosts:
    """Makes the namespaces of `letters`; close() takes them away again."""

    def __init__(self, letters: str) -> None:
        number = next(_numbers)
        self._names = [f"rvi{os.getpid()}n{number}{letter}" for letter in letters]
        if os.geteuid() != 0:
            pytest.skip("network namespaces need root")
        try:
            for name in self._names:
                _ip("netns", "add", name)
                _ip("-n", name, "link", "set", "lo", "up")
            self._make()
        except (subprocess.CalledProcessError, FileNotFoundError) as error:
            self.close()
            pytest.skip(f"no network namespaces here: {getattr(error, 'stderr', '')} {error}")

    def _make(self) -> None:
        raise NotImplementedError

    def on(self, side: int) -> list:
        """What to write before a command to run it on that host."""
        return ["ip", "netns", "exec", self._names[side]]

    def close(self) -> None:
        for name in self._names:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


def _wire(one: str, other: str, device: str, mtu: int = 1500) -> None:
    """A veth pair of the same name at both ends, up, with multicast."""
    _ip("link", "add", device, "netns", one, "mtu", str(mtu), "type", "veth",
        "peer", "name", device, "netns", other, "mtu", str(mtu))  # fmt: skip
    for name in (one, other):
        _ip("-n", name, "link", "set", device, "multicast", "on", "up")


class OneHost(_Hosts):
    """A host with loopback alone, until plug() gives it a second interface as
    every real one has. The other end of that one is a host where nobody talks."""

    ADDRESS = "10.78.0.1"

    def __init__(self) -> None:
        super().__init__("hw")

    def _make(self) -> None:
        pass

    def plug(self) -> None:
        host, world = self._names
        _wire(host, world, "eth0")
        _ip("-n", host, "address", "add", self.ADDRESS + "/24", "dev", "eth0")
        _ip("-n", host, "route", "replace", "default", "dev", "eth0")

    def unplug(self) -> None:
        _ip("-n", self._names[0], "link", "delete", "eth0")


class RoutedHosts(_Hosts):
    """Two hosts of two subnets with a router between, which passes on no multicast."""

    ADDRESSES = ("10.79.1.1", "10.79.2.1")

    def __init__(self) -> None:
        super().__init__("abr")

    def _make(self) -> None:
        router = self._names[2]
        for side, address in enumerate(self.ADDRESSES):
            name, device = self._names[side], f"eth{side}"
            gateway = address[:-1] + "254"
            _wire(name, router, device)
            _ip("-n", name, "address", "add", address + "/24", "dev", device)
            _ip("-n", router, "address", "add", gateway + "/24", "dev", device)
            _ip("-n", name, "route", "replace", "default", "via", gateway)
        forward = "echo 1 > /proc/sys/net/ipv4/ip_forward"
        subprocess.run([*self.on(2), "sh", "-c", forward], check=True, capture_output=True)


class TwoHosts(_Hosts):
    """Two hosts on one wire with an MTU of 1500, multicast on."""

    def __init__(self) -> None:
        super().__init__("ab")

    def _make(self) -> None:
        _wire(*self._names, "eth0")
        for name, address in zip(self._names, ("10.77.0.1/24", "10.77.0.2/24")):
            _ip("-n", name, "address", "add", address, "dev", "eth0")
            self._raise(name)

    def _raise(self, name: str) -> None:
        _ip("-n", name, "link", "set", "eth0", "up")
        # Fast DDS sends multicast by the default route, as a host would have.
        _ip("-n", name, "route", "replace", "default", "dev", "eth0")

    def cut(self) -> None:
        _ip("-n", self._names[0], "link", "set", "eth0", "down")

    def mend(self) -> None:
        for name in self._names:
            self._raise(name)


class LossyHost(_Hosts):
    """A host with loopback alone, which may lose datagrams."""

    def __init__(self) -> None:
        super().__init__("l")

    def _make(self) -> None:
        self._nft("list", "ruleset")

    def _nft(self, *words, rules: str = "") -> str:
        command = [*self.on(0), "nft", *words]
        return subprocess.run(
            command, input=rules, check=True, capture_output=True, text=True
        ).stdout

    def lose(self, percent: int) -> None:
        """Of a hundred datagrams so many, at random, from now on."""
        hook = "type filter hook input priority 0"
        drop = f"meta l4proto udp numgen random mod 100 < {percent} counter drop"
        self._nft("-f", "-", rules=f"table inet lossy {{\nchain lost {{\n{hook}\n{drop}\n}}\n}}\n")

    def lost(self) -> int:
        """How many it has lost."""
        rule = self._nft("list", "chain", "inet", "lossy", "lost")
        return int(rule.split("packets")[1].split()[0])
