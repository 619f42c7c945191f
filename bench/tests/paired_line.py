"""How the scripts that compare two sides, measured in turn, print what they found."""
import statistics


def head(left, right):
    print(f"{'':40} {left:>10} {right:>10}   {right} / {left}")


def line(name, lefts, rights):
    """Prints the middle of both sides, and of their ratios the middle, the least and the most."""
    ratios = sorted(right / left for left, right in zip(lefts, rights))
    print(f"{name:40} {statistics.median(lefts):10.2f} {statistics.median(rights):10.2f}   "
          f"{statistics.median(ratios):.3f} ({ratios[0]:.3f} - {ratios[-1]:.3f})")
