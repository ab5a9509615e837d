#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ramet/compression/codec.hpp"
#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/merge/plan.hpp"
#include "ramet/merge/table_options.hpp"

namespace ramet::inline v1::merge {

/// What to do when inputs differ so that data would be lost.
enum class OnDifference {
  refuse,     ///< write nothing, and report all differences
  skip_file,  ///< leave out the trees and ntuples of an input that differ from those of the first, and report them
  split,      ///< tables that differ become tables of their own, "NAME_2" and so on; of other objects all are kept, as
              ///< cycles
};

/// What to do with columns of a table that not all inputs have.
enum class OnMissingColumn {
  refuse,  ///< as OnDifference says
  drop,    ///< leave them out
  fill,    ///< give entries without them 0, an empty text or an empty list
  flag,    ///< as `fill`, and add a column has_X of type bool for each such column X: whether the entry had it
};

/// What to do with columns that inputs store as different types.
enum class OnOtherType {
  refuse,   ///< as OnDifference says
  convert,  ///< give them the smallest type that has all values of each; refuse if there is none
};

/// What to do with an input that is missing, damaged, or changes while it is merged.
enum class OnBadInput {
  stop,     ///< throw
  skip,     ///< leave the whole file out, and report it
  recover,  ///< merge what recovery::recover finds in it, and report what is lost; leave it out if that is nothing
};

/// What to do when the output exists.
enum class OnExisting {
  fail,     ///< throw
  replace,  ///< replace it
  append,   ///< merge it too, as the first input; it stays as it was until the new file is complete
};

/// What to do with the output of a merge that was stopped or killed before it was complete.
enum class OnUnfinished {
  resume,   ///< go on with it if it is of the same inputs and options; else discard it, and say so in the report
  discard,  ///< begin anew
};

/// How much of the output is compared with the inputs before it gets its name. A difference is an Error(corrupt).
enum class Verify {
  counts,  ///< its size, the keys of all objects, and the entries of all tables
  bytes,   ///< also all baskets and pages that were moved
  values,  ///< also all values of columns, decoded
};

/// In which order inputs are merged.
enum class InputOrder {
  given,    ///< that of the caller
  natural,  ///< by name, with the numbers in names by their value: run2.root before run10.root
  columns,  ///< by the values of MergeOptions::order_columns in the first entry of each input
};

/// How objects of a class become one. Trees and ntuples are joined, unless they are left out.
enum class Rule {
  by_class,   ///< as the class demands: histograms are added, graphs appended, texts the same, others kept as cycles
  same,       ///< one, which must be the same in all inputs
  first,      ///< that of the first input that has it
  last,       ///< that of the last one
  all,        ///< one cycle for each input, as hadd
  distinct,   ///< one cycle for each different one
  leave_out,  ///< none
  promote,    ///< of TH1C, TH1S, TH1I, TH1F, and those of 2 and 3 axes: the sum as TH1D and so on, which has all counts
};

/// A rule for the objects of a class. Threads: a value.
struct ClassRule {
  std::string class_name;  ///< "*": of all classes that have no rule of their own and are not added or joined
  Rule rule = Rule::by_class;
};

/// Which objects are merged, by their names and those of the directories above them. Threads: a value.
struct NameFilter {
  enum class Kind {
    all,   ///< all objects
    skip,  ///< all but those of these names and in these directories
    only,  ///< only those
  };
  Kind kind = Kind::all;
  std::vector<std::string> names = {};
};

/// Options of a merge. Threads: a value.
// One that changes the output belongs into text_of (internal/safety/journal_plan.cpp), too.
struct MergeOptions {
  OnDifference on_difference = OnDifference::refuse;
  OnMissingColumn on_missing_column = OnMissingColumn::refuse;
  OnOtherType on_other_type = OnOtherType::refuse;
  OnBadInput on_bad_input = OnBadInput::stop;
  OnExisting on_existing = OnExisting::fail;
  InputOrder order = InputOrder::given;
  /// Of InputOrder::columns: of the first tree or ntuple that has them all. Inputs without it come last.
  std::vector<std::string> order_columns = {};
  std::vector<ClassRule> rules = {};
  NameFilter filter = {};
  std::optional<compression::Settings> compression = std::nullopt;  ///< by default the first input's
  TableOptions tables = {};
  bool reproducible = false;                            ///< fixed dates and UUIDs: the same inputs give the same bytes
  std::uint64_t max_memory = std::uint64_t{512} << 20;  ///< approximate limit
  OnUnfinished on_unfinished = OnUnfinished::resume;
  Verify verify = Verify::counts;
  /// The most bytes of an output file, about. What has more is split between inputs, and larger inputs at clusters: the
  /// tables of each are in one or some of the files "NAME.root", "NAME_1.root", "NAME_2.root", ..., and all other
  /// objects in the first. A file is larger if one cluster is, or the first by its objects; the report says so.
  std::optional<std::uint64_t> max_size = std::nullopt;
  StopToken stop = {};
  ProgressSink* progress = nullptr;  ///< is told the bytes of inputs that are done
};

/// What a merge did. Threads: a value.
struct MergeReport {
  MergePlan plan;
  bool is_written = false;          ///< false: refused, because of the differences in the plan; there is no output then
  std::uint64_t output_bytes = 0;   ///< of all files of the output
  std::uint64_t resumed_bytes = 0;  ///< that an earlier merge has written, which was stopped
  std::string discarded;            ///< why such a merge could not go on; empty if there was none, or it did
};

/// An input cannot be read or merged; all other errors are those of the output or of the call. Threads: immutable.
class InputError : public Error {
 public:
  InputError(ErrorKind kind, const std::string& what, std::size_t input) : Error(kind, what), input_(input) {}

  std::size_t input() const noexcept { return input_; }  ///< its number

 private:
  std::size_t input_;
};

/// An option does not fit to the inputs, as a table that they do not have. Threads: immutable.
class OptionError : public Error {
 public:
  using Error::Error;
};

/// Say what `merge` would do, without writing. Reads keys and the descriptions of tables; objects are compared only
/// while they are merged. Throws as merge.
MergePlan plan_merge(const dataset::Session& session, const std::vector<std::string>& inputs,
                     const MergeOptions& options = {});

/// Merge the objects, trees and ntuples of files into a new one, in the order that the options say. The output is
/// called "NAME.part" until it is complete, with a journal "NAME.part.journal" of what is done. When data would be lost
/// that the options do not give up, nothing is left of it. When the merge is stopped, killed, or the disk is full, both
/// files stay, and the next call with the same arguments goes on: what is there is not merged again, and the contents,
/// with `reproducible` the bytes, are the same as without the stop. The same inputs give the same contents for any
/// number of threads. Several files (MergeOptions::max_size) get their names when all are complete, the first at last.
/// Throws Error(misuse) without inputs, when a file of the output is one of them, exists, or is being written;
/// OptionError; InputError (file_missing, corrupt, unsupported, io), naming the input; Error(io); Error(cancelled).
MergeReport merge(const dataset::Session& session, const std::vector<std::string>& inputs,
                  const std::filesystem::path& output, const MergeOptions& options = {});

}  // namespace ramet::inline v1::merge
