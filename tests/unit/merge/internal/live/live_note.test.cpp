#include "ramet/merge/internal/live/live_note.hpp"

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::internal::HeldCommit;
using merge::internal::InputMark;
using merge::internal::LiveNote;
using sample::error_of;

namespace {

/// An output, and a commit that changes its header. Threads: one thread.
struct Scene {
  TemporaryFolder folder;
  std::filesystem::path output = folder / "all.root";
  HeldCommit commit;

  Scene() {
    file::FileWriter::create(io::create_local(output))->close();
    commit.writes.push_back({0, bytes::Buffer()});
    commit.writes.front().bytes.append(header().span());
    commit.writes.front().bytes.data()[36] = std::byte{7};  // in the setting of the compression
    commit.writes.push_back({200, bytes::Buffer()});
    commit.writes.back().bytes.append(bytes_of("body"));
  }

  bytes::Buffer header() const { return merge::internal::header_of(*io::open_local(output)); }
  file::Uuid uuid() const { return file::FileReader::open(io::open_local(output))->header().uuid; }
  std::filesystem::path note() const { return merge::internal::note_of(output); }
  std::string bytes(std::uint64_t offset, std::size_t size) const {
    bytes::Buffer bytes(size);
    io::open_local(output)->read_at(offset, bytes.span());
    return text_of(bytes.span());
  }
  void write(std::uint64_t offset, std::span<const std::byte> bytes) const {
    const auto sink = io::update_local(output);
    sink->write_at(offset, bytes);
    sink->close();
  }
};

}  // namespace

TEST_CASE("live note: it counts for the output that it names, and no other") {
  const Scene scene;
  {
    LiveNote note(scene.output);
    CHECK_FALSE(note.is_of_output());
    note.restart(scene.uuid());
    CHECK(note.is_of_output());
    note.add_group({{"a.root", 1, 2, 3}, {"memory", 4, 0, 0}}, scene.header().span(), {}, false);
    CHECK(note.is_open());
    note.add_done();
    CHECK_FALSE(note.is_open());
  }
  {
    const LiveNote note(scene.output);
    CHECK(note.is_of_output());
    CHECK(note.input_count() == 2);
    CHECK(note.inputs() == std::vector<InputMark>{{"a.root", 1, 2, 3}});  // what was in memory is like nothing else
  }
  std::filesystem::remove(scene.output);
  CHECK_FALSE(LiveNote(scene.output).is_of_output());
  file::FileWriter::create(io::create_local(scene.output))->close();
  LiveNote note(scene.output);
  CHECK_FALSE(note.is_of_output());
  CHECK(note.input_count() == 0);
  note.remove();
  CHECK_FALSE(std::filesystem::exists(scene.note()));
}

TEST_CASE("live note: the writes of a group are done again, whatever was done of them") {
  for (const std::size_t done : {0U, 20U, 50U, 100U}) {
    CAPTURE(done);
    const Scene scene;
    {
      LiveNote note(scene.output);
      note.restart(scene.uuid());
      note.add_group({{"a.root", 1, 2, 3}}, scene.header().span(), scene.commit, true);
    }
    scene.write(0, scene.commit.writes.front().bytes.span().first(done));
    for (int time = 0; time < 2; ++time) {
      const LiveNote note(scene.output);
      CHECK(note.input_count() == 1);
      CHECK(scene.bytes(0, 100) == text_of(scene.commit.writes.front().bytes.span()));
      CHECK(scene.bytes(200, 4) == "body");
    }
  }
}

TEST_CASE("live note: a record that is torn has not happened") {
  const Scene scene;
  {
    LiveNote note(scene.output);
    note.restart(scene.uuid());
    note.add_group({{"a.root", 1, 2, 3}}, scene.header().span(), {}, false);
    note.add_done();
    note.add_group({{"b.root", 1, 2, 3}}, scene.header().span(), scene.commit, false);
  }
  std::filesystem::resize_file(scene.note(), std::filesystem::file_size(scene.note()) - 1);
  const std::string before = text_of(scene.header().span());
  {
    LiveNote note(scene.output);
    CHECK(note.input_count() == 1);
    CHECK(text_of(scene.header().span()) == before);
    note.add_group({{"c.root", 1, 2, 3}}, scene.header().span(), {}, false);
    note.add_done();
  }
  CHECK(LiveNote(scene.output).inputs() == std::vector<InputMark>{{"a.root", 1, 2, 3}, {"c.root", 1, 2, 3}});
}

TEST_CASE("live note: an output that others have changed in between, and a note that is none") {
  const Scene scene;
  {
    LiveNote note(scene.output);
    note.restart(scene.uuid());
    note.add_group({{"a.root", 1, 2, 3}}, scene.header().span(), scene.commit, false);
  }
  CHECK(error_of([&] { LiveNote(scene.output).add_done(); }) == "none");
  {
    LiveNote note(scene.output);
    note.add_group({{"a.root", 1, 2, 3}}, scene.header().span(), scene.commit, false);
  }
  scene.write(36, bytes_of("x"));
  CHECK(error_of([&] { const LiveNote note(scene.output); }).find("was changed since") != std::string::npos);
  write_file(scene.note(), "my notes");
  CHECK(error_of([&] { const LiveNote note(scene.output); }).find("is not the note") != std::string::npos);
}

TEST_CASE("live note: nobody else has it") {
  const Scene scene;
  const LiveNote note(scene.output);
  CHECK(error_of([&] { const LiveNote other(scene.output); }).find("is writing") != std::string::npos);
}
