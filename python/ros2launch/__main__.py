"""python3 -m ros2launch: the command without the rest of `ros2`."""
import argparse
import sys

from ros2launch.command import launch


def main(words=None):
    parser = argparse.ArgumentParser(prog="ros2 launch", description=launch.__doc__)
    launch.add_arguments(parser, "launch")
    return launch.main(args=parser.parse_args(words))


if __name__ == "__main__":
    sys.exit(main())
