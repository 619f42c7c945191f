"""What interfaces are made of: rosidl_parser.definition.

The parser itself is not here. Where the distribution has it (Debian: python3-rosidl), it is found
beside this, and works with these definitions.
"""
import pkgutil

__path__ = pkgutil.extend_path(__path__, __name__)
