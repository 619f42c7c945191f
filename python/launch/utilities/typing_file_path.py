"""What is accepted where the path of a file is expected."""
import os
from typing import Text, Union

FilePath = Union[Text, os.PathLike]
