"""A module here is a command of `ros2`, by its name; its verbs are sub-parsers of its own.

It has a docstring, whose first line is its help, and two functions:
  add_arguments(parser)   gives an argparse parser its options;
  main(args) -> int       does the work, and gives the exit code. For what a user can
                          mend it raises ros2cli.errors.Refused with words.
"""
