#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/core/function_ref.hpp"
#include "ramet/io/byte_sink.hpp"

// A file beside the output that says what is done:
//   | beginning: a line of text |  then records:  | size of the payload 4 | its xxh3 8 | payload |
// A record that is torn ends the log: what it says has not happened.

namespace ramet::inline v1::merge::internal {

/// Appends records, and reads those of an earlier process. Threads: one at a time.
class RecordLog {
 public:
  /// Open the file, or make an empty one, and lock it. `beginning` outlives the log. Throws Error(misuse) when somebody
  /// else has it; Error(io).
  RecordLog(std::filesystem::path path, std::string_view beginning);

  const std::filesystem::path& path() const noexcept { return path_; }

  /// What a file turned out to be.
  enum class Contents {
    none,   ///< empty, or cut within the beginning
    log,    ///< a log, which may have no record
    other,  ///< something else, or more than `most_bytes`
  };
  /// Give the payload of each record to `read`, which throws Error(corrupt) at one that is no such record: like a torn
  /// one, it ends the log. New records are appended behind the last one. Throws as `read`; Error(io).
  Contents read(std::uint64_t most_bytes, FunctionRef<void(bytes::ByteCursor payload)> read);

  /// Begin with no record.
  void restart();
  /// `is_lasting`: the record is on the device when this returns. After an error the log is as before. Throws
  /// Error(io).
  void append(const bytes::ByteWriter& payload, bool is_lasting = false);

  /// Close the file; the lock ends.
  void close() { sink_->close(); }
  /// Delete the file.
  void remove() noexcept;

 private:
  std::filesystem::path path_;
  std::string_view beginning_;
  std::unique_ptr<io::ByteSink> sink_;
  std::uint64_t end_ = 0;  // of the records
};

}  // namespace ramet::inline v1::merge::internal
