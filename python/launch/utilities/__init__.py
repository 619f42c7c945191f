"""Helpers of the parts of launch, and of packages that extend it."""
from launch.utilities.class_tools_impl import is_a, is_a_subclass, isclassinstance
from launch.utilities.create_futures_impl import create_future
from launch.utilities.ensure_argument_type_impl import ensure_argument_type
from launch.utilities.normalize_to_list_of_entities_impl import normalize_to_list_of_entities
from launch.utilities.normalize_to_list_of_substitutions_impl import (
    normalize_to_list_of_substitutions)
from launch.utilities.perform_substitutions_impl import perform_substitutions
from launch.utilities.perform_substitutions_impl import (
    perform_substitutions as perform_substitutions_impl)
from launch.utilities.signal_management import AsyncSafeSignalManager
from launch.utilities.type_utils import (
    coerce_list, coerce_to_type, extract_type, get_typed_value, is_instance_of,
    is_instance_of_valid_type, is_normalized_substitution, is_substitution, is_typing_list,
    is_valid_scalar_type, normalize_typed_substitution, perform_typed_substitution)
from launch.utilities.visit_all_entities_and_collect_futures_impl import (
    visit_all_entities_and_collect_futures)

__all__ = [
    "AsyncSafeSignalManager", "coerce_list", "coerce_to_type", "create_future",
    "ensure_argument_type", "extract_type", "get_typed_value", "is_a", "is_a_subclass",
    "is_instance_of", "is_instance_of_valid_type", "is_normalized_substitution",
    "is_substitution", "is_typing_list", "is_valid_scalar_type", "isclassinstance",
    "normalize_to_list_of_entities", "normalize_to_list_of_substitutions",
    "normalize_typed_substitution", "perform_substitutions", "perform_typed_substitution",
    "visit_all_entities_and_collect_futures"]
