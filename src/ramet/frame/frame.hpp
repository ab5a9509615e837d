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
  expr::Language language = expr::Language::cpp;  ///< of expressions that do not say theirs
  std::uint64_t seed = 0;                         ///< of random numbers
  std::vector<std::string> random_key = {};       ///< what they are functions of (expr::Scope::random_key)
  std::vector<Sample> samples = {};               ///< what is known of each file, if anything
  std::shared_ptr<const void> owner = {};         ///< kept as long as the frame
};

/// A column of a frame. Threads: a value.
struct FrameColumn {
  enum class Kind : std::uint8_t { source, defined, alias };
  std::string name;
  array::Type type;
  std::string type_name;     ///< of a source's column, as the file says it; else empty
  std::string counter = {};  ///< of a tree's list (dataset::Column)
  bool has_unsigned_counter = false;
  bool is_nested = false;  ///< its values are part of another column's
  Kind kind = Kind::source;
};

/// A table that is described step by step: columns of a tree, an ntuple or a dataset, definitions, filters. Verbs give
/// new frames and compute nothing; what is wrong with their expressions they throw at once, with the place in the text.
/// Results are booked with `book`, or with the functions of results.hpp, and all that is booked is computed in one
/// pass, on all threads of the executor, when the first is asked for. Any number of threads gives the same bits.
/// Threads: a value that shares; const-safe.
class Frame {
 public:
  /// A frame of all entries of a source. The executor must outlive it. Throws Error(misuse) for another number of
  /// samples than there are files.
  Frame(Source source, schedule::Executor& executor, FrameOptions options = {});
  /// A frame of so many entries without columns: definitions may use rdfentry_ and random numbers.
  static Frame of_entries(std::uint64_t entries, schedule::Executor& executor, FrameOptions options = {});

  /// Define a column by an expression. Throws Error(misuse) for what is wrong in it, and for a name that there is or
  /// that is no identifier.
  Frame define(const std::string& name, const Expression& expression) const;
  /// Define it by a function of columns, whose values are of the type.
  Frame define(const std::string& name, std::shared_ptr<const BatchFunction> function,
               const std::vector<std::string>& columns, array::Type type) const;
  /// Define it by a function of C++ that is called for each entry, from many threads: its arguments are numbers,
  /// std::string_view, or std::span<const Number> for lists, of the columns' types; it returns what a column can be
  /// made of (array::ValueColumn). Throws Error(misuse) for arguments of other types than the columns.
  template <EntryCallable Callable>
  Frame define(const std::string& name, Callable callable, const std::vector<std::string>& columns) const {
    using Function = EntryFunction<Callable>;
    require_types(name, columns, Function::taken());
    return define(name, std::make_shared<Function>(std::move(callable)), columns, Function::returned());
  }
  /// Give a column other values, of which the expression may use the former. Throws Error(misuse) for a name that there
  /// is not, and for a varied column.
  Frame redefine(const std::string& name, const Expression& expression) const;
  Frame redefine(const std::string& name, std::shared_ptr<const BatchFunction> function,
                 const std::vector<std::string>& columns, array::Type type) const;
  template <EntryCallable Callable>
  Frame redefine(const std::string& name, Callable callable, const std::vector<std::string>& columns) const {
    using Function = EntryFunction<Callable>;
    require_types(name, columns, Function::taken());
    return redefine(name, std::make_shared<Function>(std::move(callable)), columns, Function::returned());
  }
  /// Another name of a column. Throws as `define`, and Error(not_found).
  Frame alias(const std::string& name, const std::string& of) const;
  /// Define a column that has one value in each sample, by an expression with rdfsampleinfo_.
  Frame define_per_sample(const std::string& name, const std::string& text) const;
  /// Define it by a function that gives an array of one value for a sample, always of the same type.
  using SampleFunction = std::function<array::Array(const Sample&)>;
  Frame define_per_sample(const std::string& name, SampleFunction function) const;
  /// Define it by a function of C++ that is called with each `const Sample&`; it returns what a column can be made of.
  template <std::invocable<const Sample&> Callable>
  Frame define_per_sample(const std::string& name, Callable callable) const {
    using Value = std::remove_cvref_t<std::invoke_result_t<const Callable&, const Sample&>>;
    return define_per_sample(name, SampleFunction([callable = std::move(callable)](const Sample& sample) {
                               array::ArrayBuilder value(array::ValueColumn<Value>::type());
                               array::ValueColumn<Value>::append(value, callable(sample));
                               return std::move(value).finish();
                             }));
  }
  /// A value for the entries in which a column is missing: files lack it, or a friend has no partner. Throws
  /// Error(misuse) unless `value` has one value of the column's type.
  Frame default_value_for(const std::string& column, array::Array value) const;

  /// Keep the entries for which the expression, of type bool, is true. A filter with a name is counted (`filters`).
  Frame filter(const Expression& expression, const std::string& name = {}) const;
  /// Keep those for which a function of C++ returns true; all else as of `define`.
  template <EntryCallable Callable>
  Frame filter(Callable callable, const std::vector<std::string>& columns, const std::string& name = {}) const {
    using Function = EntryFunction<Callable>;
    static_assert(std::same_as<typename Function::Returned, bool>, "a filter returns bool");
    require_types(name.empty() ? "filter" : name, columns, Function::taken());
    return filter(std::make_shared<Function>(std::move(callable)), columns, name);
  }
  Frame filter(std::shared_ptr<const BatchFunction> function, const std::vector<std::string>& columns,
               const std::string& name = {}) const;
  /// Keep the entries that have the column, or those that lack it.
  Frame filter_available(const std::string& column) const;
  Frame filter_missing(const std::string& column) const;
  /// Keep, of the entries that come here, those with numbers first, first + step, ... below `last`; 0 is no end. Throws
  /// Error(misuse) for an end that is not behind the first one, and a step of 0.
  Frame range(std::uint64_t first, std::uint64_t last, std::uint64_t step = 1) const;
  /// Keep the first so many.
  Frame range(std::uint64_t last) const { return range(0, last); }

  /// Other values of columns: the expression gives a list of one value for each tag, for several columns a list of such
  /// lists. Results have a variation for each tag then, called "name:tag": Booked::varied. Throws Error(misuse), also
  /// for values of another type than the column's.
  Frame vary(const std::vector<std::string>& columns, const Expression& expression,
             const std::vector<std::string>& tags, const std::string& name) const;
  /// The lists are given by a function of columns, which are nominal in it; `type` is that of a list.
  Frame vary(const std::vector<std::string>& columns, std::shared_ptr<const BatchFunction> function,
             const std::vector<std::string>& arguments, array::Type type, const std::vector<std::string>& tags,
             const std::string& name) const;
  /// They are given by a function of C++, as of `define`: it returns a std::vector or std::array with a value for each
  /// tag, or for several columns one of such.
  template <EntryCallable Callable>
  Frame vary(const std::vector<std::string>& columns, Callable callable, const std::vector<std::string>& arguments,
             const std::vector<std::string>& tags, const std::string& name) const {
    using Function = EntryFunction<Callable>;
    require_types("variation " + name, arguments, Function::taken());
    return vary(columns, std::make_shared<Function>(std::move(callable)), arguments, Function::returned(), tags, name);
  }

  /// Results, which are computed when the first is asked for. Weights are columns; without one all are 1. Columns are
  /// numbers, or lists of numbers, of which each element counts. Throws as `book`.
  Result<std::uint64_t> count() const;
  Result<double> sum(const std::string& column) const;
  Result<double> mean(const std::string& column) const;
  Result<double> standard_deviation(const std::string& column) const;
  Result<double> min(const std::string& column) const;
  Result<double> max(const std::string& column) const;
  Result<NumberSums> stats(const std::string& column, std::optional<std::string> weight = {}) const;
  /// The values of columns, in order of entries.
  Result<std::vector<array::Array>> take(const std::vector<std::string>& columns) const;
  /// A histogram or profile of the model's axes: a column for each, then for a profile the heights.
  Result<hist::Histogram> histogram(hist::Histogram model, const std::vector<std::string>& columns,
                                    std::optional<std::string> weight = {}) const;
  /// A histogram of one column, of so many bins between two edges.
  Result<hist::Histogram> histogram(const std::string& column, const hist::RegularAxis& axis,
                                    std::optional<std::string> weight = {}) const;
  /// A histogram that keeps only cells which are filled.
  Result<hist::SparseHistogram> sparse_histogram(hist::SparseHistogramParts model,
                                                 const std::vector<std::string>& columns,
                                                 std::optional<std::string> weight = {}) const;

  /// All values of a column, combined two at a time in order of entries by a function of C++, as `[](float a, float b)
  /// { return a + b; }`; of lists, all elements. The first is combined with `initial`, which is all if there are none.
  /// The function is called from many threads, with values of the column's type.
  template <EntryCallable Combine>
  auto reduce(Combine combine, const std::string& column,
              typename internal::CallableTypes<Combine>::Returned initial) const {
    using Value = std::remove_cvref_t<decltype(initial)>;
    if (type(column).kind != array::Kind::list) return reduced<Value, Value>(std::move(combine), column, initial);
    return reduced<Value, std::span<const Value>>(std::move(combine), column, initial);
  }
  /// Take the values of columns into a state: `step(state, values...)`, called for each entry, from many threads,
  /// changes the state or returns the next one. Parts of the entries have states of their own, which begin as copies of
  /// `initial`; `merge(one, other)` gives that of two neighbours, in order of entries. The step's types are those of
  /// `define`. Throws Error(misuse) for columns of other types.
  template <StepCallable Step, class Merge>
  Result<StateOf<Step>> aggregate(Step step, Merge merge, const std::vector<std::string>& columns,
                                  StateOf<Step> initial = {}) const {
    require_types("aggregate", columns, StepValues<Step>::types());
    using Made = AggregateAction<Step, Merge>;
    return {book(std::make_shared<Made>("aggregate", std::move(step), std::move(merge), columns, std::move(initial))),
            [](const Action& action) { return static_cast<const Made&>(action).state(); }};
  }
  /// The same with one state and without merging: `step` is called for one entry after the other in their order, by one
  /// thread at a time. What it needs is computed on all threads.
  template <StepCallable Step>
  Result<StateOf<Step>> fold(Step step, const std::vector<std::string>& columns, StateOf<Step> initial = {}) const {
    require_types("fold", columns, StepValues<Step>::types());
    using Made = FoldAction<Step>;
    return {book(std::make_shared<Made>(std::move(step), columns, std::move(initial))),
            [](const Action& action) { return static_cast<const Made&>(action).state(); }};
  }

  /// What was written of the columns, as a table of this place; with their variations if it says so.
  Result<write::TableReport> snapshot(SnapshotPlace place, table::Schema schema,
                                      const std::vector<std::string>& columns) const;

  /// Book a result of an action; it is computed as long as somebody holds what is returned. Throws Error(not_found) for
  /// columns that there are not, Error(misuse) for an action that would replace a file which is read, and as
  /// Action::check.
  [[nodiscard]] Booked book(std::shared_ptr<Action> action) const;
  /// Count the entries of the named filters that lead here; of the source's own frame, before any verb, of all that
  /// there are when it runs. With a weight, a column of numbers, also sum the weights of the filters that there are
  /// now. Throws Error(not_found) without the column, and Error(misuse) for a weight that is not the same, or not
  /// there, before each of these filters.
  Filters filters(const std::optional<std::string>& weight = {}) const;

  /// A frame of the values of columns, which are computed now and kept in memory. Throws as Booked::run.
  Frame cache(const std::vector<std::string>& columns) const;

  /// How all results of the source that wait would be computed in one pass; if none waits, what a count of the entries
  /// here would take. Also names the definitions of this frame that nothing needs. Throws as Booked::explain.
  Explanation explain() const;

  /// What is known of its samples, in order of entries. Throws as Source::entries.
  std::vector<Sample> samples() const;
  /// The columns that there are, of the source first.
  std::vector<FrameColumn> columns() const;
  bool has_column(std::string_view name) const;
  /// The type of a column's values. Throws Error(not_found), with similar names.
  array::Type type(std::string_view name) const;
  /// The names of the filters that lead here; "Unnamed Filter" for those without.
  std::vector<std::string> filter_names() const;
  /// The variations of its columns and entries, "name:tag", in the order of their names.
  std::vector<std::string> variations() const;
  schedule::Executor& executor() const noexcept;
  const Source& source() const noexcept;
  /// The entries of the source. Throws as Source::entries.
  std::uint64_t source_entries() const;

 private:
  explicit Frame(std::shared_ptr<const internal::Node> node) noexcept : node_(std::move(node)) {}
  Frame with_name(const std::string& name, std::shared_ptr<const internal::Definition> definition) const;
  Frame with_sample_values(const std::string& name, SampleFunction function, const std::string& text) const;
  void require_variation(const std::vector<std::string>& columns, const std::vector<std::string>& tags,
                         const std::string& name) const;
  Frame varied(const std::vector<std::string>& columns, std::shared_ptr<const internal::Definition> lists,
               const std::vector<std::string>& tags, const std::string& name) const;
  Frame with_filter(std::shared_ptr<const internal::Definition> passes, const std::string& name) const;
  /// Under a variation; columns that are marked have their nominal values.
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
