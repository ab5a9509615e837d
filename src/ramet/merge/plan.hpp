#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ramet::inline v1::merge {

/// What is done with the objects of one path.
enum class Way {
  move,     ///< stored baskets or pages are copied, one input after the other; nothing is unpacked
  pack,     ///< baskets or pages are unpacked and get other compression
  gather,   ///< the entries of many baskets or pages are packed in larger ones; values are not decoded
  rewrite,  ///< entries are read and written again, because the inputs store them differently
  sum,      ///< numbers are added, as the class demands
  append,   ///< points are appended
  join,     ///< members of lists are joined by their names
  one,      ///< written once
  cycles,   ///< a cycle for each input that has a different one
  leave,    ///< left out, by rule
  refuse,   ///< cannot be merged without a loss
};

/// The way as a word.
std::string_view to_string(Way way) noexcept;

/// In what inputs differ.
enum class DifferenceKind {
  missing_column,  ///< an input lacks a branch or field
  extra_column,    ///< an input has one more
  column_type,     ///< it is stored as another type
  object_class,    ///< objects of one path have different classes
  axes,            ///< histograms whose bins do not fit together
  overflow,        ///< a sum that its class cannot hold
  contents,        ///< objects that should be the same
  metadata,        ///< user info or index of a tree
  layout,          ///< two layouts of one version of a class
  references,      ///< references between objects (TRef) of several files
  storage,         ///< something that is not copied between files yet
  bad_input,       ///< a file that cannot be read
  size,            ///< an output file becomes larger than MergeOptions::max_size
};

/// The kind as a word.
std::string_view to_string(DifferenceKind kind) noexcept;

/// Something in which inputs differ, and what that means for the output. Equal ones of several inputs are counted.
/// Threads: a value.
struct Difference {
  DifferenceKind kind = DifferenceKind::contents;
  std::string path;           ///< of the object
  std::string part;           ///< branch, field or axis; may be empty
  std::string message;        ///< what is where
  std::size_t input = 0;      ///< the first input that differs
  std::uint64_t inputs = 1;   ///< how many do
  std::uint64_t entries = 0;  ///< of a table: the entries of these inputs
  bool is_loss = true;        ///< whether data would be lost; otherwise it is a remark
  bool is_accepted = false;   ///< whether the options allow it
};

/// The trees or ntuples of consecutive inputs, with all their clusters, that get into the output in one way. Threads: a
/// value.
struct PlannedRun {
  Way way = Way::move;
  std::string reason;        ///< why, for people
  std::size_t input = 0;     ///< the first one
  std::uint64_t inputs = 0;  ///< how many there are
  std::uint64_t entries = 0;
  std::uint64_t clusters = 0;
  std::uint64_t bytes = 0;  ///< as stored
};

/// What happens to the objects of one path. Threads: a value.
struct PlannedObject {
  std::string path;
  std::string class_name;
  Way way = Way::one;              ///< of a table whose runs have several ways: that of most bytes
  std::uint64_t inputs = 0;        ///< that have it
  std::uint64_t entries = 0;       ///< of a table, in all inputs
  std::uint64_t lost_entries = 0;  ///< entries that the options leave out
  std::uint64_t clusters = 0;
  std::uint64_t bytes = 0;            ///< as stored
  std::uint64_t kept_branches = 0;    ///< of Way::gather: branches of objects, whose baskets stay as they are
  std::vector<PlannedRun> runs = {};  ///< of a table: in the order of its entries, without inputs that lack it
};

/// Whether it is a tree or an ntuple.
bool is_table(const PlannedObject& object) noexcept;

/// A tree or ntuple in a file of the output. Threads: a value.
struct OutputTable {
  std::string path;
  std::uint64_t entries = 0;
};

/// A file of the output. Threads: a value.
struct OutputFile {
  std::string path;          ///< empty in a plan that is not carried out
  std::uint64_t inputs = 0;  ///< whose tables are in it
  std::uint64_t bytes = 0;   ///< its size; in a plan, about
  std::vector<OutputTable> tables;
};

/// What a merge will do, or has done. Threads: a value.
struct MergePlan {
  std::vector<std::string> inputs;   ///< as they were named, of URLs without what is secret
  std::vector<std::size_t> skipped;  ///< inputs that are left out, by number
  std::uint64_t input_bytes = 0;
  std::vector<PlannedObject> objects;  ///< in the order of the output
  std::vector<Difference> differences;
  std::vector<OutputFile> files =
      {};  ///< in the order of their entries; one, unless MergeOptions::max_size asks for more
  std::vector<std::string> unused_rules = {};  ///< classes with a rule of which the inputs have no object
  double estimated_seconds = 0;        ///< that the merge takes, with warm files on a local disk, within a factor of 3
  std::uint64_t estimated_memory = 0;  ///< bytes that it needs at its peak, about

  /// Whether data would be lost that the options do not give up.
  bool loses_data() const noexcept;
};

/// The plan as text for people: a line for each kind of object, tables one by one with their first runs, then all
/// differences.
std::string to_text(const MergePlan& plan);

}  // namespace ramet::inline v1::merge
