"""Remap rules."""
from launch.utilities import normalize_to_list_of_substitutions


def normalize_remap_rule(remap_rule):
    """Give (from, to) as tuples of substitutions."""
    if not isinstance(remap_rule, (list, tuple)) or len(remap_rule) != 2:
        raise TypeError(
            f"{remap_rule!r} is no remap rule: expected a pair ('from', 'to')")
    return tuple(tuple(normalize_to_list_of_substitutions(side)) for side in remap_rule)


def normalize_remap_rules(remap_rules):
    return [normalize_remap_rule(rule) for rule in remap_rules]
