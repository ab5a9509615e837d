#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/merge/internal/keys/occurrences.hpp"

// A file with what was taken of the occurrences of all objects that are known at that time:
//   | size, 7 bits a byte, the lowest first | bytes of Occurrences::take |  for each object, by their numbers

namespace ramet::inline v1::merge::internal {

/// Keeps occurrences of many objects in files, which have no name as soon as they are written: what is in memory then
/// does not depend on the number of inputs. Threads: const-safe.
class OccurrenceFile {
 public:
  /// Files are made in this folder.
  explicit OccurrenceFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Write one more file, with what `take` hands over of each of so many objects. Throws Error(io).
  template <class Take>
  void add(std::size_t objects, const Take& take) {
    Writer writer(folder_);
    for (std::size_t number = 0; number < objects; ++number) writer.add(take(number));
    files_.push_back(writer.finish());
  }

  /// What was handed over of each of these objects, whose numbers ascend. Throws Error(io), Error(corrupt).
  std::vector<std::string> read(std::span<const std::uint32_t> numbers) const;

 private:
  /// Threads: immutable.
  struct File {
    std::shared_ptr<const io::ByteSource> bytes;
    std::vector<std::uint64_t> places;  // of every stride-th object
    std::size_t objects = 0;
  };

  /// Writes one file. Threads: one thread.
  class Writer {
   public:
    explicit Writer(const std::filesystem::path& folder);
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer();

    void add(const std::string& taken);
    File finish();

   private:
    void flush();

    std::filesystem::path path_;
    std::unique_ptr<io::ByteSink> sink_;
    std::string waiting_;
    std::uint64_t written_ = 0;
    File file_;
  };

  std::filesystem::path folder_;
  std::vector<File> files_;
};

}  // namespace ramet::inline v1::merge::internal
