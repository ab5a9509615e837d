#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "ramet/io/detail/replaced_file.hpp"
#include "ramet/merge/internal/safety/journal.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// A file of the output until it is complete: "NAME.part" and its journal, with what a merge that was stopped has left.
/// Threads: one thread.
class UnfinishedFile {
 public:
  /// Open or begin the file, and lock it. One that has its name already, because a merge into several files was killed
  /// as they got theirs, stays as it is. Throws Error(misuse) when another file of this name exists and may not be
  /// replaced, and as Journal and io::ReplacedFile.
  UnfinishedFile(const std::filesystem::path& path, OnExisting on_existing);

  const std::filesystem::path& path() const noexcept { return path_; }
  /// Where its bytes are.
  const std::filesystem::path& place() const noexcept { return is_published_ ? path_ : replaced_.part(); }
  Journal& journal() noexcept { return journal_; }
  const Journal& journal() const noexcept { return journal_; }
  /// Of a merge that was stopped; nothing when there was none.
  const std::optional<JournalPlan>& stopped() const noexcept {
    return is_published_ ? journal_.finished() : journal_.plan();
  }
  /// Whether all is written, and only the name may be missing.
  bool is_complete() const noexcept { return is_published_ || journal_.is_complete(); }
  std::uint64_t resumed_bytes() const noexcept { return resumed_bytes_; }
  /// Why what was there is of no use; empty if there was nothing, or it is.
  const std::string& discarded() const noexcept { return discarded_; }

  /// Go on by the journal, or begin it and the file anew.
  void prepare(const JournalPlan& plan, OnUnfinished on_unfinished);
  /// Say that the journal does not fit to the merge, so that `prepare` begins anew.
  void give_up(const std::string& why) {
    mismatch_ = why;
    discarded_ = why;
  }
  /// Open the file to write it.
  std::unique_ptr<io::ByteSink> open() { return replaced_.begin(); }

  /// Give it its name.
  void publish();
  /// Remove what is not finished, and the journal.
  void discard() noexcept;

 private:
  std::filesystem::path path_;
  io::ReplacedFile replaced_;
  Journal journal_;
  bool is_published_ = false;
  bool has_begun_ = false;               // whether the journal is of this merge
  std::optional<std::string> mismatch_;  // why the journal is of no use
  std::uint64_t resumed_bytes_ = 0;
  std::string discarded_;
};

/// What JournalPlan::options ends with of a file of an output that has several; nothing for the first.
std::string file_mark(std::size_t number);

/// Remove what is not finished at a path, if an earlier merge into several files has left it there, as the one with
/// this number. Returns whether there was something.
bool discard_file(const std::filesystem::path& path, std::size_t number);

/// The same for all files of an output from the one with this number on.
void discard_files_from(const std::filesystem::path& output, std::size_t number);

}  // namespace ramet::inline v1::merge::internal
