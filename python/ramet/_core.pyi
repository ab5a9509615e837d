"""
The compiled part of ramet. Use the package `ramet`; this module may change at any time.
"""

from collections.abc import Callable, Mapping, Sequence
import enum
import os
from typing import Annotated, Any, overload

import numpy
import numpy.typing
from numpy.typing import NDArray


def set_leak_warnings(level: bool) -> None:
    """Whether objects that are alive when the interpreter ends are reported."""

def compression_code(text: str) -> int:
    """ROOT's number for a compression such as 'zstd:5'."""

def compression_text(code: int) -> str:
    """The text of a compression, such as 'zstd:5', for ROOT's number."""

class TraceRecorder:
    """Collects the spans of a run."""

    @staticmethod
    def make(program: str, resolution: float, stall_seconds: float) -> TraceRecorder: ...

    @property
    def spans(self) -> int: ...

    @property
    def dropped(self) -> int: ...

    def save(self, path: str | os.PathLike[str]) -> None: ...

class TraceTrack:
    """The spans of one stream, for one thread at a time."""

    @staticmethod
    def make(recorder: TraceRecorder, name: str) -> TraceTrack: ...

    @property
    def row(self) -> int: ...

    def open(self, name: str, state: str, event: int) -> None: ...

    def close(self) -> None: ...

class Kind(enum.Enum):
    """The shapes that values of a column can have."""

    number = 0

    string = 1

    list = 2

    regular = 3

    record = 4

    option = 5

    variant = 6

class Type:
    """The type of a column's values."""

    @staticmethod
    def parse(text: str) -> Type:
        """From 'float32', 'var * int32', '{x: float32}', ..."""

    @staticmethod
    def record(names: Sequence[str], contents: Sequence[Type]) -> Type:
        """A record with named members."""

    @property
    def kind(self) -> Kind: ...

    @property
    def number(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def names(self) -> list[str]: ...

    @property
    def class_name(self) -> str: ...

    @property
    def contents(self) -> list[Type]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class Array:
    """
    The values of a column in C++ memory, which NumPy arrays made of it share and keep alive.
    """

    @property
    def kind(self) -> Kind: ...

    @property
    def size(self) -> int: ...

    @property
    def names(self) -> list[str]: ...

    @property
    def type(self) -> Type: ...

    @property
    def values(self) -> numpy.typing.NDArray[Any]: ...

    @property
    def offsets(self) -> numpy.typing.NDArray[numpy.int64]: ...

    @property
    def contents(self) -> list[Array]: ...

    def slice(self, first: int, last: int) -> Array:
        """
        Values [first, last), which share memory with this; offsets then need not begin at 0.
        """

    @property
    def nbytes(self) -> int: ...

    def __len__(self) -> int: ...

def arrow_schema(type: Type, name: str) -> object:
    """A capsule 'arrow_schema' of Arrow's PyCapsule interface."""

def arrow_table(type: Type, next: Callable[[], tuple[int, list[Array]] | None]) -> object:
    """
    A capsule 'arrow_array_stream' of records; the function returns its parts, then None.
    """

def arrow_column(type: Type, name: str, next: Callable[[], tuple[int, list[Array]] | None]) -> object:
    """The same for one column."""

class Unread:
    """Takes the place of a value that could not be read."""

    @property
    def is_unsupported(self) -> bool: ...

    @property
    def reason(self) -> str: ...

class Object:
    """An object of a class that is described in the file."""

    @property
    def class_name(self) -> str: ...

    @property
    def class_version(self) -> int: ...

    @property
    def identity(self) -> int: ...

    @property
    def members(self) -> list[str]: ...

    @property
    def own_members(self) -> list[str]: ...

    @property
    def bases(self) -> list[object]: ...

    @property
    def item_kind(self) -> str: ...

    @property
    def item_count(self) -> int: ...

    def find(self, name: str) -> tuple[bool, Any]:
        """Whether the member exists, and its value."""

    def item(self, index: int) -> Any:
        """An item of a list, or a key of a map with its value."""

    @property
    def is_figure(self) -> bool:
        """Whether it is a histogram, graph or function inside another object."""

    def figure(self) -> Histogram | SparseHistogram | PolygonHistogram | HistogramStack | Efficiency | Function | Graph | MultiGraph:
        """The histogram, graph or function."""

class StreamerElement:
    """A member or base of a class, as a file describes it."""

    @property
    def element_class(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def type_name(self) -> str: ...

    @property
    def type(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def array_length(self) -> int: ...

    @property
    def base_version(self) -> int: ...

class StreamerInfo:
    """One version of a class, as a file describes it."""

    @property
    def class_name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def checksum(self) -> int: ...

    @property
    def elements(self) -> list[StreamerElement]: ...

class Key:
    """The head of a record: name, class, sizes and position."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def class_name(self) -> str: ...

    @property
    def cycle(self) -> int: ...

    @property
    def record_size(self) -> int: ...

    @property
    def object_size(self) -> int: ...

    @property
    def seek(self) -> int: ...

    @property
    def is_directory(self) -> bool: ...

    @property
    def is_ntuple(self) -> bool: ...

    @property
    def is_tree(self) -> bool: ...

class File:
    """An open file."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def compression(self) -> int: ...

    @property
    def is_recovered(self) -> bool: ...

    @property
    def uuid(self) -> str: ...

    @property
    def stamp(self) -> str:
        """A text that is another one for other contents, as far as can be told."""

    def directory(self, path: str) -> list[Key]:
        """The keys of a directory, '' for the root."""

    def keys_below(self, path: str) -> list[tuple[str, Key]]:
        """
        The keys of a directory and its subdirectories, with their paths relative to it.
        """

    def key(self, path: str) -> Key:
        """The key at a path."""

    def tree(self, key: Key) -> Tree:
        """Open the tree of a key."""

    def ntuple(self, key: Key) -> NTuple:
        """Open the ntuple of a key."""

    def object(self, key: Key) -> Any:
        """Read the object of a key."""

    def array(self, key: Key) -> Array:
        """Read the object of a key as an array of length 1."""

    def streamer_infos(self) -> list[StreamerInfo]:
        """The classes that the file describes, by name and version."""

    def is_figure(self, key: Key) -> bool:
        """Whether a key has a histogram, graph or function."""

    def figure(self, key: Key) -> Histogram | SparseHistogram | PolygonHistogram | HistogramStack | Efficiency | Function | Graph | MultiGraph:
        """Read the histogram, graph or function of a key."""

class Branch:
    """One column of a tree on disk."""

    @property
    def path(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def class_name(self) -> str: ...

    @property
    def type_name(self) -> str: ...

    @property
    def type(self) -> Type: ...

    @property
    def is_readable(self) -> bool: ...

    @property
    def is_group(self) -> bool: ...

    @property
    def is_collection(self) -> bool: ...

    @property
    def reason(self) -> str: ...

    @property
    def num_entries(self) -> int: ...

    @property
    def num_baskets(self) -> int: ...

    @property
    def compressed_bytes(self) -> int: ...

    @property
    def uncompressed_bytes(self) -> int: ...

class Tree:
    """An open tree."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def num_entries(self) -> int: ...

    @property
    def compressed_bytes(self) -> int: ...

    @property
    def uncompressed_bytes(self) -> int: ...

    @property
    def cluster_starts(self) -> list[int]: ...

    @property
    def aliases(self) -> list[tuple[str, str]]: ...

    @property
    def friends(self) -> list[tuple[str, str, str]]: ...

    @property
    def index(self) -> tuple[str, str, list[int], list[int], list[int]] | None: ...

    @property
    def user_info(self) -> list[tuple[str, str, str, float | None]]: ...

    @property
    def branches(self) -> list[Branch]: ...

    def find_top(self, name: str) -> Branch | None:
        """The top-level branch of this name, or None."""

    def read(self, branches: Sequence[Branch], first: int, last: int) -> list[Array]:
        """
        Read entries [first, last) of several branches; baskets are decompressed in parallel.
        """

    def read_objects(self, group: Branch, first: int, last: int) -> Array:
        """
        Read entries [first, last) of a branch with its subbranches, as the objects that were split.
        """

    def read_counts(self, collection: Branch, first: int, last: int) -> Array:
        """
        The number of objects in each entry [first, last) of a split collection.
        """

class Field:
    """One field of an ntuple on disk."""

    @property
    def path(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def number(self) -> int: ...

    @property
    def description(self) -> str: ...

    @property
    def type_name(self) -> str: ...

    @property
    def type(self) -> Type: ...

    @property
    def is_readable(self) -> bool: ...

    @property
    def is_group(self) -> bool: ...

    @property
    def reason(self) -> str: ...

    @property
    def num_entries(self) -> int: ...

    @property
    def num_pages(self) -> int: ...

    @property
    def compressed_bytes(self) -> int: ...

    @property
    def uncompressed_bytes(self) -> int: ...

class NTuple:
    """An open ntuple."""

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...

    @property
    def writer(self) -> str: ...

    @property
    def num_entries(self) -> int: ...

    @property
    def compressed_bytes(self) -> int: ...

    @property
    def uncompressed_bytes(self) -> int: ...

    @property
    def cluster_starts(self) -> list[int]: ...

    @property
    def fields(self) -> list[Field]: ...

    def value_bytes(self, fields: Sequence[Field]) -> int:
        """
        The bytes that the values of several fields need in memory; shared columns count once.
        """

    def read(self, fields: Sequence[Field], first: int, last: int) -> list[Array]:
        """
        Read entries [first, last) of several fields; pages are decompressed in parallel.
        """

class FunctionParameter:
    """A parameter of a function."""

    def __init__(self, name: str, value: float, error: float, low: float, high: float) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def value(self) -> float: ...

    @property
    def error(self) -> float: ...

    @property
    def low(self) -> float: ...

    @property
    def high(self) -> float: ...

class Function:
    """A function as TF1."""

    def __init__(self, text: str, formula: str, parameters: Sequence[FunctionParameter], range: tuple[float, float], chi_square: float, degrees_of_freedom: int, saved_values: Sequence[float]) -> None: ...

    @property
    def class_name(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def formula(self) -> str: ...

    @property
    def variables(self) -> int: ...

    @property
    def parameters(self) -> list[FunctionParameter]: ...

    @property
    def chi_square(self) -> float: ...

    @property
    def degrees_of_freedom(self) -> int: ...

    @property
    def drawn_points(self) -> int: ...

    @property
    def is_normalized(self) -> bool: ...

    @property
    def integral(self) -> float: ...

    @property
    def ranges(self) -> list[tuple[float, float]]: ...

    @property
    def saved_values(self) -> numpy.typing.NDArray[numpy.float64]: ...

class StoredFit:
    """What a fit found, as TFitResult."""

    def __init__(self, *, title: str, parameters: Sequence[FunctionParameter], covariance: Sequence[float], asymmetric_errors: Sequence[tuple[float, float] | None], minimum: float, chi_square: float, degrees_of_freedom: int, distance: float, calls: int, is_valid: bool, status: int, covariance_status: int, minimiser: str) -> None: ...

class ErrorBars:
    """Errors of all points along one axis."""

    @property
    def low(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def high(self) -> numpy.typing.NDArray[numpy.float64]: ...

class Graph:
    """Points with errors, as TGraph."""

    def __init__(self, coordinates: Sequence[Sequence[float]], errors: Sequence[tuple[Sequence[float], Sequence[float]]], name: str, title: str, axis_titles: Sequence[str]) -> None: ...

    @property
    def class_name(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def axis_titles(self) -> list[str]: ...

    @property
    def num_axes(self) -> int: ...

    def coordinates(self, axis: int) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def errors(self) -> list[ErrorBars]: ...

    @property
    def more_errors(self) -> list[ErrorBars]: ...

    @property
    def bends(self) -> list[ErrorBars]: ...

    @property
    def functions(self) -> list[Function]: ...

    def with_functions(self, functions: Sequence[Function]) -> Graph: ...

class MultiGraph:
    """Graphs that are drawn together, as TMultiGraph."""

    @property
    def class_name(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def axis_titles(self) -> list[str]: ...

    @property
    def graphs(self) -> list[Graph]: ...

    @property
    def functions(self) -> list[Function]: ...

class IntervalKind(enum.Enum):
    """The method for confidence intervals."""

    clopper_pearson = 0

    normal = 1

    wilson = 2

    agresti_coull = 3

    feldman_cousins = 4

    jeffreys = 5

    uniform_prior = 6

    chosen_prior = 7

    mid_p = 8

class Efficiency:
    """The fraction of entries that passed, as TEfficiency."""

    def __init__(self, passed: Histogram, total: Histogram, name: str, title: str, interval: IntervalKind, confidence_level: float, prior: tuple[float, float], is_bayesian: bool, uses_mode: bool, uses_shortest: bool, uses_weights: bool) -> None: ...

    @property
    def class_name(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def interval(self) -> IntervalKind: ...

    @property
    def confidence_level(self) -> float: ...

    @property
    def is_bayesian(self) -> bool: ...

    @property
    def prior(self) -> tuple[float, float]: ...

    @property
    def weight(self) -> float: ...

    @property
    def passed(self) -> Histogram: ...

    @property
    def total(self) -> Histogram: ...

    @property
    def functions(self) -> list[Function]: ...

    @property
    def values(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def low(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def high(self) -> numpy.typing.NDArray[numpy.float64]: ...

class HistogramStack:
    """Histograms on top of each other, as THStack."""

    @property
    def class_name(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def histograms(self) -> list[Histogram]: ...

class Polygon:
    """The corners of a polygon."""

    @property
    def x(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def y(self) -> numpy.typing.NDArray[numpy.float64]: ...

class PolygonBin:
    """A bin of any shape."""

    @property
    def number(self) -> int: ...

    @property
    def content(self) -> float: ...

    @property
    def area(self) -> float: ...

    @property
    def polygons(self) -> list[Polygon]: ...

class PolygonHistogram:
    """A histogram whose bins are polygons, as TH2Poly."""

    @property
    def class_name(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def value_title(self) -> str: ...

    @property
    def axes(self) -> list[NamedAxis]: ...

    @property
    def bins(self) -> list[PolygonBin]: ...

    @property
    def entries(self) -> float: ...

    @property
    def overflow(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def squares(self) -> numpy.typing.NDArray[numpy.float64]: ...

class Axis:
    """The bins of a histogram."""

    @staticmethod
    def regular(bins: int, low: float, high: float) -> Axis: ...

    @staticmethod
    def variable(edges: numpy.typing.NDArray[numpy.float64]) -> Axis: ...

    @property
    def bins(self) -> int: ...

    @property
    def low(self) -> float: ...

    @property
    def high(self) -> float: ...

    @property
    def is_regular(self) -> bool: ...

    def index(self, value: float) -> int: ...

    @property
    def edges(self) -> numpy.typing.NDArray[numpy.float64]: ...

class NamedAxis:
    """An axis of a stored histogram, with its labels."""

    def __init__(self, bins: Axis, title: str, bin_labels: Mapping[int, str]) -> None: ...

    @property
    def bins(self) -> Axis: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def bin_labels(self) -> dict[int, str]: ...

    @property
    def is_alphanumeric(self) -> bool: ...

    @property
    def time_format(self) -> str | None: ...

    @property
    def shown(self) -> tuple[int, int]: ...

class ProfileErrors(enum.Enum):
    """The kind of errors of a profile's bins."""

    of_mean = 0

    spread = 1

    of_whole_numbers = 2

    from_weights = 3

class Moments:
    """Sums over the fills inside the range, which give means and deviations."""

    def __init__(self) -> None: ...

    @property
    def entries(self) -> float: ...

    @entries.setter
    def entries(self, arg: float, /) -> None: ...

    @property
    def weights(self) -> float: ...

    @weights.setter
    def weights(self, arg: float, /) -> None: ...

    @property
    def squared_weights(self) -> float: ...

    @squared_weights.setter
    def squared_weights(self, arg: float, /) -> None: ...

    @property
    def weighted_values(self) -> list[float]: ...

    @weighted_values.setter
    def weighted_values(self, arg: Sequence[float], /) -> None: ...

    @property
    def weighted_squares(self) -> list[float]: ...

    @weighted_squares.setter
    def weighted_squares(self, arg: Sequence[float], /) -> None: ...

    @property
    def weighted_products(self) -> list[float]: ...

    @weighted_products.setter
    def weighted_products(self, arg: Sequence[float], /) -> None: ...

    @property
    def weighted_heights(self) -> float: ...

    @weighted_heights.setter
    def weighted_heights(self, arg: float, /) -> None: ...

    @property
    def weighted_squared_heights(self) -> float: ...

    @weighted_squared_heights.setter
    def weighted_squared_heights(self, arg: float, /) -> None: ...

class ProfileSums:
    """The sums of a profile's cells, except sums of heights."""

    def __init__(self, weights: numpy.typing.NDArray[numpy.float64], squared_weights: numpy.typing.NDArray[numpy.float64]) -> None: ...

class Histogram:
    """A histogram or profile of any number of axes."""

    def __init__(self, axes: Sequence[NamedAxis], is_profile: bool) -> None: ...

    @staticmethod
    def of_parts(axes: Sequence[NamedAxis], contents: numpy.typing.NDArray[numpy.float64], squares: numpy.typing.NDArray[numpy.float64], moments: Moments, profile: ProfileSums | None) -> Histogram: ...

    def named(self, name: str, title: str, value_title: str) -> Histogram: ...

    def with_functions(self, functions: Sequence[Function]) -> Histogram: ...

    def with_axes(self, axes: Sequence[NamedAxis]) -> Histogram: ...

    @property
    def class_name(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def value_title(self) -> str: ...

    @property
    def axes(self) -> list[NamedAxis]: ...

    @property
    def functions(self) -> list[Function]: ...

    @property
    def moments(self) -> Moments: ...

    def fill(self, session: Session, columns: Sequence[numpy.typing.NDArray[Any]], weights: numpy.typing.NDArray[Any] | None) -> None: ...

    def scale(self, factor: float) -> None: ...

    def select(self, selections: Sequence[tuple[int, int, bool, int]]) -> Histogram: ...

    def sum_over(self, selections: Sequence[tuple[int, int, bool, int]]) -> tuple[float, float]: ...

    def project(self, axes: Sequence[int]) -> Histogram: ...

    def add(self, other: Histogram) -> None: ...

    def copy(self) -> Histogram: ...

    def __eq__(self, other: object, /) -> bool: ...

    @property
    def contents(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def values(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def variances(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def counts(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def squares(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def profile_weights(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def profile_squared_weights(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def is_weighted(self) -> bool: ...

    @property
    def is_profile(self) -> bool: ...

    @property
    def profile_errors(self) -> ProfileErrors: ...

    @property
    def profile_heights(self) -> tuple[float, float]: ...

    @property
    def entries(self) -> float: ...

    def mean(self, axis: int) -> float: ...

    def standard_deviation(self, axis: int) -> float: ...

class SparseHistogram:
    """A histogram that stores only filled cells."""

    @property
    def class_name(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def axes(self) -> list[NamedAxis]: ...

    @property
    def entries(self) -> float: ...

    @property
    def is_weighted(self) -> bool: ...

    @property
    def filled_cells(self) -> int: ...

    @property
    def bins(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def contents(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def squares(self) -> numpy.typing.NDArray[numpy.float64]: ...

    def dense(self, most_cells: int) -> Histogram: ...

class MissingTree(enum.Enum):
    """How files without the tree are handled."""

    error = 0

    skip = 1

class MissingColumn(enum.Enum):
    """How files whose tree lacks a column are handled."""

    error = 0

    fill = 1

class SchemaFrom(enum.Enum):
    """Which files determine the columns and their types."""

    first_file = 0

    all_files = 1

class Unmatched(enum.Enum):
    """How entries without partner in a friend are handled."""

    error = 0

    fill = 1

    option = 2

class DatasetColumn:
    """One column of a dataset."""

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> str: ...

    @property
    def type_name(self) -> str: ...

    @property
    def type(self) -> Type: ...

    @property
    def is_readable(self) -> bool: ...

    @property
    def is_group(self) -> bool: ...

    @property
    def is_nested(self) -> bool: ...

    @property
    def reason(self) -> str: ...

    @property
    def num_entries(self) -> int: ...

    @property
    def compressed_bytes(self) -> int: ...

    @property
    def uncompressed_bytes(self) -> int: ...

class Index:
    """Finds the entry with a pair of numbers."""

    def __len__(self) -> int: ...

class Dataset:
    """Many files as one table."""

    @property
    def num_files(self) -> int: ...

    @property
    def columns(self) -> list[DatasetColumn]:
        """All columns, in stored order."""

    def num_entries(self) -> int:
        """
        The number of entries of all files; opens files that were not opened before.
        """

    def entries_of(self, first: int, last: int) -> list[int]:
        """The number of entries of the files [first, last)."""

    def cluster_starts(self) -> list[int]:
        """
        The first entry of each cluster in all files, then the number of entries.
        """

    def read(self, names: Sequence[str], first: int, last: int) -> list[Array]:
        """Read entries [first, last) of some columns."""

    def read_all(self, names: Sequence[str]) -> list[Array]:
        """Read all entries of some columns."""

    def read_entries(self, names: Sequence[str], entries: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[Array]:
        """Read the given entries of some columns."""

    def make_index(self, major: str, minor: str) -> Index:
        """Make an index by two integer columns."""

class Session:
    """
    The objects that calls share: the executor and the class layouts seen so far.
    """

    def __init__(self, threads: int = 0, *, connect_timeout: float = 10.0, stall_timeout: float = 20.0, retries: int = 4, retry_delay: float = 0.2, most_whole_bytes: int = 67108864, bearer_token: str = '', opener: Callable[[str], object] | None = None, recorder: TraceRecorder | None = None) -> None:
        """
        The options after `threads` are of files of servers (ramet/remote/remote_options.hpp), times in seconds; `opener` opens URLs of other schemes (python_opener.hpp); `recorder` records what is read, if there is one.
        """

    @property
    def threads(self) -> int: ...

    def open(self, path: str | os.PathLike[str], recorder: TraceRecorder | None = None) -> File:
        """
        Open a file of the local file system or of a server, and record reading from it if there is a recorder.
        """

    def open_bytes(self, contents: bytes, name: str) -> File:
        """
        Open a file in memory; the contents are copied, and `name` is used in messages.
        """

    def dataset(self, places: Sequence[tuple[str, str]], missing_tree: MissingTree, missing_column: MissingColumn, defaults: Mapping[str, float], schema: SchemaFrom, friends: Sequence[tuple[str, Dataset, Index | None, str, str, Unmatched]]) -> Dataset:
        """Open many files, each with the path of its tree, as one table."""

def places_of(text: str, object: str) -> list[tuple[str, str]]:
    """The files and object paths of 'run*.root:dir/Events'."""

def shown_url(text: str) -> str:
    """What messages show of a path or URL: no user, password or query."""

def split_path(text: str) -> tuple[str, str]:
    """The file and the object path of 'file.root:dir/Events'."""

class RandomStream:
    """One of the sequences of random numbers of a seed."""

    def __init__(self, seed: int, number: int) -> None: ...

    @property
    def seed(self) -> int: ...

    @property
    def number(self) -> int: ...

class RandomDraws:
    """Which numbers of a stream are drawn."""

    def __init__(self, first_entry: int, entries: numpy.typing.NDArray[numpy.uint64] | None, elements: numpy.typing.NDArray[numpy.uint32] | None, call: int) -> None: ...

def random_keys(columns: Sequence[numpy.typing.NDArray[numpy.uint64]], keys: numpy.typing.NDArray[numpy.uint64]) -> None:
    """Write a number for each row of columns that identify events."""

def random_stream_number(name: str) -> int:
    """The number of the stream of random numbers that has this name."""

def random_reals(session: Session, name: str, stream: RandomStream, draws: RandomDraws, numbers: numpy.typing.NDArray[numpy.float64], parameters: Sequence[float | numpy.typing.NDArray[numpy.float64]]) -> None:
    """Write real numbers of a distribution."""

def random_counts(session: Session, name: str, stream: RandomStream, draws: RandomDraws, numbers: numpy.typing.NDArray[numpy.int64], parameters: Sequence[float | numpy.typing.NDArray[numpy.float64]]) -> None:
    """Write whole numbers of a distribution."""

def random_integers(session: Session, stream: RandomStream, draws: RandomDraws, numbers: numpy.typing.NDArray[numpy.int64], below: int | numpy.typing.NDArray[numpy.int64]) -> None:
    """Write whole numbers from 0 on."""

def random_binomial(session: Session, stream: RandomStream, draws: RandomDraws, numbers: numpy.typing.NDArray[numpy.int64], trials: int | numpy.typing.NDArray[numpy.int64], probability: float | numpy.typing.NDArray[numpy.float64]) -> None:
    """Write numbers of successes."""

def random_circle(session: Session, stream: RandomStream, draws: RandomDraws, x: numpy.typing.NDArray[numpy.float64], y: numpy.typing.NDArray[numpy.float64], radius: float | numpy.typing.NDArray[numpy.float64]) -> None:
    """Write points of a circle."""

def random_sphere(session: Session, stream: RandomStream, draws: RandomDraws, x: numpy.typing.NDArray[numpy.float64], y: numpy.typing.NDArray[numpy.float64], z: numpy.typing.NDArray[numpy.float64], radius: float | numpy.typing.NDArray[numpy.float64]) -> None:
    """Write points of a sphere."""

class BinTable:
    """Random points with the distribution of a histogram."""

    def __init__(self, edges: Sequence[numpy.typing.NDArray[numpy.float64]], contents: numpy.typing.NDArray[numpy.float64]) -> None: ...

    @property
    def axes(self) -> int: ...

    def fill(self, session: Session, stream: RandomStream, draws: RandomDraws, coordinates: Sequence[numpy.typing.NDArray[numpy.float64]]) -> None: ...

class FunctionTable:
    """Random numbers whose density is a function."""

    def __init__(self, function: Callable[[float], float], low: float, high: float, tolerance: float) -> None: ...

    @property
    def intervals(self) -> int: ...

    @property
    def error(self) -> float: ...

    def fill(self, session: Session, stream: RandomStream, draws: RandomDraws, numbers: numpy.typing.NDArray[numpy.float64]) -> None: ...

def random_multinomial(session: Session, stream: RandomStream, draws: RandomDraws, counts: Sequence[numpy.typing.NDArray[numpy.int64]], trials: int | numpy.typing.NDArray[numpy.int64], probabilities: Sequence[float]) -> None:
    """Write how many trials have each outcome."""

def random_phase_space(session: Session, stream: RandomStream, draws: RandomDraws, mass: float | numpy.typing.NDArray[numpy.float64], masses: Sequence[float], momenta: Sequence[numpy.typing.NDArray[numpy.float64]], weights: numpy.typing.NDArray[numpy.float64]) -> None:
    """Write the momenta of decays, and their weights."""

def expression_functions() -> list[list[str]]:
    """
    All functions, methods and operators of expressions: group, name, signature, meaning, example.
    """

class Language(enum.Enum):
    """How the texts of expressions are written."""

    cpp = 0

    python = 1

    either = 2

class Program:
    """Expressions that were compiled together."""

    @staticmethod
    def compile(texts: Sequence[str], columns: Sequence[tuple[str, Type]], definitions: Sequence[tuple[str, str]], seed: int = 0, random_key: Sequence[str] = [], language: Language = Language.cpp, cut: str | None = None, terminated: Sequence[str] = []) -> Program: ...

    def __len__(self) -> int: ...

    def type(self, result: int) -> Type: ...

    @property
    def columns(self) -> list[int]: ...

    def run(self, columns: Sequence[Array], entries: int, first_entry: int = 0, slot: int = 0) -> list[Array]: ...

    def run_on_all_cores(self, session: Session, columns: Sequence[Array], entries: int, first_entry: int = 0) -> list[Array]: ...

class FitModel:
    """A probability density as a function of parameters."""

    @property
    def parameters(self) -> list[tuple[str, float, float]]: ...

    @property
    def range(self) -> tuple[float, float]: ...

    @property
    def is_extended(self) -> bool: ...

    def within(self, low: float, high: float) -> FitModel: ...

    def densities(self, parameters: Sequence[float], x: numpy.typing.NDArray[numpy.float64], densities: numpy.typing.NDArray[numpy.float64]) -> None: ...

    def integral(self, parameters: Sequence[float], low: float, high: float) -> float: ...

    def scores(self, parameters: Sequence[float], x: numpy.typing.NDArray[numpy.float64], scores: numpy.typing.NDArray[numpy.float64]) -> None: ...

    def integral_error(self, parameters: Sequence[float]) -> float: ...

def fit_shape(name: str, arguments: Sequence[str | float], low: float, high: float) -> FitModel: ...

def fit_joined(models: Sequence[FitModel], weights: Sequence[str | float], is_extended: bool, range: tuple[float, float] | None) -> FitModel: ...

def fit_formula(text: str, low: float, high: float, arguments: Sequence[str | float], is_of_events: bool) -> FitModel: ...

def fit_histogram(edges: numpy.typing.NDArray[numpy.float64], contents: numpy.typing.NDArray[numpy.float64], variances: numpy.typing.NDArray[numpy.float64] | None) -> FitModel: ...

def formula_derivative(formula: str, name: str) -> str: ...

def formula_expanded(formula: str) -> str: ...

def fit_convolution(shape: FitModel, resolution: FitModel, low: float, high: float) -> FitModel: ...

def fit_kernel_estimate(events: numpy.typing.NDArray[numpy.float64], width: float, low: float, high: float, is_mirrored: bool) -> FitModel: ...

class FitCost:
    """What a minimiser makes as small as possible."""

    @property
    def parameters(self) -> list[tuple[str, float, float]]: ...

    @property
    def points(self) -> int: ...

    def value(self, session: Session, parameters: Sequence[float]) -> float: ...

    def absent(self, session: Session, parameters: Sequence[float]) -> int: ...

    def gradient(self, session: Session, parameters: Sequence[float], gradient: numpy.typing.NDArray[numpy.float64]) -> float: ...

def fit_unbinned(events: numpy.typing.NDArray[numpy.float64], model: FitModel, weights: numpy.typing.NDArray[numpy.float64] | None) -> FitCost: ...

def fit_binned(edges: numpy.typing.NDArray[numpy.float64], contents: numpy.typing.NDArray[numpy.float64], variances: numpy.typing.NDArray[numpy.float64] | None, model: FitModel, is_chi_square: bool) -> FitCost: ...

def fit_constraint(names: Sequence[str], values: Sequence[float], inverse_covariance: Sequence[float]) -> FitCost: ...

def fit_sum(costs: Sequence[FitCost]) -> FitCost: ...

class FitSampler:
    """Random events of a model."""

    def __init__(self, model: FitModel, parameters: Sequence[float]) -> None: ...

    def fill(self, seed: int, stream: int, events: numpy.typing.NDArray[numpy.float64]) -> None: ...

    def count(self, seed: int, stream: int) -> int: ...

class FitJointModel:
    """A probability density of several variables."""

    @property
    def parameters(self) -> list[tuple[str, float, float]]: ...

    @property
    def is_extended(self) -> bool: ...

    def densities(self, parameters: Sequence[float], columns: Sequence[numpy.typing.NDArray[numpy.float64]], densities: numpy.typing.NDArray[numpy.float64]) -> None: ...

    def scores(self, parameters: Sequence[float], columns: Sequence[numpy.typing.NDArray[numpy.float64]], scores: numpy.typing.NDArray[numpy.float64]) -> None: ...

def fit_product(models: Sequence[FitModel]) -> FitJointModel: ...

def fit_joined_products(models: Sequence[FitJointModel], weights: Sequence[str | float], is_extended: bool) -> FitJointModel: ...

def fit_unbinned_columns(columns: Sequence[numpy.typing.NDArray[numpy.float64]], model: FitJointModel, weights: numpy.typing.NDArray[numpy.float64] | None) -> FitCost: ...

def fit_binned_cells(edges: Sequence[numpy.typing.NDArray[numpy.float64]], contents: numpy.typing.NDArray[numpy.float64], variances: numpy.typing.NDArray[numpy.float64] | None, model: FitJointModel, is_chi_square: bool) -> FitCost: ...

class FitJointSampler:
    """Random events of several variables."""

    def __init__(self, model: FitJointModel, parameters: Sequence[float]) -> None: ...

    def fill(self, seed: int, stream: int, columns: Sequence[numpy.typing.NDArray[numpy.float64]]) -> None: ...

    def count(self, seed: int, stream: int) -> int: ...

class FitToys:
    """Fits of random events of a model."""

    @overload
    def __init__(self, model: FitModel, values: Sequence[float], events: int | None) -> None: ...

    @overload
    def __init__(self, model: FitJointModel, values: Sequence[float], events: int | None) -> None: ...

    def write_row(self, seed: int, number: int, row: numpy.typing.NDArray[numpy.float64]) -> tuple[int, bool]: ...

class Source:
    """
    A tree, an ntuple or a dataset, for programs that run over its entries.
    """

    @staticmethod
    def of_tree(tree: Tree) -> Source:
        """The entries of a tree."""

    @staticmethod
    def of_ntuple(ntuple: NTuple) -> Source:
        """The entries of an ntuple."""

    @staticmethod
    def of_dataset(dataset: Dataset) -> Source:
        """The entries of a dataset."""

    def select(self, paths: Sequence[str], values: Program, cut: Program | None, first: int, last: int) -> list[Array]:
        """
        The values of a program for the entries of [first, last) where the program of a cut is not 0, or all. Both were compiled for the columns with these paths.
        """

    def select_entries(self, paths: Sequence[str], cut: Program, first: int, last: int) -> Array:
        """
        The numbers of the entries of [first, last) where the program of a cut is not 0.
        """

class RowsWanted:
    """Which rows of a source are wanted, in the language of TTree::Draw."""

    def __init__(self, expressions: Sequence[str], cut: str, first: int, last: int, aliases: Sequence[tuple[str, str]] = [], weight: float = 1.0, listed: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, seed: int = 0) -> None: ...

class DrawText:
    """A text for TTree::Draw, split."""

    @staticmethod
    def split(text: str) -> tuple[str, str | None, bool, list[tuple[int | None, float | None, float | None]]]:
        """
        The expressions; the name behind '>>' if there is one; whether it is '>>+'; bins, low and high of each axis.
        """

def rows(source: Source, wanted: RowsWanted) -> tuple[list[str], list[Array]]:
    """
    The texts of the expressions; for each its rows, then the weights, then the entries that the rows are of.
    """

def draw(source: Source, wanted: RowsWanted, expressions: str, name: str, axes: Sequence[tuple[int | None, float | None, float | None]], option: str, title: str | None) -> tuple[int, Histogram]:
    """The number of rows, and a histogram or profile of them."""

def draw_into(source: Source, wanted: RowsWanted, histogram: Histogram) -> tuple[int, Histogram]:
    """The number of rows, and the histogram with these added."""

class NativeFunction:
    """A function of frames that runs without the interpreter."""

    @staticmethod
    def kernel(address: int, type: Type, code: object, fail: object) -> NativeFunction:
        """
        Compiled code that `code` keeps; `fail(columns, count, row)` raises what it raised.
        """

    @staticmethod
    def append_address() -> int:
        """
        The address of what kernels append lists with: void (void* out, const void* items, int64 count).
        """

class Frame:
    """
    A table that is described step by step; results are computed in one pass.
    """

    @staticmethod
    def of(source: Source, language: str = 'c++', seed: int = 0, random_key: Sequence[str] = [], samples: Sequence[tuple[str, str, int, Mapping[str, int | float | str]]] = [], origin: str = '') -> Frame:
        """
        Of each sample: its name, its place, its number, and metadata. `origin` is how other processes make the source, as JSON.
        """

    def columns(self) -> list[tuple[str, Type, str, str, str]]:
        """
        Of each: name, type, the type in the file, 'source', 'defined' or 'alias', and the counter.
        """

    def has_column(self, name: str) -> bool: ...

    def type(self, name: str) -> Type: ...

    def filter_names(self) -> list[str]: ...

    def explain(self) -> tuple[str, str, str]:
        """How what waits is computed: as text, DOT and SVG."""

    def variations(self) -> list[str]: ...

    def source_entries(self) -> int: ...

    def define(self, name: str, text: str, is_python: bool = False) -> Frame: ...

    def define_function(self, name: str, function: object, columns: Sequence[str], type: Type) -> Frame: ...

    def redefine(self, name: str, text: str, is_python: bool = False) -> Frame: ...

    def redefine_function(self, name: str, function: object, columns: Sequence[str], type: Type) -> Frame: ...

    def alias(self, name: str, of: str) -> Frame: ...

    def define_per_sample(self, name: str, text: str) -> Frame: ...

    def samples(self) -> list[tuple[str, str, int, int, int, dict[str, int | float | str]]]:
        """
        Of each: its name, its place, its number, its entries, the first of them, and metadata.
        """

    def define_by_samples(self, name: str, values: Sequence[Array]) -> Frame:
        """A column of a value for each sample."""

    def default_value_for(self, column: str, value: Array) -> Frame: ...

    def filter(self, text: str, name: str = '', is_python: bool = False) -> Frame: ...

    def filter_function(self, function: object, columns: Sequence[str], name: str = '') -> Frame: ...

    def filter_available(self, column: str) -> Frame: ...

    def filter_missing(self, column: str) -> Frame: ...

    def range(self, first: int, last: int, step: int = 1) -> Frame:
        """A last one of 0 is no end."""

    def vary(self, columns: Sequence[str], text: str, tags: Sequence[str], name: str, is_python: bool = False) -> Frame: ...

    def vary_function(self, columns: Sequence[str], function: object, arguments: Sequence[str], type: Type, tags: Sequence[str], name: str) -> Frame: ...

    def count(self) -> Booked: ...

    def numbers(self, column: str, weight: str | None = None) -> Booked:
        """Its sums."""

    def take(self, columns: Sequence[str], most: int | None = None) -> Booked:
        """The values of columns, of at most so many entries."""

    def book(self, action: object, columns: Sequence[str]) -> Booked:
        """
        An action with the methods partial() -> state, add(state, arrays, count) and finish(states).
        """

    def filters(self, weight: str | None = None) -> Filters: ...

    def snapshot(self, path: str, directory: str, name: str, columns: Sequence[str], format: Format, keeps_counters: bool = True, compression: int | None = None, updates: bool = False, cluster_entries: int = 0, cluster_bytes: int = 0, has_variations: bool = False, along: Sequence[str] = [], session: Session | None = None) -> Booked:
        """A table of these columns in a file."""

    def columns_to_store(self) -> list[str]:
        """What is stored when no columns are named."""

    def histogram(self, model: Histogram, columns: Sequence[str], weight: str | None = None) -> Booked:
        """A copy of a histogram or profile, with the fills added."""

    def profile(self, name: str, title: str, value_title: str, axes: Sequence[NamedAxis], errors: str, low: float, high: float, columns: Sequence[str], weight: str | None = None) -> Booked:
        """
        Means of heights from low to high, or of all if both are equal, with errors of the kind ' ', 's', 'i' or 'g'.
        """

    def automatic_histogram(self, name: str, title: str, axis_title: str, value_title: str, bins: int, column: str, weight: str | None = None) -> Booked: ...

    def sparse_histogram(self, name: str, title: str, axes: Sequence[NamedAxis], columns: Sequence[str], weight: str | None = None) -> Booked: ...

def arrays_of(columns: Sequence[ColumnSpec], entries: int, buffers: Sequence[numpy.typing.NDArray[Any]]) -> list[Array]:
    """Columns of the buffers that a batch consists of."""

def source_of_arrays(session: Session, names: Sequence[str], arrays: Sequence[Array], entries: int, types: Sequence[Type] = []) -> Source:
    """
    Columns in memory as the source of a frame; with types, their records are of the classes in them.
    """

class Booked:
    """A result that a frame was asked for."""

    def run(self, *, skip_errors: bool = False, deadline: float | None = None, timed: bool = False, progress: object | None = None, looked_at: Sequence[Booked] = [], live: object | None = None, live_seconds: float = 1.0, until: object | None = None, until_entries: int = 0, elsewhere: object | None = None) -> None:
        """
        Compute all that is booked on the source. `progress` gets entries, all entries, files, all files, seconds and the seconds left; `live` and `until` get copies of results and what they cover, as `report` has it; `elsewhere` gets TasksElsewhere, and returns when all that are wanted are taken.
        """

    @property
    def is_ready(self) -> bool: ...

    @property
    def has_copies(self) -> bool:
        """Whether it can be looked at while a run goes on."""

    def explain(self) -> tuple[str, str, str]:
        """How it is computed: as text, DOT and SVG."""

    def report(self) -> tuple[int, list[tuple[int, int]], list[tuple[int, int, str]], bool, float, tuple[int, int, int, int, int, int, float, float]]:
        """
        Entries that were wanted, ranges covered, ranges lost and why, whether it was stopped, seconds.
        """

    def variations(self) -> list[str]: ...

    def varied(self) -> dict[str, Booked]: ...

    def count(self) -> int: ...

    def sums(self) -> tuple[int, float, float, float, float, float, float, float]:
        """
        Count, sum, mean, standard deviation, minimum, maximum, sum of weights and of squared weights.
        """

    def values(self) -> tuple[list[Array], int]:
        """The values of each column, and the number of entries."""

    def histogram(self) -> Histogram: ...

    def sparse_histogram(self) -> SparseHistogram: ...

    def snapshot_entries(self) -> int: ...

    def filter_counts(self) -> list[tuple[str, int, int, tuple[float, float, float, float] | None]]:
        """The counts of a result that is one of filters, without weights."""

    def result(self) -> object:
        """Of an action of Python's."""

class Filters:
    """The counts of named filters."""

    def counts(self) -> list[tuple[str, int, int, tuple[float, float, float, float] | None]]:
        """
        Of each filter: its name, the entries that came, those that passed; the sum of weights of those that came and its error, and of those that passed.
        """

    @property
    def booked(self) -> Booked: ...

class TasksElsewhere:
    """A run whose tasks are done in other processes."""

    @property
    def plan(self) -> str:
        """What the results are made of, as JSON."""

    def entries(self) -> list[tuple[int, int]]:
        """The first and one past the last entry of each task."""

    @property
    def wanted(self) -> tuple[int, int]: ...

    @property
    def is_stopped(self) -> bool:
        """Ask several times a second."""

    def file_of(self, first: int, last: int) -> str:
        """The file of the first entry of some tasks."""

    def stop(self) -> None:
        """Stop the run: tasks that were not taken are left out."""

    def take(self, part: bytes) -> bool:
        """Take what a part gave; False if all its tasks were taken before."""

def parts_of_run(booked: Booked) -> tuple[str, list[tuple[int, int]]]:
    """
    The plan of all results that wait on the source of this one, and the first and one past the last entry of each task; nothing is computed.
    """

class PartRunner:
    """Does parts of a run for another process."""

    def __init__(self, booked: Sequence[Booked]) -> None: ...

    def run(self, first: int, last: int, *, skip_errors: bool = False) -> bytes:
        """Do tasks [first, last): the bytes for TasksElsewhere.take."""

class DrawDimension:
    """One of the expressions of a DrawProgram."""

    @property
    def text(self) -> str: ...

    @property
    def is_text(self) -> bool: ...

    @property
    def is_whole(self) -> bool: ...

class DrawProgram:
    """Expressions and a cut in the language of TTree::Draw."""

    @staticmethod
    def compile(expressions: Sequence[str], cut: str, columns: Sequence[tuple[str, Type]], definitions: Sequence[tuple[str, str]]) -> DrawProgram: ...

    @property
    def dimensions(self) -> list[DrawDimension]: ...

    @property
    def columns(self) -> list[int]: ...

    def run(self, columns: Sequence[Array], entries: int, first_entry: int = 0, all_entries: int = 0, first_local_entry: int = 0, local_entries: int = 0) -> list[Array]: ...

class Formula:
    """A function with parameters, as ROOT's TFormula writes it."""

    @staticmethod
    def compile(text: str) -> Formula: ...

    @property
    def text(self) -> str: ...

    @property
    def variables(self) -> int: ...

    @property
    def parameters(self) -> list[str]: ...

    def evaluate(self, points: Sequence[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]], parameters: Sequence[float], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

class ListForm(enum.Enum):
    """How lists and strings are stored."""

    counted = 0

    standard_vector = 1

class Format(enum.Enum):
    """The format of a table."""

    ttree = 0

    rntuple = 1

class Order(enum.Enum):
    """The order of a table's entries."""

    sequence = 0

    arrival = 1

class HandOver(enum.Enum):
    """What hand_over does with few entries."""

    gathered = 0

    exact = 1

class WhenFull(enum.Enum):
    """What a context does when memory is short."""

    write_smaller = 0

    wait = 1

class ColumnSpec:
    """A column to be written."""

    def __init__(self, name: str, type: Type, form: ListForm, counter: str = '', packed_range: str = '', type_name: str = '', split_level: int = 99, compression: int | None = None) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> Type: ...

    @property
    def form(self) -> ListForm: ...

    @property
    def counter(self) -> str: ...

    @property
    def packed_range(self) -> str: ...

    @property
    def type_name(self) -> str: ...

    @property
    def split_level(self) -> int: ...

    @property
    def compression(self) -> int | None: ...

    @compression.setter
    def compression(self, code: int | None) -> None: ...

class ProjectionSpec:
    """A column that shows the values of another one."""

    def __init__(self, name: str, source: str, sizes: bool) -> None: ...

class ClassMember:
    """A member of a class to be written."""

    def __init__(self, name: str, type_name: str, comment: str = '') -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def type_name(self) -> str: ...

    @property
    def comment(self) -> str: ...

class ClassSpec:
    """A class whose objects are written."""

    def __init__(self, name: str, version: int, bases: Sequence[str], members: Sequence[ClassMember]) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def bases(self) -> list[str]: ...

    @property
    def members(self) -> list[ClassMember]: ...

def array_type_of(type_name: str, classes: Sequence[ClassSpec]) -> Type:
    """The type of a column with values of a C++ type."""

class ContextReport:
    """The report of one context."""

    @property
    def number(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def clusters(self) -> int: ...

    @property
    def seconds(self) -> dict[str, float]: ...

class TableReport:
    """The report of a tree: what was written so far."""

    @property
    def entries(self) -> int: ...

    @property
    def clusters(self) -> int: ...

    @property
    def uncompressed_bytes(self) -> int: ...

    @property
    def compressed_bytes(self) -> int: ...

    @property
    def contexts(self) -> list[ContextReport]: ...

class WriterStatus:
    """The current state of a writer."""

    @property
    def bytes_in_flight(self) -> int: ...

    @property
    def most_bytes_in_flight(self) -> int: ...

    @property
    def memory_budget(self) -> int: ...

    @property
    def gathered_bytes(self) -> int: ...

    @property
    def descriptor_bytes(self) -> int: ...

    @property
    def clusters_in_flight(self) -> int: ...

    @property
    def clusters_queued(self) -> int: ...

    @property
    def contexts_waiting(self) -> int: ...

    @property
    def seconds_waited(self) -> float: ...

class FillContext:
    """A stream of entries into a shared tree."""

    def extend(self, entries: int, buffers: Sequence[numpy.typing.NDArray[Any]]) -> None: ...

    def try_extend(self, entries: int, buffers: Sequence[numpy.typing.NDArray[Any]]) -> bool: ...

    def when_ready(self, ready: Callable[[], None]) -> None: ...

    def begin_sequence(self, sequence: int) -> None: ...

    def trace_in(self, row: int, event: int) -> None: ...

    def refresh(self) -> None: ...

    def hand_over(self) -> None: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def abandon(self) -> int: ...

    @property
    def held_entries(self) -> int: ...

    @property
    def closed(self) -> bool: ...

    @property
    def columns(self) -> list[ColumnSpec]: ...

    @property
    def entries(self) -> int: ...

    @property
    def seconds(self) -> dict[str, float]: ...

class TableWriter:
    """A tree that any number of contexts fill in parallel."""

    def context(self, sequence: int | None = None) -> FillContext: ...

    def add_columns(self, columns: Sequence[ColumnSpec], projections: Sequence[ProjectionSpec]) -> None: ...

    @property
    def columns(self) -> list[ColumnSpec]: ...

    @property
    def compression(self) -> int: ...

    @property
    def saved_entries(self) -> int: ...

    def report(self) -> TableReport: ...

class ParallelWriter:
    """Writes one file with any number of threads."""

    @staticmethod
    def create(path: str | os.PathLike[str], compression: int, memory_budget: int, reproducible: bool, checkpoint_bytes: int, checkpoint_milliseconds: int, fsync: bool, session: Session | None) -> ParallelWriter: ...

    def add_table(self, path: str, title: str, columns: Sequence[ColumnSpec], classes: Sequence[ClassSpec], format: Format, order: Order, cluster_bytes: int, cluster_entries: int, basket_bytes: int, projections: Sequence[ProjectionSpec], page_checksums: bool, hand_over: HandOver = HandOver.gathered, when_full: WhenFull = WhenFull.write_smaller, new_cycle: bool = False, compression: int | None = None) -> TableWriter: ...

    def finish(self, tree: TableWriter) -> None: ...

    def withdraw(self, tree: TableWriter, context: FillContext) -> None: ...

    @staticmethod
    def update(path: str | os.PathLike[str], compression: int | None, memory_budget: int, reproducible: bool, checkpoint_bytes: int, checkpoint_milliseconds: int, overwrite_leftovers: bool, fsync: bool, session: Session | None) -> ParallelWriter: ...

    def open_table(self, path: str, order: Order, cluster_bytes: int, cluster_entries: int, basket_bytes: int, hand_over: HandOver = HandOver.gathered, when_full: WhenFull = WhenFull.write_smaller) -> TableWriter: ...

    def keys(self, directory: str) -> list[tuple[str, int, str]]: ...

    def make_directory(self, path: str) -> None: ...

    def remove(self, path: str) -> None: ...

    @overload
    def put(self, path: str, value: Histogram) -> None: ...

    @overload
    def put(self, path: str, value: SparseHistogram) -> None: ...

    @overload
    def put(self, path: str, value: Graph) -> None: ...

    @overload
    def put(self, path: str, value: Efficiency) -> None: ...

    @overload
    def put(self, path: str, value: Function) -> None: ...

    @overload
    def put(self, path: str, value: StoredFit) -> None: ...

    @overload
    def put(self, path: str, value: str) -> None: ...

    def put_object(self, path: str, object: ColumnSpec, title: str, classes: Sequence[ClassSpec], buffers: Sequence[numpy.typing.NDArray[Any]]) -> None: ...

    @property
    def compression(self) -> int: ...

    @compression.setter
    def compression(self, arg: int, /) -> None: ...

    def checkpoint(self) -> None: ...

    def close(self) -> None: ...

    def trace(self, recorder: TraceRecorder | None) -> None: ...

    def status(self) -> WriterStatus: ...

    @property
    def size(self) -> int: ...

    @property
    def memory_peak(self) -> int: ...

class ProcessState(enum.Enum):
    """The state of a process that joined."""

    running = 0

    left = 1

    died = 2

class ProcessReport:
    """The report of a process that joined."""

    @property
    def number(self) -> int: ...

    @property
    def pid(self) -> int: ...

    @property
    def state(self) -> ProcessState: ...

    @property
    def entries(self) -> int: ...

    @property
    def clusters(self) -> int: ...

    @property
    def open_sequences(self) -> list[int]: ...

def share(writer: ParallelWriter, counters: object | None) -> bytes: ...

def processes(writer: ParallelWriter) -> list[ProcessReport]: ...

def counters_for(trees: int) -> int: ...

class JoinedWriter:
    """Fills the trees of a file that another process owns."""

    @staticmethod
    def join(handle: bytes, memory_budget: int | None, session: Session | None, counters: object | None) -> JoinedWriter: ...

    def names(self) -> list[str]: ...

    def tree(self, arg: str, /) -> TableWriter: ...

    def trace(self, recorder: TraceRecorder) -> None: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...

    @property
    def number(self) -> int: ...

class RecoveredTable:
    """A tree or ntuple that was recovered."""

    @property
    def path(self) -> str: ...

    @property
    def class_name(self) -> str: ...

    @property
    def entries(self) -> int: ...

    @property
    def saved_entries(self) -> int: ...

    @property
    def clusters(self) -> int: ...

    @property
    def lost_entries(self) -> int: ...

    @property
    def lost_clusters(self) -> int: ...

class LostThing:
    """Something that could not be recovered."""

    @property
    def place(self) -> str: ...

    @property
    def reason(self) -> str: ...

class RecoverReport:
    """The result of a recovery."""

    @property
    def problem(self) -> str: ...

    @property
    def tables(self) -> list[RecoveredTable]: ...

    @property
    def objects(self, /) -> list[str]: ...

    @property
    def lost(self) -> list[LostThing]: ...

    @property
    def skipped_bytes(self) -> int: ...

class Finding:
    """One finding of a check."""

    @property
    def place(self) -> str: ...

    @property
    def message(self) -> str: ...

class CheckReport:
    """The result of a check: counts of what was read, and findings."""

    @property
    def name(self) -> str: ...

    @property
    def is_opened(self) -> bool: ...

    @property
    def is_sound(self) -> bool: ...

    @property
    def records(self) -> int: ...

    @property
    def objects(self) -> int: ...

    @property
    def tables(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def pieces(self) -> int: ...

    @property
    def damage(self) -> list[Finding]: ...

    @property
    def not_checked(self) -> list[Finding]: ...

    @property
    def remarks(self) -> list[Finding]: ...

def recover(session: Session, path: str | os.PathLike[str], output: str | os.PathLike[str], like: str, max_memory: int) -> RecoverReport: ...

def check(session: Session, path: str | os.PathLike[str], max_memory: int) -> CheckReport: ...

class WriteProfile:
    """Compressions of columns, and the size of clusters."""

    @staticmethod
    def make(arg0: str, arg1: Mapping[str, str], arg2: int, /) -> WriteProfile: ...

    @staticmethod
    def read(arg: str, /) -> WriteProfile: ...

    @property
    def compression(self) -> str: ...

    @property
    def columns(self, /) -> dict[str, str]: ...

    @property
    def cluster_bytes(self) -> int: ...

    def to_json(self) -> str: ...

class Way:
    """A way of writing a table, and its costs."""

    @property
    def name(self) -> str: ...

    @property
    def profile(self) -> WriteProfile: ...

    @property
    def compressions(self) -> str: ...

    @property
    def predicted(self, /) -> tuple[float, float, float]: ...

    @property
    def measured(self, /) -> tuple[float, float, float] | None: ...

    @property
    def spread(self, /) -> tuple[float, float, float]: ...

class Tuning:
    """What tune finds."""

    @property
    def table(self) -> str: ...

    @property
    def entries(self) -> int: ...

    @property
    def sample_entries(self) -> int: ...

    @property
    def ways(self) -> int: ...

    @property
    def front(self) -> list[Way]: ...

    @property
    def named(self) -> list[Way]: ...

def tune(arg0: Session, arg1: Sequence[str], arg2: str, arg3: Sequence[str], arg4: str, arg5: str, arg6: int, arg7: int, arg8: float, arg9: float, /) -> Tuning: ...

class FileContrast:
    """Something in which two files differ."""

    @property
    def kind(self) -> str: ...

    @property
    def path(self) -> str: ...

    @property
    def part(self) -> str: ...

    @property
    def left(self) -> str: ...

    @property
    def right(self) -> str: ...

    @property
    def entry(self) -> int | None: ...

    @property
    def count(self) -> int: ...

class CompareReport:
    """In what two files differ."""

    @property
    def contrasts(self) -> list[FileContrast]: ...

    @property
    def objects(self) -> int: ...

    @property
    def entries(self) -> int: ...

    def to_text(self) -> str: ...

def compare_files(session: Session, left: str, right: str, reads_values: bool, tolerance: float, max_memory: int) -> CompareReport: ...

class OnTaken(enum.Enum):
    """What to do when there is an object of that name."""

    new_cycle = 0

    replace = 1

    fail = 2

class EditedKey:
    """A key that was copied, moved, removed or made."""

    @property
    def origin(self) -> str: ...

    @property
    def target(self) -> str: ...

    @property
    def class_name(self) -> str: ...

class KeyOptions:
    """Options of changes to the keys of files."""

def key_options(is_recursive: bool, on_taken: OnTaken, is_recreated: bool, has_parents: bool, compression: int | None, is_reproducible: bool, overwrite_leftovers: bool) -> KeyOptions: ...

def copy_keys(session: Session, sources: Sequence[str], target: str, options: KeyOptions) -> list[EditedKey]: ...

def move_keys(session: Session, sources: Sequence[str], target: str, options: KeyOptions) -> list[EditedKey]: ...

def remove_keys(session: Session, places: Sequence[str], options: KeyOptions) -> list[EditedKey]: ...

def make_directories(session: Session, places: Sequence[str], options: KeyOptions) -> list[EditedKey]: ...

class OnDifference(enum.Enum):
    """What to do when inputs differ so that data would be lost."""

    refuse = 0

    skip_file = 1

    split = 2

class OnMissingColumn(enum.Enum):
    """What to do with columns that not all inputs have."""

    refuse = 0

    drop = 1

    fill = 2

    flag = 3

class OnOtherType(enum.Enum):
    """What to do with columns of different types."""

    refuse = 0

    convert = 1

class OnBadInput(enum.Enum):
    """What to do with an input that cannot be read."""

    stop = 0

    skip = 1

    recover = 2

class OnExistingOutput(enum.Enum):
    """What to do when the output exists."""

    fail = 0

    replace = 1

    append = 2

class MergeVerify(enum.Enum):
    """What of the output is compared with the inputs."""

    counts = 0

    bytes = 1

    values = 2

class MergeRule(enum.Enum):
    """How objects of a class become one."""

    same = 1

    first = 2

    last = 3

    all = 4

    distinct = 5

    leave_out = 6

    promote = 7

class PlannedRun:
    """Trees or ntuples of consecutive files that are joined in one way."""

    @property
    def way(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def input(self) -> int: ...

    @property
    def inputs(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def clusters(self) -> int: ...

    @property
    def bytes(self) -> int: ...

class PlannedObject:
    """What happens to the objects of one path."""

    @property
    def path(self) -> str: ...

    @property
    def class_name(self) -> str: ...

    @property
    def way(self) -> str: ...

    @property
    def inputs(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def lost_entries(self) -> int: ...

    @property
    def clusters(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def kept_branches(self) -> int: ...

    @property
    def runs(self) -> list[PlannedRun]: ...

class Difference:
    """Something in which the inputs of a merge differ."""

    @property
    def kind(self) -> str: ...

    @property
    def path(self) -> str: ...

    @property
    def part(self) -> str: ...

    @property
    def message(self) -> str: ...

    @property
    def input(self) -> int: ...

    @property
    def inputs(self) -> int: ...

    @property
    def entries(self) -> int: ...

    @property
    def is_loss(self) -> bool: ...

    @property
    def is_accepted(self) -> bool: ...

class OutputFile:
    """A file that a merge writes."""

    @property
    def path(self) -> str: ...

    @property
    def inputs(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def entries(self) -> list[tuple[str, int]]: ...

class MergePlan:
    """What a merge does."""

    @property
    def inputs(self) -> list[str]: ...

    @property
    def skipped(self) -> list[int]: ...

    @property
    def input_bytes(self) -> int: ...

    @property
    def objects(self) -> list[PlannedObject]: ...

    @property
    def differences(self) -> list[Difference]: ...

    @property
    def files(self) -> list[OutputFile]: ...

    @property
    def estimated_seconds(self) -> float: ...

    @property
    def estimated_memory(self) -> int: ...

    @property
    def loses_data(self) -> bool: ...

    def to_text(self) -> str: ...

    def to_html(self) -> str: ...

class MergeReport:
    """What a merge did."""

    @property
    def plan(self) -> MergePlan: ...

    @property
    def is_written(self) -> bool: ...

    @property
    def output_bytes(self) -> int: ...

    @property
    def resumed_bytes(self) -> int: ...

    @property
    def discarded(self) -> str: ...

class MergeOptions:
    """Options of a merge."""

def merge_options(on_difference: OnDifference, on_missing_column: OnMissingColumn, on_other_type: OnOtherType, on_bad_input: OnBadInput, on_existing: OnExistingOutput, rules: Sequence[tuple[str, MergeRule]], compression: int | None, is_reproducible: bool, max_memory: int, is_resumed: bool, verify: MergeVerify) -> MergeOptions: ...

class OnOtherCompression(enum.Enum):
    """What to do with entries that have other compression."""

    keep = 0

    pack_anew = 1

class Gather(enum.Enum):
    """When entries of small baskets are gathered in larger ones."""

    small = 0

    never = 1

    always = 2

class InputOrder(enum.Enum):
    """In which order files are merged."""

    given = 0

    natural = 1

    columns = 2

class OnOtherMetadata(enum.Enum):
    """What to do with user info, aliases and friends that differ."""

    refuse = 0

    first = 1

    join = 2

def set_table_changes(options: MergeOptions, on_other_metadata: OnOtherMetadata, changed: Sequence[str], keep: Sequence[str], drop: Sequence[str], definitions: Sequence[tuple[str, str]], where: Sequence[str], format: Format | None) -> None: ...

def set_table_options(options: MergeOptions, on_other_compression: OnOtherCompression, gather: Gather, cluster_bytes: int | None, order: InputOrder, order_columns: Sequence[str], max_size: int | None) -> None: ...

def files_of(text: str) -> list[str]:
    """
    The files that match a pattern, or the text itself if it is none, or matches none.
    """

def merge(session: Session, inputs: Sequence[str], output: str | os.PathLike[str] | None, options: MergeOptions) -> MergeReport: ...

class LeftOutFile:
    """What of a file was left out."""

    @property
    def file(self) -> str: ...

    @property
    def difference(self) -> Difference: ...

    @property
    def is_refused(self) -> bool: ...

class LiveReport:
    """What a live merge has done."""

    @property
    def files(self) -> int: ...

    @property
    def input_bytes(self) -> int: ...

    @property
    def checkpoints(self) -> int: ...

    @property
    def output_bytes(self) -> int: ...

    @property
    def left_out(self) -> list[LeftOutFile]: ...

class LiveOptions:
    """Options of a live merge."""

def live_options(on_difference: OnDifference, on_bad_input: OnBadInput, existing: str, rules: Sequence[tuple[str, MergeRule]], compression: int | None, is_reproducible: bool, is_resumed: bool, checkpoint_bytes: int, checkpoint_files: int, max_memory: int, gather: Gather, cluster_bytes: int | None, on_other_metadata: OnOtherMetadata) -> LiveOptions: ...

class LiveMerge:
    """Merges files into one as they are finished."""

    def __init__(self, session: Session, output: str | os.PathLike[str], options: LiveOptions) -> None: ...

    def add_path(self, path: str | os.PathLike[str]) -> bool: ...

    def add_bytes(self, contents: bytes, name: str) -> None: ...

    def checkpoint(self) -> LiveReport: ...

    def finish(self) -> LiveReport: ...

    def report(self) -> LiveReport: ...
