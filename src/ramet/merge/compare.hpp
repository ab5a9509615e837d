#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/dataset/session.hpp"

namespace ramet::inline v1::merge {

/// In what two files differ.
enum class Contrast {
  only_left,     ///< an object or directory that the right one lacks
  only_right,    ///< one that the left one lacks
  class_name,    ///< objects of other classes
  title,         ///< the titles of their keys
  column,        ///< a branch or field that only one of them has
  type,          ///< one of another type
  entries,       ///< another number of entries
  values,        ///< other values in a column or member
  contents,      ///< other bytes, in an object whose class is not known or that cannot be read as a whole
  not_compared,  ///< a column that cannot be read, so that nothing is known
};

/// The contrast as a word.
std::string_view to_string(Contrast contrast) noexcept;

/// Something in which two files differ. Threads: a value.
struct FileContrast {
  Contrast kind = Contrast::values;
  std::string path;        ///< of the object
  std::string part = {};   ///< the column or member
  std::string left = {};   ///< what is there: a class, a type, a number of entries, a value
  std::string right = {};  ///< likewise
  std::optional<std::uint64_t>
      entry;                ///< of a column: the first entry that differs; of a list of numbers: the first one
  std::uint64_t count = 1;  ///< how many entries or numbers differ
};

/// Options of a comparison. Threads: a value.
struct CompareOptions {
  bool reads_values = true;  ///< otherwise only names, classes, titles, columns, types and numbers of entries
  double tolerance = 0;      ///< relative: floating-point values that differ by less are the same
  std::uint64_t max_memory = std::uint64_t{512} << 20;  ///< approximate limit for columns that are read at one time
  StopToken stop = {};
  ProgressSink* progress = nullptr;  ///< is told entries that were compared
};

/// What was compared. Threads: a value.
struct CompareReport {
  std::vector<FileContrast> contrasts;  ///< sorted by path, columns as on the left
  std::uint64_t objects = 0;            ///< that both have
  std::uint64_t entries = 0;            ///< of tables that both have

  bool is_same() const noexcept { return contrasts.empty(); }
};

/// Compare the newest cycles of all objects in two files, or in two directories, or two objects: "FILE[:PATH]". Entries
/// of trees and ntuples are compared value by value, part by part on all threads; other objects by their bytes, and
/// where these differ by their members. NaN is the same as NaN. Dates, cycles, UUIDs, compression and the sizes of
/// baskets, pages and clusters are not compared. The report does not depend on the number of threads. Throws
/// Error(not_found), Error(corrupt), naming the file, Error(misuse) for an object and a directory, Error(cancelled).
CompareReport compare(const dataset::Session& session, const std::string& left, const std::string& right,
                      const CompareOptions& options = {});

/// The report as text, a line for each contrast: the same for the same files.
std::string to_text(const CompareReport& report);

}  // namespace ramet::inline v1::merge
