#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ramet::inline v1::frame {

/// A column of the source that a stage is the first to need. Threads: a value.
struct ExplainedColumn {
  std::string name;
  std::string type;
  std::uint64_t entries = 0;  ///< that were unpacked; with Timing::of_steps
  std::uint64_t bytes = 0;    ///< of the values that were unpacked; with Timing::of_steps
};

/// A definition or a result. Threads: a value.
struct ExplainedStep {
  std::string name;                          ///< of a column, or what a result is called in messages
  std::string text = {};                     ///< an expression, or what a function or result takes
  std::string type = {};                     ///< of a definition
  std::vector<std::string> variations = {};  ///< it is computed for; the nominal one is ""
  std::size_t uses = 0;                      ///< definitions, filters and results that a definition is for
  bool is_function = false;                  ///< of the user's, and not an expression
  double seconds = 0;                        ///< of functions and results, all threads together; with Timing::of_steps
};

/// What is computed for the entries that certain filters keep. Threads: a value.
struct ExplainedStage {
  enum class Kind : std::uint8_t { source, filter, range };

  Kind kind = Kind::source;
  std::string name = {};       ///< of a filter that has one
  std::string text = {};       ///< the condition or the range; of the source, what is read
  std::string variation = {};  ///< under which it keeps other entries
  std::size_t above = 0;       ///< the stage whose entries it chooses from, which comes before it; of the source, 0
  std::vector<ExplainedColumn> columns = {};
  std::vector<ExplainedStep> definitions = {};  ///< each behind those that it needs
  std::vector<ExplainedStep> results = {};

  std::uint64_t reached = 0;  ///< entries that came to it; after a run
  std::uint64_t kept = 0;     ///< entries that it has; after a run
  /// All threads together, with Timing::of_steps: to unpack its columns and gather what it is given, to compute its
  /// definitions but for functions, and to choose its entries.
  double reading_seconds = 0;
  double computing_seconds = 0;
  double choosing_seconds = 0;
};

/// How results are computed in one pass: before a run or after it. Threads: a value.
struct Explanation {
  std::vector<ExplainedStage> stages = {};  ///< the first has all entries
  std::vector<std::string> unused = {};     ///< definitions that no result needs
  bool has_run = false;
  bool has_times = false;
  std::uint64_t entries = 0;  ///< that results have; after a run
  double seconds = 0;         ///< that the run took
  std::size_t threads = 0;    ///< that it could use
};

}  // namespace ramet::inline v1::frame
