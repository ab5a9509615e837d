#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "ramet/file/file_writer.hpp"
#include "ramet/io/byte_sink.hpp"

namespace ramet::inline v1::merge::internal {

/// A sink with another name, which remembers whether it failed. Threads: as ByteSink.
class OutputSink final : public io::ByteSink {
 public:
  /// `failed` outlives the sink.
  OutputSink(std::unique_ptr<io::ByteSink> sink, std::string name, std::atomic<bool>& failed)
      : sink_(std::move(sink)), name_(std::move(name)), failed_(failed) {}

  const std::string& name() const noexcept override { return name_; }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    watch([&] { sink_->write_at(offset, bytes); });
  }
  void resize(std::uint64_t size) override {
    watch([&] { sink_->resize(size); });
  }
  void sync() override {
    watch([&] { sink_->sync(); });
  }
  void close() override {
    watch([&] { sink_->close(); });
  }

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
};

/// The file that is made. Threads: `has_failed` and `file().area()` from any; the rest one thread.
class Output {
 public:
  /// `name` is that of the finished file.
  Output(std::unique_ptr<io::ByteSink> sink, std::string name, const file::FileWriterOptions& options);

  file::FileWriter& file() noexcept { return *file_; }
  /// The directory of a path, which is made if needed.
  file::DirectoryNumber directory(const std::string& path);
  /// Whether it could not be written; errors are then not those of an input.
  bool has_failed() const noexcept { return failed_; }

 private:
  std::atomic<bool> failed_ = false;
  std::unique_ptr<file::FileWriter> file_;
  std::map<std::string, file::DirectoryNumber, std::less<>> directories_;
};

}  // namespace ramet::inline v1::merge::internal
