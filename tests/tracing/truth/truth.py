"""Delays are put into graphs of real nodes; `ranvier-trace culprits` has to name them.

usage: truth.py <tracing_graph> <ranvier-trace> [--cases N] [--seed S] [--keep FOLDER]

The analysis gets the trace alone. What is true is what was injected, and what the kernel
says of how long the threads of the nodes waited for a CPU: on a machine that others use,
they wait in cases too in which nothing was injected. Where it may, the experiment asks for
precedence over such others. An answer names each cause with a
tenth or more of the excess. It is right if it names
- every cause that was injected, at the right callback, thread or topic (if it came to 15
  per cent of the excess: the load of others may have drowned it);
- contention for the CPU, if the kernel says that it was a quarter or more of the excess and
  held a message up by twice as much as makes it slow; and not if it says less than a twentieth, or if it
  does not say of the same messages that they waited, for a tenth of what was named;
- nothing else. What it calls "unexplained" names nobody; it is counted apart.
"""
import argparse
import collections
import json
import os
import pathlib
import secrets
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from cases import CAUSES, FLOOR_NS, WARM, Truth, draw, median, read_stamps  # noqa: E402
from network import ADDRESSES, RATE, Network  # noqa: E402
from own_domain import own_domain  # noqa: E402

INJECTED, MUST, MAY = 0.15, 0.25, 0.05


class Run:
    """One case in a folder of its own."""

    def __init__(self, options, case, folder, network):
        self.options, self.case, self.folder = options, case, pathlib.Path(folder)
        self.network = network if case.processes == 2 else None
        self.pids = []

    def environment(self):
        variables = {**os.environ, "ROS_LOG_DIR": str(self.folder / "log"),
                     "ROS_DOMAIN_ID": str(own_domain()),
                     "RANVIER_TRACE": str(self.folder / "trace"),
                     "RANVIER_TRACE_WHEN_FULL": "block", "RANVIER_TRACE_SESSIONS": "off"}
        if self.network:  # the line between the two is to be slow, not the memory that they share
            variables["RANVIER_SHM"] = "0"
        variables["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "SUBNET" if self.network else "LOCALHOST"
        return variables

    def start(self, process):
        words = [self.options.graph, str(self.folder / "plan"), str(process),
                 str(self.folder / "shared"), str(self.folder / f"stamps{process}")]
        if self.network:
            words = self.network.inside(process, *words)
        return subprocess.Popen(words, env=self.environment())

    def play(self):
        plan = "\n".join(self.case.lines(ADDRESSES[1], RATE)) + "\n"
        (self.folder / "plan").write_text(plan, encoding="utf-8")
        running = [self.start(process) for process in range(self.case.processes)]
        self.pids = [program.pid for program in running]
        try:
            codes = [program.wait(timeout=60) for program in running]
        finally:
            for program in running:
                program.kill()
                program.wait()
        if any(codes):
            raise RuntimeError(f"{self.case.describe()}: exit codes {codes}")
        return Truth(self.case, [list(read_stamps(self.folder / f"stamps{process}"))
                                 for process in range(self.case.processes)])

    def ask(self):
        """What the analysis says of the chain, from the trace."""
        done = subprocess.run(
            [self.options.ranvier_trace, "culprits", str(self.folder / "trace"), "--chain",
             f"/c0,/c{self.case.nodes - 1}", "--floor", str(FLOOR_NS / 1e6), "--json"],
            capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise RuntimeError(f"{self.case.describe()}: {done.stderr}")
        return json.loads(done.stdout)["chains"][0]

    def clock_zero(self):
        done = subprocess.run(
            [self.options.ranvier_trace, "callbacks", str(self.folder / "trace"), "--json"],
            capture_output=True, text=True, timeout=120, check=True)
        return json.loads(done.stdout)["processes"][0]["clock_zero_ns"]


def expected_who(case, cause, pids):
    """Words of which the answer has to have one."""
    for kind in case.kinds:
        node = case.at[kind]
        if CAUSES[kind] != cause:
            continue
        if kind == "work":
            return [f"/link{node} of /c{node}"]
        if kind == "queue":
            return [f"/other{node} of /other{node}"]
        if kind == "route":
            return [f"/link{node} from /c{node - 1}"]
        return [f"-{pids[case.process_of[node]]}"]
    return [f"-{pid}" for pid in pids]  # the load of others: whichever it hit


class Verdict:
    def __init__(self, case, truth, answer, pids, zero):
        named = [c for c in answer["culprits"] if c["share"] >= 0.1]
        self.named = [c["cause"] for c in named if c["cause"] != "unexplained"]
        self.has_unexplained = len(self.named) < len(named)
        self.injected = {CAUSES[kind] for kind in case.kinds}
        excess = truth.excess()
        whole = sum(excess.values()) or 1
        self.shares = {cause: ns / whole for cause, ns in excess.items()}
        must = {cause for cause in self.injected if self.shares[cause] >= INJECTED}
        if self.shares["cpu-contention"] >= MUST and (
                truth.most_by_cpu() >= 2 * answer["limit_ns"]):
            must.add("cpu-contention")
        may = must | self.injected
        if self.shares["cpu-contention"] >= MAY or truth.foreign_excess() >= MAY * whole:
            may.add("cpu-contention")
        self.missing = must - set(self.named)
        self.false = set(self.named) - may
        self.unbacked = unbacked(truth, answer, zero)
        if self.unbacked >= 0.1:
            self.false.add("cpu-contention")
        self.elsewhere = [c for c in named if c["cause"] in self.injected and not any(
            who in c["who"] for who in expected_who(case, c["cause"], pids))]
        self.right = not (self.missing or self.false or self.elsewhere)
        self.foreign = "cpu-contention" in self.named and "cpu-contention" not in self.injected

    def order(self):
        """Whether two causes of clearly different shares came in their order; else None."""
        shares = [self.shares[c] for c in dict.fromkeys(self.named) if c in self.injected]
        if len(shares) != 2 or max(shares) < 1.5 * min(shares):
            return None
        return shares[0] > shares[1]


def unbacked(truth, answer, zero):
    """Nanoseconds for which slow messages are said to have waited for a CPU, beyond half as long
    again as the kernel said to the program itself; of all for which they are said to be late."""
    beyond, whole = 0, 0
    for slow in answer["slow"]:
        message = truth.message_at(slow["begin_ns"] - zero)
        if message is None or message >= WARM:
            continue
        said = sum(b["excess_ns"] for b in slow["blames"] if b["cause"] == "cpu-contention")
        beyond += max(0, said - 1.5 * (truth.cpu[message] + truth.foreign[message]))
        whole += sum(b["excess_ns"] for b in slow["blames"])
    return beyond / (whole or 1)


def apart(truth, answer, zero):
    """Of each slow message, from publish() until the last callback begins: how much longer it
    took by its own stamps than by the trace."""
    found = []
    for slow in answer["slow"]:
        begin, start = slow["begin_ns"] - zero, slow["start_ns"] - zero
        message = truth.message_at(begin)
        if message in truth.starts:
            found.append((truth.starts[message] - truth.begins[message]) - (start - begin))
    return found


def words_of(causes):
    return "+".join(sorted(causes)) or "none"


def print_table(verdicts):
    table = collections.Counter((words_of(v.injected), words_of(v.named)) for v in verdicts)
    width = max(len(injected) for injected, _ in table) + 2
    print(f"\n{'injected':{width}}{'cases':>6}  named (and how often)")
    for injected in sorted({row for row, _ in table}):
        row = {named: count for (one, named), count in table.items() if one == injected}
        cells = ", ".join(f"{named} x {count}" for named, count in sorted(row.items()))
        print(f"{injected:{width}}{sum(row.values()):>6}  {cells}")


def print_sums(verdicts, differences):
    right = sum(v.right for v in verdicts)
    calm = [v for v in verdicts if not v.injected]
    alarms = [v for v in calm if v.false]
    order = [v.order() for v in verdicts if v.right and v.order() is not None]
    print(f"\n{right} of {len(verdicts)} right ({100 * right / len(verdicts):.1f} %)")
    print(f"false alarms: {len(alarms)} in {len(calm)} cases with nothing injected; in "
          f"{sum(v.foreign for v in calm)} of these the load of others was named, and the kernel "
          "says so too")
    print(f"two causes whose shares differ by half or more: {sum(order)} of {len(order)} in their "
          "order")
    print(f"cases with something unexplained: {sum(v.has_unexplained for v in verdicts)}")
    if differences:
        differences.sort(key=abs)
        print(f"{len(differences)} slow messages: the end-to-end latency of the trace and that of "
              f"the program's own stamps are apart by {median(map(abs, differences)) / 1e3:.1f} us "
              f"(p50), {abs(differences[-1]) / 1e3:.1f} us at most")
    return right, alarms


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("graph")
    parser.add_argument("ranvier_trace")
    parser.add_argument("--cases", type=int, default=54)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 32))
    parser.add_argument("--least", type=float, default=95, help="per cent that have to be right")
    parser.add_argument("--alarms", type=int, default=0, help="false alarms that are borne")
    parser.add_argument("--keep", help="a folder in which the traces stay")
    return parser.parse_args()


def open_network():
    try:
        return Network()
    except (OSError, subprocess.SubprocessError) as why:
        print(f"No namespaces of networks ({why}): no case with a slow route.")
        return None


def play_all(options, network):
    verdicts, differences = [], []
    for case in draw(options.cases, options.seed, network is not None):
        with tempfile.TemporaryDirectory(prefix="ranvier_truth_") as made:
            folder = made
            if options.keep:
                folder = pathlib.Path(options.keep) / str(case.number)
                folder.mkdir(parents=True)
            run = Run(options, case, folder, network)
            truth = run.play()
            answer = run.ask()
            zero = run.clock_zero()
        differences += apart(truth, answer, zero)
        verdict = Verdict(case, truth, answer, run.pids, zero)
        verdicts.append(verdict)
        print(f"{case.number:3} {'right' if verdict.right else 'WRONG'}  {case.describe()} -> "
              + ("; ".join(f"{c['cause']} {c['share']:.0%} {c['who']} ({c['messages']})"
                           for c in answer["culprits"] if c["share"] >= 0.1) or "nothing"),
              flush=True)
        if not verdict.right:
            shares = {cause: f"{share:.0%}" for cause, share in verdict.shares.items()}
            print(f"      in truth {shares}; missing {sorted(verdict.missing)}; false "
                  f"{sorted(verdict.false)}; elsewhere {[c['who'] for c in verdict.elsewhere]}; "
                  f"unbacked {verdict.unbacked:.0%}", flush=True)
    return verdicts, differences


def main():
    options = parse()
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -15)
    except PermissionError:
        print("No precedence over other programs: their load is in the results.")
    print(f"seed {options.seed}, {options.cases} cases", flush=True)
    network = open_network()
    try:
        verdicts, differences = play_all(options, network)
    finally:
        if network:
            network.close()
    print_table(verdicts)
    right, alarms = print_sums(verdicts, differences)
    good = right * 100 >= options.least * len(verdicts) and len(alarms) <= options.alarms
    print("as it should be" if good else f"NOT as it should be (seed {options.seed})")
    sys.exit(not good)


main()
