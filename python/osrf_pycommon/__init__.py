"""What packages for launch use of osrf_pycommon: process_utils and terminal_color."""
