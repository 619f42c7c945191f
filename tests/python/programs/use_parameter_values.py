"""Types of values, and values as text."""
from rclpy.parameter import Parameter, get_parameter_value, parameter_value_to_python
from support import show

import rclpy.node  # noqa: F401

for value in (True, 1, 1.5, "a", b"a", [b"a"], [1], [1.0], ["a"], [True], [], None, (1, 2), {},
              [1, 2.0], {1}):
    show(lambda: Parameter("x", value=value).type_)
for kind, value in ((Parameter.Type.STRING, 1), (3, 1), (Parameter.Type.DOUBLE, 1),
                    (Parameter.Type.STRING, None)):
    show(lambda: Parameter("x", kind, value))
for text in ("1", "1.5", "true", "[1,2]", "[1,a]", "abc", "", "[]", "null", '"x"', "[1,2.0]",
             "1e3", "yes"):
    value = get_parameter_value(text)
    print(repr(text), value.type, repr(parameter_value_to_python(value)))
parameter = Parameter("a", value=[1.5])
again = Parameter.from_parameter_msg(parameter.to_parameter_msg())
print(again.name, again.type_, list(again.value))
