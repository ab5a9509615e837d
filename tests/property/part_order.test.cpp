// For any parts that contexts fill, share and close in any order: entries are in the order of the parts' numbers, and
// entries of one context in a part are in the order in which they were filled.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "unit/write/internal/formats/sample_ntuples.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::write;

namespace {

/// An entry has its part, its context, and its number within the context.
table::Schema entry_schema() {
  return {"Events",
          "",
          {{.name = "part", .type = array::parse_type("uint64")},
           {.name = "context", .type = array::parse_type("uint64")},
           {.name = "number", .type = array::parse_type("uint64")}}};
}

struct Entry {
  std::uint64_t part = 0, context = 0, number = 0;
};

/// A context and the parts that it fills. Threads: one thread.
struct Stream {
  std::uint64_t number = 0;
  std::vector<std::uint64_t> parts;  // ascending
  std::size_t next = 0;
  std::uint64_t filled = 0;
  std::unique_ptr<FillContext> context = nullptr;
};

class Job {
 public:
  Job(std::uint64_t seed, TableOptions options, WriterOptions writer_options)
      : random_(seed),
        disk_(sample::empty_disk()),
        writer_(sample::writer_to(disk_, writer_options)),
        tree_(writer_->add_table(entry_schema(), options)) {}

  /// Fill the parts of all streams, one step of a random stream after the other, and read them back.
  std::vector<Entry> run(Format format) {
    make_streams();
    while (!streams_.empty()) step(streams_[below(streams_.size())]);
    writer_->close();
    const auto source = sample::source_of(disk_);
    const auto columns =
        format == Format::rntuple ? sample::read_fields(source, "Events") : sample::read_all(source, entry_schema());
    std::vector<Entry> entries;
    for (std::size_t entry = 0; entry < columns[0].length(); ++entry)
      entries.push_back({columns[0].numbers<std::uint64_t>()[entry], columns[1].numbers<std::uint64_t>()[entry],
                         columns[2].numbers<std::uint64_t>()[entry]});
    return entries;
  }

  std::uint64_t filled() const { return filled_; }

 private:
  std::uint64_t below(std::uint64_t limit) {
    return std::uniform_int_distribution<std::uint64_t>(0, limit - 1)(random_);
  }

  void make_streams() {
    // Consecutive numbers, numbers with gaps, shared ones, and the largest one.
    const std::uint64_t stride = std::vector<std::uint64_t>{1, 1, 3, 1000}[below(4)];
    for (std::uint64_t number = 0, count = 1 + below(6); number < count; ++number) {
      Stream stream{.number = number, .parts = {}};
      for (std::uint64_t part = 0, parts = 1 + below(12); part < parts; ++part)
        stream.parts.push_back(below(20) == 0 ? ~std::uint64_t{0} : stride * below(40));
      std::ranges::sort(stream.parts);
      stream.context = std::make_unique<FillContext>(tree_.context(stream.parts[0]));
      streams_.push_back(std::move(stream));
    }
  }

  void step(Stream& stream) {
    switch (below(12)) {
      case 0:
        return stream.context->hand_over();
      case 1:
        if (below(4) == 0) writer_->checkpoint();
        return;
      case 2:
      case 3:
        return go_on(stream);
      default:
        return fill(stream);
    }
  }

  void fill(Stream& stream) {
    const std::uint64_t count = below(10) == 0 ? 500 : below(4);
    std::vector<std::uint64_t> part(count, stream.parts[stream.next]), context(count, stream.number), numbers;
    while (numbers.size() < count) numbers.push_back(stream.filled++);
    std::vector<array::Array> columns;
    for (const auto& values : {part, context, numbers}) columns.push_back(sample::column_of(values));
    stream.context->extend(columns);
    filled_ += count;
  }

  void go_on(Stream& stream) {
    if (++stream.next < stream.parts.size()) return stream.context->begin_sequence(stream.parts[stream.next]);
    stream.context->close();
    std::swap(stream, streams_.back());
    streams_.pop_back();
  }

  std::mt19937_64 random_;
  sample::Disk disk_;
  std::unique_ptr<ParallelWriter> writer_;
  TableWriter tree_;
  std::vector<Stream> streams_;
  std::uint64_t filled_ = 0;
};

bool is_in_order(const std::vector<Entry>& entries) {
  std::map<std::uint64_t, std::uint64_t> next;  // of each context
  for (std::size_t entry = 0; entry < entries.size(); ++entry) {
    if (entry > 0 && entries[entry - 1].part > entries[entry].part) return false;
    if (next[entries[entry].context]++ != entries[entry].number) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("part order: entries are in order of their parts' numbers, shared or not, in whatever order contexts end") {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const Format format : {Format::ttree, Format::rntuple})
      for (const bool reproducible : {false, true}) {
        CAPTURE(seed);
        CAPTURE(reproducible);
        const TableOptions options{.format = format,
                                   .cluster_bytes = seed % 3 == 0 ? 4000U : 0U,
                                   .hand_over = seed % 5 == 0 ? HandOver::exact : HandOver::gathered,
                                   .when_full = seed % 2 == 0 ? WhenFull::wait : WhenFull::write_smaller};
        Job job(seed, options, {.reproducible = reproducible});
        const auto entries = job.run(format);
        REQUIRE(entries.size() == job.filled());
        REQUIRE(is_in_order(entries));
      }
}

TEST_CASE("part order: contexts 5, 5, 1000 and 6 are in order, though 6 ended first") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(sample::counting_schema());
  FillContext first = tree.context(5);
  FillContext second = tree.context(5);
  FillContext last = tree.context(1000);
  FillContext between = tree.context(6);
  first.extend(sample::counting(1, 1));
  second.extend(sample::counting(2, 1));
  last.extend(sample::counting(4, 1));
  between.extend(sample::counting(3, 1));
  for (FillContext* context : {&between, &first, &second, &last}) context->close();
  writer->close();
  CHECK(sample::is_same(sample::read_all(sample::source_of(disk), sample::counting_schema()), sample::counting(1, 4)));
}

TEST_CASE("part order: after the largest number, no context can be opened") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  TableWriter tree = writer->add_table(sample::counting_schema());
  FillContext last = tree.context(~std::uint64_t{0});
  CHECK(sample::error_of([&] { tree.context(); }).find("sequence numbers are used up") != std::string::npos);
  FillContext early = tree.context(3);
  early.close();
  last.close();
  writer->close();
}
