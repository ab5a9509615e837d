// Whatever moment a process dies at, the file on disk must be whole. A script of puts and commits is run with a sink
// that fails for ever from the n-th call on, for every n, and what is on the disk then is read.
#include <set>

#include "fault/faulty_io.hpp"
#include "unit/file/sample_file.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/file/internal/writer_state.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

using Contents = std::map<std::string, sample::Titles>;
constexpr auto replace = FileWriter::OnConflict::replace;

constexpr int rounds = 4;

// One of `rounds` steps, each of which ends with a commit: new and replaced objects in the root and in old and new
// directories, of sizes that make later ones fit into the holes that earlier ones left.
void round_of(FileWriter& writer, int round) {
  const std::string text = std::to_string(round);
  sample::put(writer, {0}, "kept", "root " + text);
  sample::put(writer, {0}, "replaced", std::string(60 - 10 * static_cast<std::size_t>(round), 'r') + text, replace);
  sample::put(writer, writer.directory("old/inner"), "kept", "inner " + text);
  sample::put(writer, writer.directory("old"), "replaced", std::string(30, 'o') + text, replace);
  sample::put(writer, writer.directory("new" + text), "only", "new " + text);
  if (round % 2 == 0) writer.set_streamer_infos(sample::named("infos", text));
  writer.commit();
}

// What is on the disk after every round; before the first, nothing.
std::vector<Contents> states() {
  std::vector<Contents> states{{{"", {}}}};
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  for (int round = 0; round < rounds; ++round) {
    round_of(*writer, round);
    states.push_back(sample::contents_of(*sample::open(disk)));
  }
  return states;
}

// The root is as of before or after the commit; each of its directories is too, whichever the others are.
bool is_between(const Contents& found, const Contents& before, const Contents& after) {
  if (found.at("") != before.at("") && found.at("") != after.at("")) return false;
  return std::ranges::all_of(found, [&](const auto& directory) {
    const auto& [path, titles] = directory;
    const auto old = before.find(path);
    const auto fresh = after.find(path);
    return (old != before.end() && old->second == titles) || (fresh != after.end() && fresh->second == titles);
  });
}

// Before the first commit there is no key list, and what is found by the records is a part of what was put.
bool is_part_of(const Contents& found, const Contents& after) {
  return std::ranges::all_of(found, [&](const auto& directory) {
    const auto whole = after.find(directory.first);
    return whole != after.end() && std::ranges::includes(whole->second, directory.second);
  });
}

// Runs the script until the sink fails. The number of rounds whose commit returned.
int rounds_until_fault(io::ByteSink& disk, fault::SinkFaults faults) {
  int done = 0;
  try {
    const auto writer = FileWriter::create(std::make_unique<fault::FaultySink>(disk, faults));
    for (; done < rounds; ++done) round_of(*writer, done);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::io);
  }
  return done;
}

}  // namespace

TEST_CASE("commit: if a process dies before any write, the file is complete, as of before or after a commit") {
  const auto all = states();
  REQUIRE(all.back().size() == 3 + rounds);
  int done = 0;
  for (std::uint64_t call = 1; done < rounds; ++call) {
    CAPTURE(call);
    const auto disk = sample::empty_disk();
    done = rounds_until_fault(*disk, {.fail_at_call = call});
    CAPTURE(done);
    if (done == rounds) break;
    const auto round = static_cast<std::size_t>(done);
    try {
      const auto file = sample::open(disk);
      const Contents found = sample::contents_of(*file);
      CHECK((file->is_recovered() ? done == 0 && is_part_of(found, all[1])
                                  : is_between(found, all[round], all[round + 1])));
    } catch (const Error& error) {
      CHECK_MESSAGE(done == 0, error.what());  // before the first commit there is nothing to open
    }
  }
}

TEST_CASE("commit: a torn write harms nothing unless it is that of the header, which is smaller than a disk's block") {
  const auto all = states();
  int done = 0;
  for (std::uint64_t call = 1; done < rounds; ++call) {
    for (const std::uint64_t through : {1U, 4U, 30U}) {
      CAPTURE(call);
      CAPTURE(through);
      const auto disk = sample::empty_disk();
      done = rounds_until_fault(*disk, {.fail_at_call = call, .writes_before_fault = through});
      if (done == rounds || done == 0) continue;
      const auto round = static_cast<std::size_t>(done);
      try {
        CHECK(is_between(sample::contents_of(*sample::open(disk)), all[round], all[round + 1]));
      } catch (const Error&) {
        CHECK(through == 30);  // so much of a header can lead to what is not there; it is noticed
      }
    }
  }
}

TEST_CASE("commit: after every commit the records follow each other without a hole, up to the end") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    round_of(*writer, round);
    const auto source = io::source_of(disk->contents());
    const auto reader = FileReader::open(source);
    CHECK(reader->header().end == source->size());
    CHECK(sample::is_gapless(*source, reader->header()));
  }
  writer->close();
  const auto source = io::source_of(disk->contents());
  CHECK(sample::is_gapless(*source, FileReader::open(source)->header()));
}

TEST_CASE("commit: with a sink that is atomic, records of subdirectories are free after one commit, not two") {
  for (const bool is_atomic : {false, true}) {
    CAPTURE(is_atomic);
    const auto disk = sample::empty_disk();
    {
      const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
      sample::put(*writer, writer->directory("old"), "replaced", "first");
      writer->close();
    }
    const auto reader = sample::open(disk);
    const auto writer =
        FileWriter::update(std::make_unique<sample::SharedSink>(disk), *reader, {.is_sink_atomic = is_atomic});
    sample::put(*writer, writer->directory("old"), "replaced", "second", replace);
    writer->commit();
    const std::uint32_t free = sample::open(disk)->header().free_size;
    writer->commit();
    CHECK((sample::open(disk)->header().free_size == free) == is_atomic);
    CHECK(sample::contents_of(*sample::open(disk)).at("old").size() == 1);
  }
}

TEST_CASE("commit: after close, the list of free segments has exactly the gaps of the walk") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  for (int round = 0; round < rounds; ++round) round_of(*writer, round);
  writer->close();
  const auto source = io::source_of(disk->contents());
  const auto header = FileReader::open(source)->header();
  std::set<std::pair<std::uint64_t, std::uint64_t>> gaps{{header.end, 2'000'000'000}};
  std::uint64_t at = header.begin;
  for (const std::int32_t size : sample::walk(*source, header)) {
    const auto length = static_cast<std::uint64_t>(std::abs(size));
    if (size < 0) gaps.emplace(at, at + length - 1);
    at += length;
  }
  CHECK(gaps.size() > 1);
  const auto contents = disk->contents();
  bytes::ByteCursor cursor(contents.span().subspan(header.seek_free, header.free_size), header.seek_free);
  cursor.seek(header.seek_free + read_record_head(cursor).key_length);
  std::set<std::pair<std::uint64_t, std::uint64_t>> listed;
  for (std::uint32_t number = 0; number < header.free_count; ++number) {
    CHECK(cursor.read<std::uint16_t>() == 1);
    const auto first = cursor.read<std::uint32_t>();
    listed.emplace(first, cursor.read<std::uint32_t>());
  }
  CHECK(cursor.at_end());
  CHECK(listed == gaps);
}

TEST_CASE("commit: space that a commit frees is reused, so that checkpoints do not let a file grow without limit") {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
  const auto size_after = [&](int commits) {
    for (int number = 0; number < commits; ++number) {
      sample::put(*writer, writer->directory("dir"), "tree", std::string(1000, 't'), replace);
      writer->commit();
    }
    return writer->size();
  };
  const auto some = size_after(10);
  CHECK(size_after(100) == some);
}

TEST_CASE("commit: a failed commit can be repeated, and nothing is lost") {
  const auto all = states();
  // Fails exactly one call.
  struct OnceFaulty final : io::ByteSink {
    explicit OnceFaulty(sample::Disk on) : disk(std::move(on)) {}
    const std::string& name() const noexcept override { return disk->name(); }
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
      if (armed && countdown-- == 0) {
        armed = false;
        detail::fail(ErrorKind::io, "cannot write: fault");
      }
      disk->write_at(offset, bytes);
    }
    void resize(std::uint64_t size) override { disk->resize(size); }
    void sync() override {}
    void close() override {}
    sample::Disk disk;
    bool armed = false;
    int countdown = 0;
  };
  for (int fault = 0; fault < 12; ++fault) {
    CAPTURE(fault);
    const auto disk = sample::empty_disk();
    auto owned = std::make_unique<OnceFaulty>(disk);
    OnceFaulty& sink = *owned;
    const auto writer = FileWriter::create(std::move(owned));
    round_of(*writer, 0);
    sample::put(*writer, {0}, "more", "in the root");
    sample::put(*writer, writer->directory("old/inner"), "more", "in old");
    sample::put(*writer, writer->directory("newest"), "more", "in new");
    sink.armed = true;
    sink.countdown = fault;
    try {
      writer->commit();
    } catch (const Error&) {
    }
    sink.armed = false;
    writer->commit();
    writer->close();
    const auto reader = sample::open(disk);
    const auto found = sample::contents_of(*reader);
    CHECK(found.at("").at("more;1") == "in the root");
    CHECK(found.at("old/inner").at("more;1") == "in old");
    CHECK(found.at("newest").at("more;1") == "in new");
    CHECK(found.at("old") == all[1].at("old"));
  }
}
