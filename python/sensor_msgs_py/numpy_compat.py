"""NumPy's functions between structured and plain arrays, under the name that packages import them by.

Old releases of NumPy lack them, so ROS 2 has a second copy in this module; each that the prefix runs on has them.
"""
from numpy.lib.recfunctions import structured_to_unstructured, unstructured_to_structured

__all__ = ["structured_to_unstructured", "unstructured_to_structured"]
