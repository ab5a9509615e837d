#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/array_builder.hpp"
#include "ramet/array/type.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/expr/language.hpp"
#include "ramet/frame/action.hpp"
#include "ramet/frame/actions/graph.hpp"
#include "ramet/frame/actions/numbers.hpp"
#include "ramet/frame/actions/reductions.hpp"
#include "ramet/frame/actions/snapshot.hpp"
#include "ramet/frame/booked.hpp"
#include "ramet/frame/callables.hpp"
#include "ramet/frame/function.hpp"
#include "ramet/frame/source.hpp"
#include "ramet/frame/sources/samples.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/binned/sparse_histogram.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::frame {

/// An expression: a text, and if it is not the frame's, its language. Threads: a value.
struct Expression {
  Expression(std::string of) : text(std::move(of)) {}  // NOLINT(google-explicit-constructor): stands in for the text
  Expression(const char* of) : text(of) {}             // NOLINT(google-explicit-constructor)
  Expression(std::string of, expr::Language in) : text(std::move(of)), language(in) {}

  std::string text;
  std::optional<expr::Language> language = {};
};

namespace internal {
class Root;
struct Definition;
struct Node;
}  // namespace internal

/// Options of a frame. Threads: a value that shares.
struct FrameOptions {
  expr::Language language = expr::Language::cpp;  ///< of expressions without a language of their own
  std::uint64_t seed = 0;                         ///< seed of random numbers
  std::vector<std::string> random_key = {};       ///< columns that identify an event (expr::Scope::random_key)
  std::vector<Sample> samples = {};               ///< metadata of each file, or empty
  std::string origin = {};                 ///< how other processes make the source (docs/format/plans.md), or empty
  std::shared_ptr<const void> owner = {};  ///< kept alive by the frame
};

/// A column of a frame. Threads: a value.
struct FrameColumn {
  enum class Kind : std::uint8_t { source, defined, alias };
  std::string name;
  array::Type type;
  std::string type_name;     ///< type in the file, for columns of the source; otherwise empty
  std::string counter = {};  ///< branch that counts the values of a tree's list (dataset::Column), also if redefined
  dataset::PackedNumbers packed = {};  ///< of columns of the source
  bool is_nested = false;              ///< whether its values are part of another column
  Kind kind = Kind::source;
};

/// A dataframe: the columns of a tree, ntuple or dataset, with definitions, filters and variations added step by step.
/// Each verb returns a new frame and computes nothing. Mistakes in an expression are thrown at once, with their place
/// in the text. Results are booked; asking for one of them computes all that are booked on the source, in one pass on
/// all threads of the executor. The bits of a result do not depend on the number of threads. Threads: a value that
/// shares; const-safe.
class Frame {
 public:
  /// A frame of all entries of a source. The executor must outlive it. Throws Error(misuse) if the number of samples
  /// differs from the number of files.
  Frame(Source source, schedule::Executor& executor, FrameOptions options = {});
  /// A frame without a source: `entries` entries and no columns. Definitions may use rdfentry_ and random numbers.
  static Frame of_entries(std::uint64_t entries, schedule::Executor& executor, FrameOptions options = {});

  /// Define a column by an expression. Throws Error(misuse) for a wrong expression, and for a name that exists already
  /// or is not an identifier.
  Frame define(const std::string& name, const Expression& expression) const;
  /// Define a column by a function of batches of columns, which returns values of the type.
  Frame define(const std::string& name, std::shared_ptr<const BatchFunction> function,
               const std::vector<std::string>& columns, array::Type type) const;
  /// Define a column by a C++ callable, called for each entry, from many threads. Its arguments are numbers,
  /// std::string_view, or std::span<const Number> for lists; it returns any type that a column can have
  /// (array::ValueColumn). Throws Error(misuse) if an argument's type differs from its column's.
  template <EntryCallable Callable>
  Frame define(const std::string& name, Callable callable, const std::vector<std::string>& columns) const {
    using Function = EntryFunction<Callable>;
    require_types(name, columns, Function::taken());
    return define(name, std::make_shared<Function>(std::move(callable)), columns, Function::returned());
  }
  /// Replace the values of a column. The expression may use the old ones. Throws Error(misuse) if there is no such
  /// column, if it is varied, or for the other name of a column (`alias`).
  Frame redefine(const std::string& name, const Expression& expression) const;
  Frame redefine(const std::string& name, std::shared_ptr<const BatchFunction> function,
                 const std::vector<std::string>& columns, array::Type type) const;
  template <EntryCallable Callable>
  Frame redefine(const std::string& name, Callable callable, const std::vector<std::string>& columns) const {
    using Function = EntryFunction<Callable>;
    require_types(name, columns, Function::taken());
    return redefine(name, std::make_shared<Function>(std::move(callable)), columns, Function::returned());
  }
  /// Add another name for a column, also for what it is redefined or varied to later. Throws as `define`, and
  /// Error(not_found).
  Frame alias(const std::string& name, const std::string& of) const;
  /// Define a column with one value per sample, by an expression that may use rdfsampleinfo_.
  Frame define_per_sample(const std::string& name, const std::string& text) const;
  /// The same by a function, which returns an array of one value for each sample, always of the same type.
  using SampleFunction = std::function<array::Array(const Sample&)>;
  Frame define_per_sample(const std::string& name, SampleFunction function) const;
  /// The same by a C++ callable, which is called with each `const Sample&` and returns any type that a column can have.
  template <std::invocable<const Sample&> Callable>
  Frame define_per_sample(const std::string& name, Callable callable) const {
    using Value = std::remove_cvref_t<std::invoke_result_t<const Callable&, const Sample&>>;
    return define_per_sample(name, SampleFunction([callable = std::move(callable)](const Sample& sample) {
                               array::ArrayBuilder value(array::ValueColumn<Value>::type());
                               array::ValueColumn<Value>::append(value, callable(sample));
                               return std::move(value).finish();
                             }));
  }
  /// Set the value of a column for entries in which it is missing: its file lacks the column, or a friend has no
  /// matching entry. Throws Error(misuse) unless `value` is one value of the column's type.
  Frame default_value_for(const std::string& column, array::Array value) const;

  /// Keep the entries for which the expression is true. Named filters are counted (`filters`).
  Frame filter(const Expression& expression, const std::string& name = {}) const;
  /// Keep the entries for which a C++ callable returns true. Arguments as for `define`.
  template <EntryCallable Callable>
  Frame filter(Callable callable, const std::vector<std::string>& columns, const std::string& name = {}) const {
    using Function = EntryFunction<Callable>;
    static_assert(std::same_as<typename Function::Returned, bool>, "a filter returns bool");
    require_types(name.empty() ? "filter" : name, columns, Function::taken());
    return filter(std::make_shared<Function>(std::move(callable)), columns, name);
  }
  Frame filter(std::shared_ptr<const BatchFunction> function, const std::vector<std::string>& columns,
               const std::string& name = {}) const;
  /// Keep the entries that have the column, or the entries that lack it.
  Frame filter_available(const std::string& column) const;
  Frame filter_missing(const std::string& column) const;
  /// Keep every `step`-th of the entries that reach this point, from the one numbered `first` up to `last`, exclusive;
  /// 0 means all. Throws Error(misuse) if `last` is not above `first`, and for a step of 0.
  Frame range(std::uint64_t first, std::uint64_t last, std::uint64_t step = 1) const;
  /// Keep the first `last` entries that reach this point.
  Frame range(std::uint64_t last) const { return range(0, last); }

  /// Vary columns: the expression returns a list with a value for each tag, or for several columns a list of such
  /// lists. Results then have a variation "name:tag" for each tag (Booked::varied). Throws Error(misuse) for wrong
  /// expressions, and for values whose type differs from the column's.
  Frame vary(const std::vector<std::string>& columns, const Expression& expression,
             const std::vector<std::string>& tags, const std::string& name) const;
  /// The same by a function of batches of the columns' nominal values; it returns lists of the type.
  Frame vary(const std::vector<std::string>& columns, std::shared_ptr<const BatchFunction> function,
             const std::vector<std::string>& arguments, array::Type type, const std::vector<std::string>& tags,
             const std::string& name) const;
  /// The same by a C++ callable with arguments as for `define`. It returns a std::vector or std::array with a value for
  /// each tag, or for several columns a vector or array of these.
  template <EntryCallable Callable>
  Frame vary(const std::vector<std::string>& columns, Callable callable, const std::vector<std::string>& arguments,
             const std::vector<std::string>& tags, const std::string& name) const {
    using Function = EntryFunction<Callable>;
    require_types("variation " + name, arguments, Function::taken());
    return vary(columns, std::make_shared<Function>(std::move(callable)), arguments, Function::returned(), tags, name);
  }

  /// Book a result of a column of numbers, or of lists of numbers, each element of which counts. A weight is a column;
  /// without one, all weights are 1. Throws as `book`.
  Result<std::uint64_t> count() const;
  Result<double> sum(const std::string& column) const;
  Result<double> mean(const std::string& column) const;
  Result<double> standard_deviation(const std::string& column) const;
  Result<double> min(const std::string& column) const;
  Result<double> max(const std::string& column) const;
  Result<NumberSums> stats(const std::string& column, std::optional<std::string> weight = {}) const;
  /// Book the values of columns, in order of entries.
  Result<std::vector<array::Array>> take(const std::vector<std::string>& columns) const;
  /// Book a histogram or profile with the axes of a model: a column for each axis; for a profile, then that averaged.
  Result<hist::Histogram> histogram(hist::Histogram model, const std::vector<std::string>& columns,
                                    std::optional<std::string> weight = {}) const;
  /// Book a histogram of one column with a regular axis.
  Result<hist::Histogram> histogram(const std::string& column, const hist::RegularAxis& axis,
                                    std::optional<std::string> weight = {}) const;
  /// Book the points of two columns, in order of entries; lists give a point for each element. Errors are columns of
  /// the same shape. Throws as `book`, and when it is read Error(misuse) for lists of different lengths.
  Result<hist::Graph> graph(const std::string& x, const std::string& y, const GraphErrors& errors = {}) const;
  /// Book a histogram that stores only the cells that are filled.
  Result<hist::SparseHistogram> sparse_histogram(hist::SparseHistogramParts model,
                                                 const std::vector<std::string>& columns,
                                                 std::optional<std::string> weight = {}) const;

  /// Book a reduction: all values of a column, or all elements of its lists, are combined two at a time, in order of
  /// entries, by a C++ callable such as `[](float a, float b) { return a + b; }`. The first value is combined with
  /// `initial`, which is the result if there are no values. The callable is called from many threads.
  template <EntryCallable Combine>
  auto reduce(Combine combine, const std::string& column,
              typename internal::CallableTypes<Combine>::Returned initial) const {
    using Value = std::remove_cvref_t<decltype(initial)>;
    if (type(column).kind != array::Kind::list) return reduced<Value, Value>(std::move(combine), column, initial);
    return reduced<Value, std::span<const Value>>(std::move(combine), column, initial);
  }
  /// Book an aggregation: `step(state, values...)` is called for each entry, from many threads, and changes the state
  /// or returns the next one. Each part of the entries has its own state, which begins as a copy of `initial`;
  /// `merge(one, other)` combines the states of neighbouring parts, in order of entries. Arguments of `step` as for
  /// `define`. Throws Error(misuse) if an argument's type differs from its column's.
  template <StepCallable Step, class Merge>
  Result<StateOf<Step>> aggregate(Step step, Merge merge, const std::vector<std::string>& columns,
                                  StateOf<Step> initial = {}) const {
    require_types("aggregate", columns, StepValues<Step>::types());
    using Made = AggregateAction<Step, Merge>;
    return {book(std::make_shared<Made>("aggregate", std::move(step), std::move(merge), columns, std::move(initial))),
            [](const Action& action) { return static_cast<const Made&>(action).state(); }};
  }
  /// Book a fold: one state, for which `step` is called entry by entry, in order, by one thread at a time. The columns
  /// are computed on all threads.
  template <StepCallable Step>
  Result<StateOf<Step>> fold(Step step, const std::vector<std::string>& columns, StateOf<Step> initial = {}) const {
    require_types("fold", columns, StepValues<Step>::types());
    using Made = FoldAction<Step>;
    return {book(std::make_shared<Made>(std::move(step), columns, std::move(initial))),
            [](const Action& action) { return static_cast<const Made&>(action).state(); }};
  }

  /// Book a table of the columns, written to a file when the run begins; also of their variations if `place` says so.
  Result<write::TableReport> snapshot(SnapshotPlace place, table::Schema schema,
                                      const std::vector<std::string>& columns) const;
  /// The same, stored as `stored_columns` says for the format of `place`; `name` may begin with a directory,
  /// "dir/Events". Of all columns if none are named (`columns_to_store`).
  Result<write::TableReport> snapshot(SnapshotPlace place, std::string name,
                                      std::vector<std::string> columns = {}) const;
  /// The same, as a tree in a new file, which replaces one that is there: `snapshot("skim.root", "Events", {"x",
  /// "y"})`.
  Result<write::TableReport> snapshot(const std::filesystem::path& file, std::string name,
                                      std::vector<std::string> columns = {}) const {
    return snapshot(SnapshotPlace{.path = file}, std::move(name), std::move(columns));
  }

  /// Book the result of an action. It is computed only while the returned value, or a copy of it, is held. Throws
  /// Error(not_found) for unknown columns, Error(misuse) for an action that would replace a file that is read, and as
  /// Action::check.
  [[nodiscard]] Booked book(std::shared_ptr<Action> action) const;
  /// Book the counts of the named filters between the source and this frame; for a frame without verbs, of all named
  /// filters on the source when it runs. With a weight, a column of numbers, also the sums of weights. Throws
  /// Error(not_found) for an unknown column, and Error(misuse) if the weight is defined after, or redefined between,
  /// the filters.
  Filters filters(const std::optional<std::string>& weight = {}) const;

  /// Book the first entries as a table of text; of all columns if none are named.
  Result<std::string> display(std::vector<std::string> columns = {}, std::uint64_t entries = 5) const;
  /// Its columns with their types, its filters and variations, as text.
  std::string describe() const;

  /// Compute columns now, and return a frame of their values in memory. Throws as Booked::run.
  Frame cache(const std::vector<std::string>& columns) const;

  /// Explain the next pass over the source, which computes all booked results; if none is booked, that of a count of
  /// this frame's entries. Lists definitions that nothing uses. Throws as Booked::explain.
  Explanation explain() const;

  /// The samples, in order of entries. Throws as Source::entries.
  std::vector<Sample> samples() const;
  /// All columns, those of the source first.
  std::vector<FrameColumn> columns() const;
  bool has_column(std::string_view name) const;
  /// The type of a column's values. Throws Error(not_found), with similar names.
  array::Type type(std::string_view name) const;
  /// The names of the filters between the source and this frame; "FilterAvailable", "FilterMissing" and "Unnamed
  /// Filter" for those without a name.
  std::vector<std::string> filter_names() const;
  /// The variations of its columns and entries, "name:tag", in the order of their names.
  std::vector<std::string> variations() const;
  schedule::Executor& executor() const noexcept;
  const Source& source() const noexcept;
  /// The number of entries of the source. Throws as Source::entries.
  std::uint64_t source_entries() const;

 private:
  explicit Frame(std::shared_ptr<const internal::Node> node) noexcept : node_(std::move(node)) {}
  Frame with_name(const std::string& name, std::shared_ptr<const internal::Definition> definition) const;
  Frame with_sample_values(const std::string& name, SampleFunction function,
                           const std::optional<std::string>& text) const;
  void require_variation(const std::vector<std::string>& columns, const std::vector<std::string>& tags,
                         const std::string& name) const;
  Frame varied(const std::vector<std::string>& columns, std::shared_ptr<const internal::Definition> lists,
               const std::vector<std::string>& tags, const std::string& name) const;
  Frame with_filter(std::shared_ptr<const internal::Definition> passes, const std::string& name) const;
  /// Book under a variation; marked columns keep their nominal values.
  Booked book(std::shared_ptr<Action> action, const std::string& variation, std::vector<std::uint8_t> is_nominal) const;
  Booked varied_snapshot(SnapshotPlace place, table::Schema schema, const std::vector<std::string>& columns) const;
  std::shared_ptr<const internal::Definition> expression(const std::string& name, const Expression& of) const;
  template <class Value, class Argument, class Combine>
  Result<Value> reduced(Combine combine, const std::string& column, Value initial) const {
    require_types("reduction", {column}, {ArgumentColumn<Argument>::type()});
    using Made = AggregateAction<ReduceStep<Value, Argument, Combine>, ReduceMerge<Value, Combine>>;
    using Step = ReduceStep<Value, Argument, Combine>;
    return {book(std::make_shared<Made>("reduction", Step{combine}, ReduceMerge<Value, Combine>{combine},
                                        std::vector{column}, std::nullopt, std::optional<Value>(initial))),
            [](const Action& action) { return static_cast<const Made&>(action).state().value(); }};
  }
  void require_types(const std::string& name, const std::vector<std::string>& columns,
                     const std::vector<array::Type>& taken) const;
  void require_unread(const std::filesystem::path& path) const;
  void require_new(const std::string& name) const;
  void require_known(const std::string& name) const;

  std::shared_ptr<const internal::Node> node_;
};

}  // namespace ramet::inline v1::frame
