#include "ramet/write/internal/output/context_list.hpp"

#include <cstdint>
#include <memory>
#include <vector>

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::write;
using internal::ContextList;
using internal::OutputLock;

namespace {

struct Output {
  sample::Disk disk = sample::empty_disk();
  internal::OutputFile file{file::FileWriter::create(std::make_unique<sample::SharedSink>(disk)), 1 << 20};
};

}  // namespace

TEST_CASE("context list: contexts get consecutive numbers and sequence numbers above those in use") {
  Output output;
  ContextList contexts(output.file, 0);
  const OutputLock lock(output.file);
  CHECK(contexts.next_number() == 0);
  CHECK(contexts.next_number() == 1);
  CHECK(contexts.next_sequence(lock) == 0);
  contexts.note_sequence(10, lock);
  CHECK(contexts.next_sequence(lock) == 11);
  contexts.note_sequence(3, lock);
  CHECK(contexts.next_sequence(lock) == 12);
}

TEST_CASE("context list: after the last sequence number, every request fails") {
  Output output;
  ContextList contexts(output.file, 0);
  const OutputLock lock(output.file);
  contexts.note_sequence(~std::uint64_t{0} - 2, lock);
  CHECK(contexts.next_sequence(lock) == ~std::uint64_t{0} - 1);
  for (int time = 0; time < 3; ++time)
    CHECK(sample::error_of([&] { contexts.next_sequence(lock); }).starts_with("misuse: sequence numbers are used up"));
}

TEST_CASE("context list: closed contexts are reported by number, and lost entries are summed") {
  Output output;
  ContextList contexts(output.file, 0);
  for (const std::uint64_t number : {2, 0, 1}) {
    contexts.note_opened(number, 0);
    CHECK(contexts.open() == 1);
    contexts.note_closed({.number = number, .times = {}}, number);
  }
  const std::vector<ContextReport> reports = contexts.reports();
  REQUIRE(reports.size() == 3);
  for (std::uint64_t number = 0; number < 3; ++number) CHECK(reports[number].number == number);
  CHECK(contexts.open() == 0);
  contexts.note_lost(4);
  CHECK(contexts.lost_entries() == 7);
  contexts.forget_lost();
  CHECK(contexts.lost_entries() == 0);
}

TEST_CASE("context list: if contexts are crowded, the last ones are told to write gathered rows") {
  Output output;
  ContextList contexts(output.file, 0);
  const std::uint64_t cores = schedule::hardware_concurrency();
  const auto open = [&](std::uint64_t count) {
    for (std::uint64_t number = 0; number < count; ++number) contexts.note_opened(number, number);
  };
  open(cores);
  CHECK_FALSE(contexts.is_crowded());
  CHECK(contexts.end_filling() == 0);  // there were never too many
  open(3);
  CHECK(contexts.is_crowded());
  CHECK(contexts.end_filling() == 0);
  CHECK(contexts.end_filling() == 0);
  for (std::uint64_t left = cores; left > 0; --left) {
    CHECK_FALSE(contexts.is_crowded());
    CHECK(contexts.end_filling() == left);
  }
}
