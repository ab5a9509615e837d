#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/merge/internal/safety/journal.hpp"

namespace ramet::inline v1::merge::internal {

/// A sink with another name, which remembers whether it failed, and what was written if it is journaled. Threads: as
/// ByteSink.
class OutputSink final : public io::ByteSink {
 public:
  /// `failed` outlives the sink.
  OutputSink(std::unique_ptr<io::ByteSink> sink, std::string name, std::atomic<bool>& failed, bool is_journaled = false)
      : sink_(std::move(sink)), name_(std::move(name)), failed_(failed), is_journaled_(is_journaled) {}

  const std::string& name() const noexcept override { return name_; }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override;
  void resize(std::uint64_t size) override {
    watch([&] { sink_->resize(size); });
  }
  void sync() override {
    watch([&] { sink_->sync(); });
  }
  /// With a journal, the file is cut first where the last record ends: a merge that was stopped may have written more.
  void close() override;

  /// What was written into an extent since the last call. Threads: any.
  std::vector<WrittenPiece> take_pieces(io::Extent extent);

 private:
  template <class Work>
  void watch(const Work& work) {
    try {
      work();
    } catch (...) {
      failed_ = true;
      throw;
    }
  }

  std::unique_ptr<io::ByteSink> sink_;
  std::string name_;
  std::atomic<bool>& failed_;
  bool is_journaled_;
  Mutex mutex_;
  std::uint64_t end_ RAMET_GUARDED_BY(mutex_) = 0;
  std::map<std::uint64_t, WrittenPiece> pieces_ RAMET_GUARDED_BY(mutex_);  // by their places
};

/// The journal does not fit to the merge that goes on by it. Threads: immutable.
class JournalMismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throw JournalMismatch unless an extent of the journal is this one, with a result of this size.
void require_fit(const DoneExtent& done, io::Extent extent, std::size_t result_size);

/// The file that is made. With a journal, steps that an earlier merge with the same plan has done are not done again:
/// the same calls in the same order take the same places, and what lies there stays. Threads: `has_failed`,
/// `file().area()`, `done` and `finish` from any; the rest one thread.
class Output {
 public:
  /// `name` is that of the finished file. A journal outlives the output.
  Output(std::unique_ptr<io::ByteSink> sink, std::string name, const file::FileWriterOptions& options,
         Journal* journal = nullptr);
  /// Update the file that `reader` reads. Throws as file::FileWriter::update.
  Output(std::unique_ptr<io::ByteSink> sink, const file::FileReader& reader, const file::FileUpdateOptions& options);

  file::FileWriter& file() noexcept { return *file_; }

  /// Say that an input is the file itself, as it was: its baskets and pages stay where they are, its cycles are kept,
  /// and what is put replaces the object of that name and class.
  void set_own_input(std::size_t input) noexcept { own_input_ = input; }
  bool is_own(std::size_t input) const noexcept { return own_input_ == input; }
  /// Say by how much the numbers of processes in records of each input are raised (keys/process_numbers.hpp).
  void set_process_offsets(std::vector<std::uint16_t> offsets) { process_offsets_ = std::move(offsets); }
  std::uint16_t process_offset(std::size_t input) const noexcept {
    return input < process_offsets_.size() ? process_offsets_[input] : 0;
  }
  /// Remove what the file has of this name and class, if it has an own input. The space of the record becomes free.
  void make_room(const std::string& directory, std::string_view class_name, std::string_view name);
  /// Say how directories that are made are called, by their paths; others have their name as the title.
  void set_titles(std::map<std::string, std::string> titles) { titles_ = std::move(titles); }
  /// The directory of a path, which is made if needed.
  file::DirectoryNumber directory(const std::string& path);
  /// Whether it could not be written; errors are then not those of an input.
  bool has_failed() const noexcept { return failed_; }

  /// Whether an earlier merge has put an object of this name and class: `put` will not ask for its payload.
  bool has(const std::string& directory, const std::string& name, const std::string& class_name) const;
  /// Put an object, as FileWriter::put; `make_payload` is not called for one that is there already. Throws
  /// JournalMismatch.
  void put(const std::string& directory, std::string_view class_name, std::string_view name, std::string_view title,
           file::FileWriter::MakePayload make_payload, std::optional<compression::Settings> compression = std::nullopt);
  /// Put a record, as FileWriter::put_record. Throws JournalMismatch.
  void put_record(const std::string& directory, bytes::Buffer record);

  /// What an earlier merge said of the extent that begins here, if it has filled it. Valid as long as this object.
  const DoneExtent* done(std::uint64_t offset) const;
  /// Say that an extent is filled; `result` is what a merge that goes on needs to know of it. Throws Error(io).
  void finish(io::Extent extent, std::span<const std::byte> result);

 private:
  using Name = std::tuple<std::string, std::string, std::string>;  // directory, name, class

  /// Take over the next record that an earlier merge has put; false if there is none.
  bool adopt_next(const std::string& directory, std::string_view class_name, std::string_view name);
  void note(const std::string& directory, const file::Key& key);

  std::atomic<bool> failed_ = false;
  Journal* journal_;
  OutputSink* sink_ = nullptr;  // the file's
  std::optional<std::size_t> own_input_;
  std::vector<std::uint16_t> process_offsets_;
  std::unique_ptr<file::FileWriter> file_;
  std::map<std::string, file::DirectoryNumber, std::less<>> directories_;
  std::map<std::string, std::string> titles_;  // of directories
  std::size_t next_put_ = 0;
  std::set<Name> there_;  // what is to be taken over
};

}  // namespace ramet::inline v1::merge::internal
