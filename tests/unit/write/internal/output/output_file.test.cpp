#include "ramet/write/internal/output/output_file.hpp"

#include <atomic>
#include <memory>
#include <thread>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/write/internal/output/table_output.hpp"

using namespace ramet;
using namespace ramet::write;
using internal::OutputFile;
using internal::OutputLock;
using sample::error_of;

namespace {

OutputFile output_on(const sample::Disk& disk) {
  return {file::FileWriter::create(std::make_unique<sample::SharedSink>(disk)), 1 << 20};
}

}  // namespace

TEST_CASE("output file: saving describes every table") {
  const auto disk = sample::empty_disk();
  auto output = output_on(disk);
  for (std::uint32_t number = 0; number < 2; ++number) {
    table::Schema schema = sample::counting_schema();
    schema.name += std::to_string(number);
    const OutputLock lock(output);
    output.tables.add(
        std::make_shared<internal::TableOutput>(
            output, number, internal::TablePlace{{0}, sample::file_of(output).seek_of({0})}, schema, TableOptions{}),
        lock);
  }
  CHECK(output.tables.all().size() == 2);
  const OutputLock lock(output);
  CHECK_FALSE(output.tables.all()[0]->record().is_described(lock));
  output.save(lock);
  CHECK(output.tables.all()[1]->record().is_described(lock));
  CHECK(sample::open(disk)->root().keys.size() == 2);
}

TEST_CASE("output file: a closed output is not saved, and one without a writer is not filled") {
  auto output = output_on(sample::empty_disk());
  CHECK(error_of([&] { output.require_usable(); }) == "none");
  output.abandoned = true;
  CHECK(error_of([&] { output.require_usable(); }).find("was destroyed before its contexts") != std::string::npos);
  const OutputLock lock(output);
  sample::file_of(output).close();
  output.closed = true;
  CHECK(error_of([&] { output.save(lock); }).ends_with("is closed"));
}

TEST_CASE("output file: the lock of another file is refused") {
  auto output = output_on(sample::empty_disk()), other = output_on(sample::empty_disk());
  const OutputLock lock(other);
  CHECK(error_of([&] { output.save(lock); }) ==
        "misuse: 'folder/sample.root' is locked, expected 'folder/sample.root'");
  CHECK(error_of([&] { lock.covers(other); }) == "none");
}

TEST_CASE("output file: a lock keeps others out") {
  auto output = output_on(sample::empty_disk());
  int value = 0;
  const auto add = [&] {
    for (int time = 0; time < 1000; ++time) {
      const OutputLock lock(output);
      ++value;
    }
  };
  std::jthread first(add), second(add);
  first.join(), second.join();
  CHECK(value == 2000);
}
