"""How the scripts that compare a replay with its original print what they found."""
import statistics


def head():
    print(f"{'':40} {'original':>10} {'replay':>10}   replay / original")


def line(name, originals, replays):
    """Prints the middle of both sides, and of their ratios the middle, the least and the most."""
    ratios = sorted(replay / original for original, replay in zip(originals, replays))
    print(f"{name:40} {statistics.median(originals):10.2f} {statistics.median(replays):10.2f}   "
          f"{statistics.median(ratios):.3f} ({ratios[0]:.3f} - {ratios[-1]:.3f})")
