"""Holds the pages of events and tables to what is printed, and the events to the sources.

usage: trace_events_test.py <root of the project> <ranvier-trace>
"""
import pathlib
import re
import subprocess
import sys

root, program = pathlib.Path(sys.argv[1]), sys.argv[2]
findings = []


def print_page(page, *words):
    """What the program prints; it must be the page."""
    text = subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
    if (root / page).read_text() != text:
        findings.append(f"{page} is not what `{program} {' '.join(words)}` prints. Print it anew.")
    return text


print_page("docs/trace_tables.md", "columns", "--page")
printed = print_page("docs/trace_events.md", "events")

rows = dict(re.findall(r"^\| `(\w+)` \| ([a-z ]+) \|", printed, re.M))
recorded = set()
for top in ("src", "api"):
    for path in (root / top).rglob("*.*"):
        if path.suffix in (".cc", ".h") and not path.name.endswith("_test.cc"):
            recorded.update(re.findall(r"\bRANVIER_TRACE(?:_IN\(\s*\w+\s*,|\()\s*(\w+)", path.read_text()))
for name, rate in rows.items():
    if (rate == "never") == (name in recorded):
        findings.append(f"event '{name}': the page says '{rate}', and the sources "
                        f"{'record it' if name in recorded else 'do not record it'}. Mend kNeverOurs.")
if len(rows) < 35:
    findings.append(f"the page has {len(rows)} events, fewer than the field's 35")
print("\n".join(findings) or f"{len(rows)} events, {len(recorded)} of them recorded")
sys.exit(bool(findings))
