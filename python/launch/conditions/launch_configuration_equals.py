"""Conditions on one launch configuration; EqualsSubstitution is used instead of them."""
import warnings

from launch.condition import Condition
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


class LaunchConfigurationEquals(Condition):
    """True where a launch configuration has this text, or is not set and the text is None."""

    _replacement = "EqualsSubstitution"

    def __init__(self, launch_configuration_name, expected_value):
        warnings.warn(
            f"'{type(self).__name__}' is deprecated: use IfCondition({self._replacement}("
            f"LaunchConfiguration('{launch_configuration_name}'), {expected_value!r}))",
            UserWarning, stacklevel=2)
        self._name = launch_configuration_name
        self._expected = expected_value
        if expected_value is not None:
            self._expected = normalize_to_list_of_substitutions(expected_value)
        super().__init__(predicate=self._evaluate)

    def _equal(self, context):
        value = context.launch_configurations.get(self._name)
        if self._expected is None:
            return value is None
        return value == perform_substitutions(context, self._expected)

    def _evaluate(self, context):
        return self._equal(context)


class LaunchConfigurationNotEquals(LaunchConfigurationEquals):
    """True where LaunchConfigurationEquals is false."""

    _replacement = "NotEqualsSubstitution"

    def _evaluate(self, context):
        return not self._equal(context)
