"""Runs a program of Python under ThreadSanitizer's runtime, in a domain of its own.

usage: run.py SITE PROGRAM, with RANVIER_TSAN_RUNTIME: the runtime's library
"""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

SKIPPED = 77


def main():
    site, program = map(pathlib.Path, sys.argv[1:])
    if not (site / "rclpy").exists():
        print(f"skipped: there are no Python packages in {site} (tools/build.sh test)")
        return SKIPPED
    # Python keeps contexts to its end, and so threads that nobody joins.
    options = os.environ.get("TSAN_OPTIONS", "") + ":report_thread_leaks=0"
    environment = {**os.environ, "TSAN_OPTIONS": options,
                   "LD_PRELOAD": os.environ["RANVIER_TSAN_RUNTIME"], "ROS_DOMAIN_ID": str(own_domain()),
                   "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
    return subprocess.run([sys.executable, "-B", program], env=environment, cwd=program.parent,
                          check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
