#!/usr/bin/env python3
"""Runs a command where programs of another architecture run, by qemu-user.

usage: foreign.py <qemu-aarch64-static> <command> [<argument>...]

Who interprets such programs is said to the kernel (binfmt_misc) in a user namespace alone, which
has mounts of its own: this machine does not know of it. As root; all users and groups stay who they are.
"""
import ctypes
import os
import pathlib
import sys

CLONE_NEWNS, CLONE_NEWUSER, MS_REC_PRIVATE = 0x20000, 0x10000000, 0x44000
REGISTER = pathlib.Path("/proc/sys/fs/binfmt_misc/register")
# Programs and libraries for ELF, 64 bits, little-endian, machine 183 (EM_AARCH64).
MAGIC = rb"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = rb"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
libc = ctypes.CDLL(None, use_errno=True)


def must(status, what):
    if status != 0:
        sys.exit(f"foreign: {what}: {os.strerror(ctypes.get_errno())}. It needs root and Linux 6.7 or later.")


def enter(pipe, register):
    """In the child: its own namespaces, once the parent has said who is who there."""
    must(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS), "no user namespace")
    os.write(pipe[0][1], b"x")
    os.read(pipe[1][0], 1)
    must(libc.mount(None, b"/", None, MS_REC_PRIVATE, None), "mounts cannot be made private")
    must(libc.mount(b"binfmt_misc", bytes(REGISTER.parent), b"binfmt_misc", 0, None), "no binfmt_misc of its own")
    REGISTER.write_bytes(register)


def main(interpreter, *command):
    # F: the interpreter is opened now, and needs not be in the root folder.
    register = b":foreign:M::" + MAGIC + b":" + MASK + b":" + os.path.abspath(interpreter).encode() + b":F"
    pipe = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        enter(pipe, register)
        os.execvp(command[0], command)
    os.read(pipe[0][0], 1)
    for users in ("uid_map", "gid_map"):
        pathlib.Path(f"/proc/{child}/{users}").write_text("0 0 65536\n")
    os.write(pipe[1][1], b"x")
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
