"""Each result of a frame. docs/guides/computing/verbs_and_results.md shows this."""

# Says: 4 entries, mean 2.50 ± 0.65, weights 4.5
# Says: 175.0 1.0 4.0
# Says: [1. 2.] [[40.0, 30.0], [], [25.0], [60.0, 20.0]] ['x', 'Jet_pt'] 4 8.0
# Says: ['x', 'y'] 8 lines
# Says: [4.0, 4.5, 5.0, 4.0, 4.0, 5.0] 4
# Says: [6.5 4. ] (2, 2) [0. 2.] [2. 4. 6. 9.]
# Says: [0.  1.  0.5 2.  1. ] ['mu', 'e', 'tau'] [3.  0.5 1. ] [6.5 4. ]
# Says: 60.0 24.0 2.1333333333333333
# Says: 2
# Says: far       : pass=3          all=4          -- eff=75.00 % cumulative eff=75.00 %
# Says: negative  : pass=2          all=3          -- eff=66.67 % cumulative eff=50.00 % 0.6666666666666666
# Says: ['x', 'sum', 'Jet_pt'] ['x', 'Jet_pt', 'Jet_eta'] 3.0 4 4

import awkward as ak
import hist
import numpy as np
import ramet

frame = ramet.frame(
    {
        "x": [1.0, 2.0, 3.0, 4.0],
        "y": [2.0, 4.0, 6.0, 9.0],
        "error": [0.1, 0.2, 0.1, 0.3],
        "weight": [1.0, 0.5, 2.0, 1.0],
        "charge": [1, -1, 1, -1],
        "Jet_pt": [[40.0, 30.0], [], [25.0], [60.0, 20.0]],
        "Jet_eta": [[0.0, 1.0], [], [2.0], [-1.0, 0.0]],
        "trigger": ["mu", "e", "mu", "tau"],
    }
)

# docs: begin numbers
count = frame.count()
total, mean, spread = frame.sum("Jet_pt"), frame.mean("x"), frame.stddev("x")  # of lists, of all elements
low, high = frame.min("x"), frame.max("x")
everything = frame.stats("x", weight="weight")  # a dictionary
print(f"{count} entries, mean {mean:.2f} ± {spread / np.sqrt(count):.2f}, weights {everything['w']}")
# docs: end numbers
print(total, low, high)

# docs: begin values
x = frame.take("x")  # NumPy
jets = frame.take("Jet_pt", library="ak")  # or "pd"
table = frame.arrays(["x", "Jet_pt"])  # an ak.Array of records; library="np" a dictionary, "pd" a DataFrame
arrow = frame.to_arrow(["x", "Jet_pt"])  # a pyarrow.Table; pyarrow, polars and DuckDB take the frame itself, too
doubled = frame.take(frame["x"] * 2)  # results take expressions of columns, too
print(x[:2], jets.tolist(), table.fields, arrow.num_rows, doubled[-1])
first = frame.display(["x", "Jet_pt", "trigger"], rows=2)  # a table of text, for print(first)
in_memory = frame.filter("x > 1").cache(["x", "y"])  # a frame of what passes, computed now
# docs: end values
print(in_memory.columns, len(str(first).splitlines()), "lines")

# docs: begin histograms
automatic = frame.histo1d("x")  # 128 bins, whose range is found as TH1 finds it
regular = frame.histo1d("x", 10, (0, 5), weight="weight", label="x [cm]")
edges = frame.histo1d("Jet_pt", [0, 20, 30, 50, 100])  # each element is a fill
plane = frame.histo2d("x", "y", (5, [0, 3, 10]), ((0, 5), None))  # bins and bounds of each axis
space = frame.histo3d("x", "y", "charge", (5, 5, 2), ((0, 5), (0, 10), (-2, 2)))
more = frame.histo(["Jet_pt", "Jet_eta", "x", "y"], (5, 5, 5, 5), ((0, 100), (-3, 3), (0, 5), (0, 10)))
sparse = frame.sparse_histo(["x", "y"], (10_000, 10_000), ((0, 5), (0, 10)))  # keeps filled cells only
# docs: end histograms
print([float(one.values().sum()) for one in (automatic, regular, edges, plane, space, more)], len(sparse))

# docs: begin profiles
means = frame.profile1d("charge", "y", 2, (-2, 2))  # means of y in bins of the charge
of_cells = frame.profile2d("x", "charge", "y", (2, 2), ((0, 5), (-2, 2)), weight="weight")
spread_of_y = frame.profile(["charge"], "y", 2, (-2, 2), errors="s", between=(0, 8))
graph = frame.graph("x", "y", y_errors="error")  # or a pair of columns, of lower and upper errors
# docs: end profiles
print(means.values(), of_cells.values().shape, spread_of_y.errors(), graph.y)

# docs: begin fill
mine = ramet.Histogram(5, (0, 5), name="mine")
filled = frame.fill(mine, "x", weight="weight")  # a copy of mine with the fills added
by_name = frame.fill(hist.new.StrCat([], growth=True).Weight(), "trigger", weight="weight")  # of hist: this one
by_charge = frame.fill(hist.new.Reg(2, -2, 2).Mean(), "charge", sample="y")
# docs: end fill
print(filled.values(), list(by_name.axes[0]), by_name.values(), by_charge.values())

# docs: begin reductions
largest = frame.reduce(np.maximum, "Jet_pt")  # a ufunc takes batches, any other function two values
product = frame.reduce(lambda a, b: a * b, "x", 1.0)


def step(sums, x, y):  # arrays of many entries
    return sums + np.array([(x * y).sum(), (x * x).sum()])


slope = frame.aggregate(step, lambda one, other: one + other, ["x", "y"], np.zeros(2))


def gap(state, x):  # one state, batches in order of entries
    last, largest = state
    return x[-1], max(largest, np.diff(x, prepend=last).max())


last, largest_gap = frame.fold(gap, "x", (0.0, 0.0))
# docs: end reductions
print(largest, product, slope[0] / slope[1])


# docs: begin action
class Busiest:
    """The entry with the most jets."""

    def partial(self):  # the state of a part of the entries
        return [-1]

    def add(self, state, arrays, count):  # a batch of columns
        (jets,) = arrays
        state[0] = max(state[0], int(ak.max(ak.num(jets))))

    def finish(self, states):  # of all parts, in order of entries
        return max(state[0] for state in states)


most = frame.book(Busiest(), ["Jet_pt"], library="ak")  # or "np", "pd"
# docs: end action
print(most)

# docs: begin report
selected = frame.filter("x > 1", name="far").filter("charge < 0", name="negative")
report = selected.report()
print(report, report["negative"].efficiency)
# docs: end report

# docs: begin snapshot
chosen = frame.define("sum", "x + y")
tree = chosen.filter("x > 1").snapshot("skim.root", "Events", ["x", "sum", "Jet_pt"])
ntuple = chosen.snapshot("all.root", "Events", "x|Jet_.*", format="rntuple", compression="lz4")
ramet.run(tree, ntuple)  # both in one pass
again = tree.histo1d("sum", 10, (0, 20))  # the value of a snapshot is a frame of what was written
more_trees = chosen.snapshot("skim.root", "dir/More", ["x"], update=True)
parquet = chosen.snapshot("all.parquet", columns=["x", "Jet_pt"])  # a frame of it reads it into memory
# docs: end snapshot
print(tree.columns, ntuple.columns, again.num_entries, more_trees.count(), parquet.count())
