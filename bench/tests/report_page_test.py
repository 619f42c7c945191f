"""The page of `ranvier bench report`: loads in a browser, draws a plot for each figure that has a
number, and docs/seeds.md is what `ranvier bench seeds` prints.

usage: report_page_test.py <ranvier> <source>
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

RANVIER, SOURCE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
sys.path.append(str(SOURCE / "tests/tracing"))
import page_in_browser  # noqa: E402

BROWSERS = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
REPORT = {"bench": "fanout", "machine": {"cores": "2", "kernel": "a kernel"}, "cases": [
    {"name": f"fanout/same-process/burst/{nodes}", "quantity": "cpu", "unit": "% core", "ours": ours, "raw": ours / 2,
     "ratio": 2.0, "ratio_low": 1.9, "ratio_high": 2.1, "overloaded": False,
     "runs": {"ours": [ours, ours + 1], "raw": [ours / 2]}}
    for nodes, ours in (("10-nodes", 20.0), ("1-node", 10.0))]}
#: Of each plot, how many points it has; and what a script or the network would be.
LOOK = """({plots: [...document.querySelectorAll("svg")].map(one => one.querySelectorAll("circle").length),
  empty: [...document.querySelectorAll("svg")].filter(one => one.getBoundingClientRect().width < 100).length,
  text: document.body.innerText, loaded: performance.getEntriesByType("resource").length})"""


def published():
    """The figures of the seeds that have a number above zero, which a logarithmic axis can show."""
    for path in sorted((SOURCE / "bench/seeds").glob("*.json")):
        for entry in json.loads(path.read_text())["entries"]:
            if any(point["y"] > 0 for point in entry["published"]):
                yield entry


class ReportPage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ranvier_report_")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        pathlib.Path(self.folder, "fanout.json").write_text(json.dumps(REPORT))

    def run_report(self):
        done = subprocess.run([RANVIER, "bench", "report", self.folder], capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_browser_shows_a_plot_for_each_figure_with_numbers(self):
        program = next((one for one in BROWSERS if os.access(one, os.X_OK)), None)
        if program is None:
            self.skipTest("no browser of the Chromium family is installed")
        self.run_report()
        browser = page_in_browser.Browser(program, os.path.join(self.folder, "home"))
        try:
            target = browser.call("Target.createTarget", url="about:blank")["targetId"]
            session = browser.call("Target.attachToTarget", targetId=target,
                                   flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log"):
                browser.call(f"{domain}.enable", session)
            browser.call("Page.navigate", session,
                         url=pathlib.Path(self.folder, "report.html").as_uri())
            browser.wait_for("Page.loadEventFired")
            found = page_in_browser.value(browser, session, LOOK)
            self.assertEqual(list(page_in_browser.complaints(browser.events)), [])
        finally:
            browser.close()
        figures = list(published())
        self.assertEqual(len(found["plots"]), len(figures))
        self.assertEqual((found["empty"], found["loaded"]), (0, 0))
        # Of each published point that the report has a case for, ours and raw.
        cases = {case["name"] for case in REPORT["cases"]}
        points = sum(point["y"] > 0 for entry in figures for point in entry["published"])
        extra = sum(2 for entry in figures if entry.get("quantity") == "cpu"
                    for point in entry["published"]
                    if entry.get("case", "").replace("{x}", str(point["x"])) in cases)
        self.assertEqual(sum(found["plots"]), points + extra)
        self.assertIn("a kernel", found["text"])

    def test_the_findings_are_told_as_well(self):
        said = self.run_report()
        self.assertIn("003, slides, CPU: Published: 45 to 105 % of a core. Here: 10 to 20", said)

    def test_a_folder_without_reports_is_refused(self):
        pathlib.Path(self.folder, "fanout.json").unlink()
        done = subprocess.run([RANVIER, "bench", "report", self.folder], capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no report", done.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_the_page_of_the_seeds_is_what_the_command_prints(self):
        said = subprocess.run([RANVIER, "bench", "seeds"], capture_output=True, text=True,
                              check=True, timeout=60).stdout
        page = (SOURCE / "docs/seeds.md").read_text()
        self.assertEqual(said, page, "write it anew: build/bin/ranvier bench seeds > docs/seeds.md")


if __name__ == "__main__":
    unittest.main()
