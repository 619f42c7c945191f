"""The network interfaces of this host, as the system tells them."""
import fcntl
import os
import socket
import struct
from collections import namedtuple

Interface = namedtuple("Interface", (
    "name", "addresses", "netmask", "flags", "mtu", "is_up", "is_loopback", "is_multicast"))

_GET_ADDRESS, _GET_NETMASK = 0x8915, 0x891B  # SIOCGIFADDR, SIOCGIFNETMASK
_FLAGS = ((0x1, "UP"), (0x2, "BROADCAST"), (0x8, "LOOPBACK"), (0x10, "POINTOPOINT"),
          (0x40, "RUNNING"), (0x1000, "MULTICAST"))


def interfaces():
    """Give an Interface of each; its addresses are those of IPv4 first, then of IPv6."""
    return [_interface(name) for _, name in socket.if_nameindex()]


def _interface(name):
    number = int(_read(name, "flags") or "0", 16)
    names = [word for bit, word in _FLAGS if number & bit]
    address, netmask = _ask(name, _GET_ADDRESS), _ask(name, _GET_NETMASK)
    return Interface(
        name=name, addresses=[one for one in [address, *_ipv6(name)] if one], netmask=netmask,
        flags=f"{number}<{','.join(sorted(names))}>", mtu=_read(name, "mtu") or "",
        is_up="UP" in names, is_loopback="LOOPBACK" in names, is_multicast="MULTICAST" in names)


def _read(name, what):
    try:
        with open(os.path.join("/sys/class/net", name, what), encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return None


def _ask(name, request):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            answer = fcntl.ioctl(asking, request, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])


def _ipv6(name):
    try:
        with open("/proc/net/if_inet6", encoding="ascii") as file:
            rows = [line.split() for line in file]
    except OSError:
        return []
    return [socket.inet_ntop(socket.AF_INET6, bytes.fromhex(row[0]))
            for row in rows if row[-1] == name]
