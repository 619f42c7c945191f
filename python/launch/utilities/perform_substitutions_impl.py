"""The text of substitutions."""


def perform_substitutions(context, subs):
    """Give the texts of substitutions, joined."""
    return "".join(sub.perform(context) for sub in subs)
