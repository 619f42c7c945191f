"""The error of a substitution that has no text."""


class SubstitutionFailure(RuntimeError):
    """A substitution could not be performed."""
