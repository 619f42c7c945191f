"""Text that is known when the description runs."""


class Substitution:
    """Something that gives a text in a context."""

    def describe(self):
        return f"Substitution({self!r})"

    def perform(self, context):
        raise NotImplementedError(f"perform() of '{type(self).__name__}'")
