"""Whether two texts stand for different values."""
from launch.frontend.expose import expose_substitution
from launch.substitutions.equals_substitution import EqualsSubstitution


@expose_substitution("not-equals")
class NotEqualsSubstitution(EqualsSubstitution):
    """Gives 'true' if the sides are not equal."""

    _NAME = "not-equals"

    def perform(self, context):
        return "false" if super().perform(context) == "true" else "true"
