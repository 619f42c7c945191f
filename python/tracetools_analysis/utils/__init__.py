"""Queries of a data model."""
from typing import Any, List, Union

from ranvier_analysis.errors import need

from ..processor import EventHandler


class DataModelUtil:
    """The base: queries of any data frame with times."""

    def __init__(self, data_object: Any) -> None:
        """@param data_object  a data model, or the handler that has it."""
        self._data = data_object.data if isinstance(data_object, EventHandler) else data_object

    @property
    def data(self) -> Any:
        """The data model."""
        return self._data

    @staticmethod
    def convert_time_columns(original, columns_ns_to_ms: Union[List[str], str] = (),
                             columns_ns_to_datetime: Union[List[str], str] = (),
                             inplace: bool = True):
        """Converts nanoseconds to milliseconds (float), or to times (datetime64[ns], UTC).

        @param columns_ns_to_ms, columns_ns_to_datetime  names of columns, or one name.
        @param inplace  changes `original` itself. @return the data frame that has the times.
        """
        pandas = need("pandas", "convert_time_columns()")
        frame = original if inplace else original.copy()
        for name in _listed(columns_ns_to_ms):
            frame[name] = frame[name] / 1e6
        for name in _listed(columns_ns_to_datetime):
            frame[name] = pandas.to_datetime(frame[name], unit="ns")
        return frame

    @staticmethod
    def compute_column_difference(df, left_column: str, right_column: str,
                                  diff_column: str) -> None:
        """Adds the column `diff_column` to `df`: left minus right."""
        df[diff_column] = df[left_column] - df[right_column]


def _listed(names: Union[List[str], str]) -> List[str]:
    return [names] if isinstance(names, str) else list(names)
