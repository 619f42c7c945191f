"""Runs `ranvier bench` for tests; the program is their first argument."""
import json
import pathlib
import subprocess
import sys
import tempfile

RANVIER = sys.argv.pop(1)


def bench(*words, repeats=1, statuses=(0,)):
    """Runs a bench so often per side; gives its cases by name."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        done = subprocess.run(
            [RANVIER, "bench", *words, "--repeats", str(repeats), "--json", str(report)],
            capture_output=True, text=True, timeout=200)
        if done.returncode not in statuses:
            raise AssertionError(f"{words}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return {case["name"]: case for case in json.loads(report.read_text())["cases"]}
