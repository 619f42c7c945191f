"""What is left out of the output of nodes."""
from launch_testing.tools.output import basic_output_filter as _basic_output_filter

__all__ = ["basic_output_filter", "get_rmw_output_filter"]


def get_rmw_output_filter(rmw_implementation, filter_type):
    """Give the beginnings ('prefixes') or the 'patterns' of lines of an implementation: none."""
    if filter_type not in ("prefixes", "patterns"):
        raise ValueError(f"'{filter_type}' is none of 'prefixes' and 'patterns'")
    return []


def basic_output_filter(filtered_prefixes=None, filtered_patterns=None,
                        filtered_rmw_implementation=None):
    """Give a function that leaves lines out, also those of an RMW implementation."""
    prefixes, patterns = list(filtered_prefixes or ()), list(filtered_patterns or ())
    if filtered_rmw_implementation:
        prefixes += get_rmw_output_filter(filtered_rmw_implementation, "prefixes")
        patterns += get_rmw_output_filter(filtered_rmw_implementation, "patterns")
    return _basic_output_filter(prefixes, patterns)
