"""The parts of bench micro that need no board report what arrived, and nothing is lost in silence.

usage: micro_smoke_test.py <ranvier>
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parent))
from run_bench import RANVIER, bench  # noqa: E402


def of(case, *names):
    return tuple(case["also"][name]["ours"] for name in names)


class MicroSmoke(unittest.TestCase):
    def test_a_sweep_comes_back_and_stands_beside_the_seed(self):
        cases = bench("micro", "--case", "sweep/.*/1kB/100Hz", "--seconds", "0.5")
        self.assertEqual(sorted(cases), [f"micro/sweep/{link}/micro-{peer}/1kB/100Hz"
                                         for link in ("serial", "udp") for peer in ("cpp", "micro")])
        for name, case in cases.items():
            sent, lost = of(case, "sent", "lost")  # on a busy machine keep last may drop some
            self.assertEqual(sent, 50, name)
            self.assertLessEqual(lost, 25, name)
            self.assertGreater(case["ours"], 0, name)
        self.assertEqual(cases["micro/sweep/udp/micro-cpp/1kB/100Hz"]["raw"], 5.4359)
        self.assertIsNone(cases["micro/sweep/udp/micro-micro/1kB/100Hz"]["raw"])

    def test_reliable_messages_that_were_accepted_arrive_over_links_that_drop(self):
        for which in ("c", "d"):
            for size in ("128B", "10kB"):
                name = f"micro/loss/{which}/{size}/15-percent"
                case = bench("micro", "--case", f"{name}$", "--seconds", "0.2")[name]
                self.assertEqual(case["ours"], 0, name)
                self.assertEqual(of(case, "sent", "refused", "told lost", "received",
                                    "out of order"), (200, 0, 0, 200, 0), name)
                self.assertGreater(case["also"]["datagrams dropped"]["ours"], 5, name)

    def test_what_a_flooding_writer_loses_is_told(self):
        for name in ("micro/loss/c/128B/15-percent/flood", "micro/loss/d/10kB/15-percent/flood"):
            case = bench("micro", "--case", name, "--seconds", "0.5")[name]
            self.assertEqual(case["ours"], 0, name)
            sent, refused, told, overwritten, received = of(
                case, "sent", "refused", "told lost", "overwritten", "received")
            self.assertGreater(refused, 0, name)
            self.assertEqual(sent, refused + told + overwritten + received, name)
            if name.startswith("micro/loss/d"):
                self.assertEqual(overwritten, 0, name)

    def test_best_effort_loses_what_the_links_drop_and_nothing_else(self):
        for which in ("a", "b"):
            name = f"micro/loss/{which}/128B/15-percent"
            case = bench("micro", "--case", f"{name}$", "--seconds", "0.5")[name]
            self.assertEqual(case["ours"], 0, name)
            self.assertLess(case["also"]["received"]["ours"], 500, name)

    def test_sequence_numbers_wrap(self):
        case = bench("micro", "--case", "endurance", "--seconds", "140")
        case = case["micro/endurance/reliable/64B"]
        self.assertEqual(case["ours"], 0)
        self.assertEqual(of(case, "sent", "refused", "received", "out of order"),
                         (140_000, 0, 140_000, 0))  # of a number of 16 bits: twice

    def test_after_each_fault_a_board_is_back_and_stands_in_the_graph_once(self):
        def meet(fault):  # a busy machine may be late, and is not judged
            name = f"micro/faults/{fault}"
            return bench("micro", "--case", name, "--seconds", "2", statuses=(0, 1))[name]

        with concurrent.futures.ThreadPoolExecutor() as at_once:
            for case in at_once.map(meet, ("agent", "board", "cable", "key")):
                self.assertEqual(of(case, "rounds", "ghost nodes", "endpoints twice", "missing"),
                                 (2, 0, 0, 0), case)
                self.assertLess(case["also"]["back, longest"]["ours"], 30_000, case)

    def test_the_agent_stands_beside_a_relay_and_its_memory_beside_plain_dds(self):
        for clients in (1, 100):
            name = f"micro/agent/{clients}-clients"
            case = bench("micro", "--case", f"{name}$", "--seconds", "1")[name]
            dds = case["also"]["raw_dds"]
            self.assertEqual(case["ours"], dds["ours"], name)
            for cpu_us in (case["ours"], case["raw"], dds["raw"]):
                self.assertGreater(cpu_us, 0, name)
            self.assertIsNone(case["also"]["memory"]["raw"], "a relay has none to compare")
            for quantity in ("memory", "private") + (("each client",) if clients > 1 else ()):
                both = case["also"][f"raw_dds: {quantity}"]
                self.assertEqual(both["ours"], case["also"][quantity]["ours"], name)
                self.assertGreater(both["raw"], 0, name)

    def test_a_worker_says_what_is_wrong_with_its_words(self):
        folder = pathlib.Path(RANVIER).absolute().parent
        for program, words, said in (
                ("bench_micro_loss_ours", ["case=e"], "none of a, b, c, d"),
                ("bench_micro_faults_ours", ["fault=x"], "none of agent, board, cable, key"),
                ("bench_micro_raw", ["clients=1", "seconds=1", "to=x"], "to=x"),
                ("bench_micro_sweep_ours", ["bytes=x"], "bytes=x")):
            done = subprocess.run([folder / program, *words], capture_output=True, text=True,
                                  timeout=60)
            self.assertEqual(done.returncode, 1, program)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
