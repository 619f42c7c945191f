"""The command `ros2` (cli.py) and its commands (command/)."""
