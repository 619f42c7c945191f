"""
What packages for launch use of osrf_pycommon: process_utils and terminal_color.

The rest of it is found where it is installed by itself.
"""
import pkgutil

__path__ = pkgutil.extend_path(__path__, __name__)
