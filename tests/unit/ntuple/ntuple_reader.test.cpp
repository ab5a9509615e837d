#include "ramet/ntuple/ntuple_reader.hpp"

#include <atomic>
#include <barrier>
#include <mutex>
#include <string>
#include <thread>

#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/object/array_text.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ramet_test::text_of;

namespace {

const std::vector<std::string> event_fields = {"x",       "n",    "v",     "s",    "pair",   "option",
                                               "variant", "bits", "names", "size", "empties"};

std::vector<const ntuple::Field*> fields_of(const ntuple::NTupleReader& reader, const std::vector<std::string>& paths) {
  std::vector<const ntuple::Field*> fields;
  for (const std::string& path : paths) fields.push_back(&reader.ntuple().at(path));
  return fields;
}

template <class Do>
std::string error_of(ErrorKind kind, Do&& run) {
  try {
    run();
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  return "no error";
}

/// Entries of one field, put together from batches.
std::string batches_of(const ntuple::NTupleReader& reader, const ntuple::Field& field, EntryRange entries,
                       std::size_t batch_entries, schedule::Executor& executor) {
  std::mutex mutex;
  std::map<std::uint64_t, array::Array> parts;
  const ntuple::Field* const one[] = {&field};
  reader.for_each_batch(one, entries, batch_entries, {.executor = executor}, [&](const ntuple::Batch& batch) {
    const std::lock_guard lock(mutex);
    parts.emplace(batch.entries.first.number, batch.columns[0]);  // which stays as it is
  });
  array::ArrayBuilder whole(reader.layout(field).type);
  for (const auto& [first, part] : parts) append(whole, part);
  return text_of(whole);
}

}  // namespace

TEST_CASE("a field of every kind is read as it was written, however its pages are stored") {
  const auto executor = schedule::make_serial_executor();
  for (const bool has_checksums : {false, true})
    for (const bool is_compressed : {false, true})
      for (const std::size_t page_elements : {1, 7, 1000}) {
        CAPTURE(has_checksums);
        CAPTURE(is_compressed);
        CAPTURE(page_elements);
        const auto recipe = sample::events({has_checksums, is_compressed, page_elements}, {40, 1, 100, 9});
        const auto source = io::source_of(sample::NTupleFile(recipe).contents, "sample.root");
        for (const bool is_copied : {false, true}) {
          const auto reader = sample::open_ntuple(is_copied ? std::make_shared<sample::CopyingSource>(source) : source);
          REQUIRE(reader->ntuple().entries == 150);
          const auto fields = fields_of(*reader, event_fields);
          const auto arrays = reader->read(fields, {{0}, {150}}, {.executor = *executor});
          for (std::size_t i = 0; i < fields.size(); ++i) {
            CAPTURE(event_fields[i]);
            CHECK(text_of(arrays[i]) == sample::event_text(event_fields[i], 0, 150));
            CHECK_NOTHROW(array::validate(arrays[i]));
          }
        }
      }
}

TEST_CASE("any range of entries is read, also one that begins or ends inside of clusters and pages") {
  const auto executor = schedule::make_serial_executor();
  const auto reader = sample::open_ntuple(sample::events({true, true, 4}, {9, 1, 14}));
  for (const std::string& path : event_fields) {
    CAPTURE(path);
    const ntuple::Field& field = reader->ntuple().at(path);
    for (std::uint64_t first = 0; first <= 24; ++first)
      for (std::uint64_t last = first; last <= 24; last += 3) {
        CAPTURE(first);
        CAPTURE(last);
        const auto array = reader->read(field, {{first}, {last}}, {.executor = *executor});
        CHECK(text_of(array) == sample::event_text(path, first, last));
        CHECK_NOTHROW(array::validate(array));
      }
  }
}

TEST_CASE("batches together are the entries, on one thread and on many") {
  const auto serial = schedule::make_serial_executor();
  const auto threads = schedule::make_thread_executor(4);
  const auto reader = sample::open_ntuple(sample::events({true, true, 5}, {30, 1, 50}));
  for (schedule::Executor* executor : {serial.get(), threads.get()})
    for (const std::string& path : event_fields)
      for (const std::size_t batch : {1, 8, 100})
        for (const EntryRange entries : {EntryRange{{0}, {81}}, {{7}, {60}}, {{31}, {31}}}) {
          CAPTURE(path);
          CAPTURE(batch);
          CHECK(batches_of(*reader, reader->ntuple().at(path), entries, batch, *executor) ==
                sample::event_text(path, entries.first.number, entries.last.number));
        }
}

TEST_CASE("many threads read fields and ranges of one reader at once, and each gets what one thread gets") {
  constexpr std::size_t readers = 4;
  const auto threads = schedule::make_thread_executor(3);
  for (schedule::Executor* shared : {static_cast<schedule::Executor*>(nullptr), threads.get()}) {
    // Opened anew, so that the first lists of pages and the first idle page readers are fought for, too.
    const auto reader = sample::open_ntuple(sample::events({true, true, 5}, {30, 1, 50, 20}));
    std::barrier all_here(readers);
    std::vector<std::string> wrong(readers);
    const auto run = [&](std::size_t number) {
      const auto own = schedule::make_serial_executor();
      schedule::Executor& executor = shared != nullptr ? *shared : *own;
      all_here.arrive_and_wait();
      for (std::size_t i = 0; i < event_fields.size(); ++i) {
        const std::string& path = event_fields[(i + 3 * number) % event_fields.size()];
        const ntuple::Field& field = reader->ntuple().at(path);
        const std::uint64_t first = 7 * number + i, last = 101 - 11 * number;
        const auto expected = sample::event_text(path, first, last);
        const auto whole = reader->read(field, {{first}, {last}}, {.executor = executor});
        if (text_of(whole) != expected) wrong[number] += path + " ";
        if (batches_of(*reader, field, {{first}, {last}}, 3, executor) != expected)
          wrong[number] += path + "(batches) ";
        if (reader->cluster_starts().size() != 5) wrong[number] += "clusters ";
      }
    };
    std::vector<std::jthread> others;
    for (std::size_t number = 0; number < readers; ++number) others.emplace_back(run, number);
    others.clear();  // waits for them
    for (const std::string& fields : wrong) CHECK(fields.empty());
  }
}

TEST_CASE("a field below others is read alone, in the lists that it is in") {
  const auto executor = schedule::make_serial_executor();
  const auto reader = sample::open_ntuple(sample::events({}, {4}));
  const auto text = [&](const char* path) {
    return text_of(reader->read(reader->ntuple().at(path), {{0}, {4}}, {.executor = *executor}));
  };
  CHECK(text("pair._0") == "[0, 1, 2, 3]");
  CHECK(text("pair._1") == "[[], [1], [], [3]]");
  CHECK(text("v._0") == text("v"));
  CHECK(error_of(ErrorKind::unsupported, [&] { text("variant._0"); }) ==
        "field 'variant._0': a part of a variant cannot be read separately");
}

TEST_CASE("clusters and pages are counted without reading one") {
  const auto reader = sample::open_ntuple(sample::events({true, false, 10}, {20, 5}));
  CHECK(reader->cluster_starts() == std::vector<std::uint64_t>{0, 20, 25});
  const auto x = reader->page_totals(reader->ntuple().at("x"));
  CHECK(x.pages == 3);
  CHECK(x.compressed_bytes == 100);
  CHECK(x.uncompressed_bytes == 100);
  CHECK(reader->page_totals().pages > 30);
}

TEST_CASE("values are counted as they lie in memory, and once where several fields show them") {
  const auto reader = sample::open_ntuple(sample::events({true, false, 10}, {20, 5}));
  const auto bytes_of = [&](std::initializer_list<const char*> names) {
    std::vector<const ntuple::Field*> fields;
    for (const char* name : names) fields.push_back(&reader->ntuple().at(name));
    return reader->value_bytes(fields);
  };
  CHECK(bytes_of({}) == 0);
  CHECK(bytes_of({"x"}) == 100);
  CHECK(bytes_of({"x", "x"}) == 100);
  CHECK(bytes_of({"size"}) == std::uint64_t{25} * 8);
  CHECK(bytes_of({"x", "size"}) == 300);
}

TEST_CASE("entries that are not there are refused") {
  const auto executor = schedule::make_serial_executor();
  const auto reader = sample::open_ntuple(sample::events({}, {4}));
  const ntuple::Field& field = reader->ntuple().at("x");
  CHECK(error_of(ErrorKind::not_found, [&] { reader->read(field, {{0}, {5}}, {.executor = *executor}); }) ==
        "ntuple 'ntpl' has 4 entries, not 0..5");
  CHECK_THROWS_AS(reader->read(field, {{2}, {1}}, {.executor = *executor}), Error);
  const ntuple::Field* const one[] = {&field};
  CHECK_THROWS_AS(reader->for_each_batch(one, {{0}, {4}}, 0, {.executor = *executor}, [](const auto&) {}), Error);
}

TEST_CASE("a page whose bytes changed is corrupt, and the message has file, field and place") {
  const auto executor = schedule::make_serial_executor();
  const auto recipe = sample::events({}, {4});
  bytes::Buffer contents = sample::copy_of(sample::NTupleFile(recipe).contents.span());
  const std::vector<float> x = {0, 0.5, 1, 1.5};
  const auto* const found = std::search(contents.data(), contents.data() + contents.size(),
                                        std::as_bytes(std::span(x)).begin(), std::as_bytes(std::span(x)).end());
  const auto place = static_cast<std::size_t>(found - contents.data());
  contents.data()[place + 5] ^= std::byte{1};
  const auto reader = sample::open_ntuple(io::source_of(std::move(contents), "sample.root"));
  const auto message = error_of(ErrorKind::corrupt,
                                [&] { reader->read(reader->ntuple().at("x"), {{0}, {4}}, {.executor = *executor}); });
  CHECK(message.starts_with(fmt::format("'sample.root': field 'x', page at byte {}: the page's checksum is", place)));
}

TEST_CASE("keys of other classes are no ntuples, and early formats are refused") {
  CHECK(ntuple::is_ntuple_class("ROOT::RNTuple"));
  CHECK(ntuple::is_ntuple_class("ROOT::Experimental::RNTuple"));
  CHECK_FALSE(ntuple::is_ntuple_class("TTree"));
  auto recipe = sample::events({}, {4});
  recipe.class_name = "TTree";
  CHECK(error_of(ErrorKind::misuse, [&] { sample::open_ntuple(recipe); }) ==
        "'ntpl' in 'sample.root' is a TTree, not an ntuple");
  recipe.class_name = "ROOT::Experimental::RNTuple";
  CHECK(error_of(ErrorKind::unsupported, [&] { sample::open_ntuple(recipe); }).find("before its format was final") !=
        std::string::npos);
}

TEST_CASE("an ntuple whose records hold little is spread over many") {
  const auto executor = schedule::make_serial_executor();
  auto recipe = sample::events({true, false, 60}, {100});
  recipe.largest_key = 128;
  for (const bool is_compressed : {false, true}) {
    for (auto& column : recipe.clusters.front().columns)
      for (auto& page : column) page.is_compressed = is_compressed;
    const auto reader = sample::open_ntuple(recipe);
    for (const std::string& path : event_fields)
      CHECK(text_of(reader->read(reader->ntuple().at(path), {{0}, {100}}, {.executor = *executor})) ==
            sample::event_text(path, 0, 100));
  }
}

TEST_CASE("whatever byte of a file is changed: an error, or the right values") {
  const auto executor = schedule::make_serial_executor();
  for (const bool is_compressed : {false, true}) {
    const auto recipe = sample::events({true, is_compressed, 6}, {9, 4});
    const sample::NTupleFile file(recipe);
    std::size_t errors = 0;
    for (std::size_t at = 0; at < file.contents.size(); ++at) {
      bytes::Buffer changed = sample::copy_of(file.contents.span());
      changed.data()[at] ^= at % 2 == 0 ? std::byte{0x01} : std::byte{0x80};
      try {
        const auto reader = sample::open_ntuple(io::source_of(std::move(changed), "sample.root"));
        const auto arrays = reader->read(fields_of(*reader, event_fields), {{0}, {13}}, {.executor = *executor});
        for (std::size_t i = 0; i < arrays.size(); ++i) {
          const bool is_right = text_of(arrays[i]) == sample::event_text(event_fields[i], 0, 13);
          if (!is_right) CAPTURE(at);
          CHECK(is_right);
        }
      } catch (const Error&) {
        ++errors;
      }
    }
    CHECK(errors > file.contents.size() / 2);
  }
}
