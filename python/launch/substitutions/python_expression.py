"""An expression of Python."""
import importlib
import math

from launch import places
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions


@expose_substitution("eval")
class PythonExpression(Substitution):
    """
    Gives str() of what an expression evaluates to.

    :param python_modules: modules that it uses by their names; the names of math are always there.
    """

    def __init__(self, expression, python_modules=("math",)):
        self.__expression = normalize_to_list_of_substitutions(expression)
        modules = [python_modules] if isinstance(python_modules, (str, Substitution)) \
            else list(python_modules)
        self.__python_modules = normalize_to_list_of_substitutions(modules)

    @classmethod
    def parse(cls, data):
        check_count("eval", data, 1, 2)
        kwargs = {"expression": data[0]}
        if len(data) > 1:
            kwargs["python_modules"] = data[1]
        return cls, kwargs

    @property
    def expression(self):
        return self.__expression

    @property
    def python_modules(self):
        return self.__python_modules

    def describe(self):
        from launch.launch_introspector import format_substitutions
        modules = ", ".join(part.describe() for part in self.python_modules)
        return f"PythonExpr({format_substitutions(self.expression)}, [{modules}])"

    def perform(self, context):
        names = {}
        for module in self.python_modules:
            for name in text_of(context, [module]).split(","):
                if name.strip():
                    names[name.strip()] = self.__import(name.strip())
        names.update({name: value for name, value in vars(math).items() if name[0] != "_"})
        expression = text_of(context, self.expression)
        try:
            return str(eval(expression, names))
        except Exception as error:
            places.note(error, expression=expression)
            raise

    @staticmethod
    def __import(name):
        try:
            return importlib.import_module(name)
        except ImportError as error:
            raise SubstitutionFailure(
                f"the module '{name}' of a Python expression cannot be imported: {error}"
            ) from error
