"""The command `ros2` (cli.py) and its sub-commands (command/)."""
