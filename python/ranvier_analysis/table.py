"""Tables of columns that lie in a mapped file."""
from typing import Any, Dict, Iterator, List, Sequence, Tuple, Union

from .errors import need

NEVER = -2 ** 63
"""An unknown time or span in the memory of a column; None in a row, NaT in pandas."""
NONE = 2 ** 32 - 1
"""No row of another table, in the memory of a column; None in a row, -1 in pandas."""

# Of each kind of column the format of its memory, and what numpy calls it.
_FORMATS = {"time": "q", "span": "q", "int64": "q", "uint64": "Q", "int32": "i", "double": "d",
            "bool": "?", "text": "I", "place": "I"}
_WIDTHS = {"q": 8, "Q": 8, "d": 8, "i": 4, "I": 4, "?": 1}
_NUMPY = {"time": "datetime64[ns]", "span": "timedelta64[ns]", "int64": "int64",
          "uint64": "uint64", "int32": "int32", "double": "float64", "bool": "bool",
          "text": "uint32", "place": "uint32"}


class Texts(Sequence):
    """A column of texts; equal texts are stored once."""

    def __init__(self, numbers: memoryview, texts: List[str]) -> None:
        self._numbers, self._texts = numbers, texts

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, row):
        if isinstance(row, slice):
            return Texts(self._numbers[row], self._texts)
        return self._texts[self._numbers[row]]


class Column:
    """A column of a table: name, kind and meaning."""

    def __init__(self, file: memoryview, about: Dict[str, Any], rows: int,
                 texts: List[str]) -> None:
        self.name: str = about["name"]
        self.kind: str = about["kind"]
        self.doc: str = about["doc"]
        self.of: str = about.get("of", "")
        self._texts = texts
        form = _FORMATS[self.kind]
        self.memory = file[about["at"]:about["at"] + rows * _WIDTHS[form]].cast(form)

    def part(self, first: int, end: int) -> "Column":
        """A slice of its rows; nothing is copied."""
        part = Column.__new__(Column)
        part.__dict__.update(self.__dict__, memory=self.memory[first:end])
        return part

    def values(self) -> Union[memoryview, Texts]:
        """The values as they are in memory: numbers, or texts."""
        return Texts(self.memory, self._texts) if self.kind == "text" else self.memory

    def value(self, row: int) -> Any:
        """One value; None where there is none."""
        value = self.memory[row]
        if self.kind == "text":
            return self._texts[value]
        if (self.kind in ("time", "span") and value == NEVER) or (
                self.kind == "place" and value == NONE):
            return None
        return value

    def to_numpy(self):
        """A numpy array over the same memory; texts become objects. Raises ImportError."""
        numpy = need("numpy", "Column.to_numpy()")
        array = numpy.frombuffer(self.memory, dtype=_NUMPY[self.kind])
        return numpy.array(self._texts, dtype=object)[array] if self.kind == "text" else array

    def to_series(self):
        """A pandas series. Raises ImportError."""
        pandas = need("pandas", "Table.to_pandas()")
        array = self.to_numpy()
        if self.kind == "place":
            array = array.astype("int64")
            array[array == NONE] = -1
        return pandas.Series(array, name=self.name, copy=False)


class Table:
    """Columns of one length. `table["start"]` is a column, `for row in table` gives dictionaries.

    A column is a sequence: a memoryview of numbers in the mapped file, or texts. Times are
    nanoseconds since the epoch, spans nanoseconds (NEVER: not known); a place is a row of
    another table (NONE: of none). describe() says what each is.
    """

    def __init__(self, name: str, doc: str, rows: int, columns: List[Column]) -> None:
        self.name, self.doc = name, doc
        self._rows = rows
        self._columns = {column.name: column for column in columns}

    def __len__(self) -> int:
        return self._rows

    def __bool__(self) -> bool:
        return self._rows > 0

    def __repr__(self) -> str:
        return f"<table '{self.name}': {self._rows} rows of {', '.join(self._columns)}>"

    @property
    def columns(self) -> Tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._columns)

    def column(self, name: str) -> Column:
        """A column with its kind and meaning. Raises KeyError with the names of all columns."""
        try:
            return self._columns[name]
        except KeyError:
            raise KeyError(f"table '{self.name}' has no column '{name}'; it has: "
                           f"{', '.join(self._columns)}") from None

    def __getitem__(self, name: str) -> Union[memoryview, Texts]:
        return self.column(name).values()

    def row(self, number: int) -> Dict[str, Any]:
        """One row: its values by name, and its number as `row`; None where there is no value."""
        if not 0 <= number < self._rows:
            raise IndexError(f"table '{self.name}' has rows 0 to {self._rows - 1}, not {number}")
        return {"row": number,
                **{name: column.value(number) for name, column in self._columns.items()}}

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return (self.row(number) for number in range(self._rows))

    def part(self, first: int, count: int) -> "Table":
        """Rows from `first` on, as a table; nothing is copied."""
        first = min(max(first, 0), self._rows)
        end = min(first + max(count, 0), self._rows)
        return Table(self.name, self.doc, end - first,
                     [column.part(first, end) for column in self._columns.values()])

    def where(self, **wanted: Any) -> List[Dict[str, Any]]:
        """The rows in which these columns have these values. Looks at every row."""
        columns = [(self[name], NONE if value is None and self.column(name).kind == "place"
                    else value) for name, value in wanted.items()]
        return [self.row(number) for number in range(self._rows)
                if all(column[number] == value for column, value in columns)]

    def describe(self) -> str:
        """What the table and its columns mean, as text."""
        lines = [f"{self.name}: {self.doc} ({self._rows} rows)"]
        for column in self._columns.values():
            kind = f"{column.kind} of {column.of}" if column.of else column.kind
            lines.append(f"  {column.name:18} {kind:22} {column.doc}")
        return "\n".join(lines)

    def to_pandas(self):
        """A pandas data frame: times as datetime64[ns], spans as timedelta64[ns], rows of other
        tables as int64 (-1: none). Raises ImportError if there is no pandas."""
        pandas = need("pandas", "Table.to_pandas()")
        return pandas.DataFrame({name: column.to_series()
                                 for name, column in self._columns.items()}, copy=False)
