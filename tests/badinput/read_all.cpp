// Reads everything in a ROOT file and prints a digest of each thing: what is run over damaged files (README.md).
//
// Standard output is the content: the same file always gives the same lines. What could not be read is said on standard
// error, and the exit status is 1 when that was an Error, 0 when it is only something that ramet does not read yet. An
// Error that blames the caller, or anything else that is thrown, is a bug here, whatever the bytes were: it aborts.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ramet/bytes/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/hist/root_histogram.hpp"

using namespace ramet;

namespace {

std::uint64_t digest_of(const array::Array& array) {
  std::vector<std::uint64_t> parts = {array.length, bytes::xxh3(array.values.span()),
                                      bytes::xxh3(array.offsets.span())};
  for (const array::Array& inner : array.contents) parts.push_back(digest_of(inner));
  return bytes::xxh3(std::as_bytes(std::span(parts)));
}

std::uint64_t digest_of(std::span<const double> numbers) { return bytes::xxh3(std::as_bytes(numbers)); }

/// Prints a file. Threads: one thread.
class Reading {
 public:
  explicit Reading(std::shared_ptr<const dataset::File> file, schedule::Executor& executor)
      : file_(std::move(file)), executor_(executor) {}

  bool has_failed() const noexcept { return has_failed_; }

  void print_all() {
    file_->reader().for_each_key([&](const file::Directory& directory, const file::Key& key) {
      const std::string place = fmt::format("{}/{};{}", directory.path, key.name, key.cycle);
      attempt(place, [&] { print_key(place, key); });
    });
  }

 private:
  template <class Work>
  void attempt(const std::string& place, Work&& work) {
    try {
      work();
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::misuse) throw;
      fmt::print("{} failed\n", place);
      fmt::print(stderr, "{}: {}\n", place, error.what());
      has_failed_ = true;
    }
  }

  void print_key(const std::string& place, const file::Key& key) {
    if (key.is_directory()) {
      fmt::print("{} {} {}\n", place, key.class_name, key.title);
    } else if (tree::is_tree_class(key.class_name)) {
      print_tree(place, key);
    } else {
      const file::Record record = file_->reader().read_record(key);
      fmt::print("{} {} {}\n", place, key.class_name, key.title);
      if (hist::is_histogram(key.class_name)) print_histogram(place, key, record);
    }
  }

  void print_histogram(const std::string& place, const file::Key& key, const file::Record& record) {
    hist::HistogramReader reader({&file_->streamer_infos(), &file_->catalogue()});
    const auto histogram = reader.read(record.bytes.span(), record.key_length, key.class_name);
    fmt::print("{} contents {:016x} squared weights {:016x} edges {:016x}\n", place, digest_of(histogram.contents()),
               digest_of(histogram.squared_weights()), digest_of(histogram.axis().edges()));
  }

  void print_tree(const std::string& place, const file::Key& key) {
    const auto reader = file_->tree(key);
    const tree::Tree& tree = reader->tree();
    fmt::print("{} {} {} of {} entries\n", place, key.class_name, key.title, tree.entries);
    for (const tree::NamedBranch& branch : tree::all_branches(tree)) {
      const std::string path = fmt::format("{} {}", place, branch.path);
      attempt(path, [&] { print_branch(path, *reader, *branch.branch); });
    }
  }

  void print_branch(const std::string& path, const tree::TreeReader& reader, const tree::Branch& branch) {
    if (!branch.layout().is_readable()) {
      if (branch.layout().packing == tree::Packing::nothing) return;
      fmt::print("{} is not read\n", path);
      fmt::print(stderr, "{} is not read: {}\n", path, branch.layout().reason);
      return;
    }
    const array::Array column = reader.read(branch, reader.tree().all_entries(), {executor_});
    array::validate(column);
    fmt::print("{} {} {:016x}\n", path, to_string(branch.layout().type), digest_of(column));
  }

  std::shared_ptr<const dataset::File> file_;
  schedule::Executor& executor_;
  bool has_failed_ = false;
};

int read(const char* path) {
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  try {
    Reading reading(session.open(std::filesystem::path(path)), *executor);
    reading.print_all();
    return reading.has_failed() ? 1 : 0;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::misuse) throw;
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: {} FILE\n", arguments[0]);
    return 2;
  }
  return read(arguments[1]);
}
