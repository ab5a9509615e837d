#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/merge/internal/safety/journal_plan.hpp"

namespace ramet::inline v1::merge::internal {

/// An error of one input, so that the caller may leave out the file. Threads: immutable.
class BadInput : public Error {
 public:
  BadInput(std::size_t input, const Error& error) : Error(error.kind(), error.what()), input_(input) {}

  std::size_t input() const noexcept { return input_; }

 private:
  std::size_t input_;
};

/// What tells a file from one that replaced it or was changed. Threads: a value.
struct FileIdentity {
  std::uint64_t size = 0;
  std::uint32_t modified = 0;  ///< of the root directory
  file::Uuid uuid{};

  bool operator==(const FileIdentity&) const = default;
};

/// A hash of what an open file says of itself, as in InputMark.
std::uint64_t contents_of(const file::FileReader& file);

/// The files that are merged, opened on request. Few stay open, however many there are. Threads: const-safe.
class Inputs {
 public:
  /// The most files that are kept open for the next request.
  static constexpr std::size_t most_kept = 8;
  /// They are kept only as long as their root directories have as many keys at most.
  static constexpr std::size_t most_kept_keys = 100'000;

  Inputs(const dataset::Session& session, std::vector<std::string> paths);
  /// The same, of which some are open, as those in memory: `sources` has one for each path, or null. Their paths are
  /// then only names.
  Inputs(const dataset::Session& session, std::vector<std::string> paths,
         std::vector<std::shared_ptr<const io::ByteSource>> sources);

  std::size_t size() const noexcept { return paths_.size(); }
  const std::string& path(std::size_t input) const { return paths_.at(input); }
  const std::vector<std::string>& paths() const noexcept { return paths_; }
  /// The file that is read in its place: another one if it was recovered.
  const std::string& read_path(std::size_t input) const { return read_paths_.at(input); }
  bool is_replaced(std::size_t input) const { return read_path(input) != path(input); }
  /// Read another file in its place from now on. Not while other threads use this object.
  void replace(std::size_t input, std::string read_path);

  /// Open a file; the same one as before, if it is still open. Throws as dataset::Session::open, and Error(corrupt)
  /// when it is not the file that it was when it was opened first.
  std::shared_ptr<const dataset::File> open(std::size_t input) const;

  /// Open a file that was opened before without the keys of its root directory, for who has keys of its records, and
  /// without its tables. Throws as `open`.
  std::shared_ptr<const dataset::File> open_records(std::size_t input) const;

  /// The bytes of a file that was opened before, for who knows what is where. Throws Error(corrupt) when its size is
  /// not what it was, Error(io).
  std::shared_ptr<const io::ByteSource> bytes_of(std::size_t input) const;

  /// What tells the files from others, as they were when this object was made: of those that were opened also what they
  /// say of themselves.
  std::vector<InputMark> marks() const;
  /// Throw BadInput for a file that is not the same any more as when this object was made, except for those skipped.
  void require_unchanged(const std::vector<bool>& skipped) const;
  void require_unchanged(std::size_t input) const;

 private:
  const io::ByteSource* source_of(std::size_t input) const noexcept {
    return sources_.empty() ? nullptr : sources_[input].get();
  }
  using Kept = std::deque<std::pair<std::size_t, std::shared_ptr<const dataset::File>>>;

  static std::shared_ptr<const dataset::File> find(const Kept& kept, std::size_t input);
  static void keep(Kept& kept, std::size_t input, const std::shared_ptr<const dataset::File>& file);
  void require_same(std::size_t input, const dataset::File& file) const RAMET_REQUIRES(mutex_);

  const dataset::Session& session_;
  std::vector<std::string> paths_;
  std::vector<std::string> read_paths_;
  std::vector<std::shared_ptr<const io::ByteSource>> sources_;  // of those that are open; may be empty
  std::vector<InputMark> marks_;                                // as the merge begins
  mutable Mutex mutex_;
  mutable std::vector<std::pair<bool, FileIdentity>> known_ RAMET_GUARDED_BY(mutex_);
  mutable std::vector<io::Extent> layouts_ RAMET_GUARDED_BY(mutex_);  // the records of streamer infos of files known
  mutable Kept kept_ RAMET_GUARDED_BY(mutex_);
  mutable Kept kept_records_ RAMET_GUARDED_BY(mutex_);  // those without keys
};

/// Run `work`, and say of its errors that they are those of an input, except for a stop.
template <class Work>
decltype(auto) of_input(std::size_t input, const Work& work) {
  try {
    return work();
  } catch (const BadInput&) {
    throw;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    throw BadInput(input, error);
  }
}

}  // namespace ramet::inline v1::merge::internal
