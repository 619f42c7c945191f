"""Draws graphs with delays, and says what is true of a run."""
import collections
import dataclasses
import itertools
import random

KINDS = ("work", "queue", "cpu", "route")
CAUSES = {"work": "callback-work", "queue": "queueing", "cpu": "cpu-contention",
          "route": "slow-route"}
USUAL_NS = 300_000         # what a node computes for a message
USUAL_BESIDE_HOGS = 6_000_000
MESSAGES, SLOW, PERIOD_MS = 32, 8, 100
WARM = 1_000_000           # messages from this number on count for nothing
FLOOR_NS = 1_000_000       # of `ranvier-trace culprits`


@dataclasses.dataclass
class Case:
    number: int
    nodes: int
    processes: int
    kinds: tuple
    process_of: list
    at: dict      # by kind: which node
    holds: dict   # by kind: message -> nanoseconds
    hogs: int
    core: int

    def lines(self, peer, rate):
        yield f"messages {MESSAGES}"
        yield f"period_ms {PERIOD_MS}"
        yield f"peer {peer}"
        for node in range(self.nodes):
            beside = self.at.get("cpu") == node
            yield " ".join(map(str, (
                "node", self.process_of[node], USUAL_BESIDE_HOGS if beside else USUAL_NS,
                int(self.at.get("queue") == node), self.hogs if beside else 0,
                self.core if beside else -1)))
        for kind, holds in self.holds.items():
            for message, ns in holds.items():
                amount = ns * rate // 8_000_000_000 if kind == "route" else ns
                yield f"hold {kind} {self.at[kind]} {message} {amount}"

    def describe(self):
        where = ", ".join(f"{kind} at c{self.at[kind]}" for kind in self.kinds) or "none"
        return f"{self.nodes} nodes in {self.processes} process(es): {where}"


def variants(with_route):
    """Kinds and processes, as many as there are different ones."""
    singles = [(kind,) for kind in KINDS]
    pairs = list(itertools.combinations(KINDS, 2))
    all_of_them = [()] + singles + pairs
    for kinds in all_of_them:
        for processes in (1, 2):
            if "route" in kinds and not (processes == 2 and with_route):
                continue
            yield kinds, processes


def draw(count, seed, with_route):
    """`count` cases: every variant comes about equally often; none more often."""
    dice = random.Random(seed)
    pool = list(variants(with_route))
    pool += [((), 1), ((), 2)] * 2
    chosen = []
    while len(chosen) < count:
        dice.shuffle(pool)
        chosen += pool
    return [make(dice, number, *chosen[number]) for number in range(count)]


def make(dice, number, kinds, processes):
    nodes = dice.randint(3, 5)
    cut = dice.randint(1, nodes - 1) if processes == 2 else nodes
    process_of = [int(node >= cut) for node in range(nodes)]
    at, taken = {}, set()
    for kind in kinds:
        # One place for each cause; a route is slow where it leaves the process.
        places = [cut] if kind == "route" else [n for n in range(1, nodes) if n not in taken]
        at[kind] = dice.choice(places)
        taken.add(at[kind])
    if "route" in at:  # chosen last, and perhaps taken: whoever has it moves away
        for kind in kinds[:-1]:
            if at[kind] == cut:
                at[kind] = dice.choice([n for n in range(1, nodes) if n != cut])
    slow = dice.sample(range(2, MESSAGES), SLOW)
    holds = {kind: {m: dice.randint(8_000_000, 25_000_000) for m in slow} for kind in kinds}
    return Case(number, nodes, processes, kinds, process_of, at, holds,
                hogs=dice.randint(2, 4), core=dice.randint(0, 1))


@dataclasses.dataclass
class Stamp:
    what: str
    node: int
    message: int
    begin: int
    end: int
    waited: int     # of the thread, for a CPU, until now
    others: int     # of threads that bring messages


def read_stamps(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            what, *numbers = line.split()
            yield Stamp(what, *map(int, numbers))


def median(values):
    ordered = sorted(values)
    return ordered[(len(ordered) - 1) // 2]


class Truth:
    """What was done to the messages of a run, and what the kernel says of their threads."""

    def __init__(self, case, stamps_by_process):
        self.case = case
        self.begins, self.starts = {}, {}
        self.cpu = collections.Counter()      # waits of the threads of nodes, by message
        self.foreign = collections.Counter()  # of those that bring messages
        for stamps in stamps_by_process:
            self._read(stamps)

    def _read(self, stamps):
        before = None
        for stamp in stamps:
            if stamp.what == "sent":
                self.begins[stamp.message] = stamp.begin
            if before and stamp.what != "tick":
                self.cpu[stamp.message] += stamp.waited - before.waited
                self.foreign[stamp.message] += stamp.others - before.others
            if stamp.what == "ran" and stamp.node == self.case.nodes - 1:
                self.starts[stamp.message] = stamp.begin
            before = stamp

    def _beyond(self, waits):
        usual = median(waits.values())
        return {m: max(0, ns - usual) for m, ns in waits.items()}

    def held(self):
        return set().union(*(set(h) for h in self.case.holds.values()), ())

    def excess(self):
        """By cause: nanoseconds of all messages that were held up by the floor or more."""
        held = self.held()
        result = {CAUSES[kind]: sum(self.case.holds[kind].values())
                  for kind in self.case.kinds if kind != "cpu"}
        result["cpu-contention"] = sum(
            ns for m, ns in self._beyond(self.cpu).items() if m in held or ns >= FLOOR_NS)
        return result

    def most_by_cpu(self):
        """The longest that a message was held up by its threads' waits for a CPU."""
        return max(self._beyond(self.cpu).values(), default=0)

    def foreign_excess(self):
        held = self.held()
        return sum(ns for m, ns in self._beyond(self.foreign).items()
                   if m in held or ns >= FLOOR_NS / 2)

    def message_at(self, begin):
        """The message that was published then; None if none was, to some milliseconds."""
        message = min(self.begins, key=lambda m: abs(self.begins[m] - begin), default=None)
        if message is None or abs(self.begins[message] - begin) > PERIOD_MS * 1_000_000 / 5:
            return None
        return message
