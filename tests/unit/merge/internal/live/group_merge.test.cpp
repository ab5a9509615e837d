#include "ramet/merge/internal/live/group_merge.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::LeftOutFile;
using merge::LiveOptions;
using merge::internal::GroupMerge;
using merge::internal::LiveNote;
using merge::internal::WaitingInput;
using sample::error_of;

namespace {

/// An output with a note, and files. Threads: one thread.
struct Scene {
  sample::Inputs inputs{1};
  std::filesystem::path output = inputs.path("merged.root");
  LiveOptions options = {};
  LiveNote note{output};
  std::vector<merge::internal::PlacedBytes> marks;

  explicit Scene(std::size_t files) {
    for (std::size_t number = 0; number < files; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        sample::put_entries(writer, sample::entries_of(40 * files), 40 * number, 40 * number + 40);
        sample::put_entries(writer, sample::entries_of(40 * files), 40 * number, 40 * number + 40,
                            write::Format::rntuple, "n");
        writer.put("h", sample::histogram_of({0.5}));
      });
    begin_output(output, options, {}, note);
  }

  WaitingInput waiting(std::size_t number) const {
    return {merge::internal::mark_of(inputs.paths().at(number)), nullptr};
  }
  std::vector<LeftOutFile> merge(const std::vector<WaitingInput>& group) {
    return GroupMerge(inputs.session(), output, options, note, marks).run(group);
  }
  std::string bytes() const {
    const auto source = io::open_local(output);
    std::string text(source->size(), ' ');
    source->read_at(0, std::as_writable_bytes(std::span(text)));
    return text;
  }
};

}  // namespace

TEST_CASE("group merge: baskets and pages that the output has stay where they are") {
  Scene scene(3);
  CHECK(scene.inputs.result()->reader().root().keys.empty());
  scene.merge({scene.waiting(0), scene.waiting(1)});
  const auto places = [&] {
    const auto file = scene.inputs.result();
    const auto tree = file->tree("Events");
    return tree->tree().branches.front().baskets.location({0}).seek;
  };
  const std::uint64_t before = places();
  const std::string first = scene.bytes().substr(before, 200);
  scene.merge({scene.waiting(2)});
  CHECK(places() == before);
  CHECK(scene.bytes().substr(before, 200) == first);
  for (const char* table : {"Events", "n/Events"})
    CHECK(sample::is_same(sample::all_entries(scene.inputs.session(), *scene.inputs.result(), table),
                          sample::entries_of(120)));
}

TEST_CASE("group merge: small baskets and pages of a group are gathered, those that the output has stay") {
  Scene scene(12);
  const auto group = [&](std::size_t first, std::size_t last) {
    std::vector<WaitingInput> files;
    for (std::size_t number = first; number < last; ++number) files.push_back(scene.waiting(number));
    scene.merge(files);
  };
  const auto clusters = [&] {
    const auto file = scene.inputs.result();
    return std::pair(file->tree("Events")->tree().cluster_count(), file->ntuple("n/Events")->ntuple().cluster_count());
  };
  const auto place = [&] {
    return scene.inputs.result()->tree("Events")->tree().branches.front().baskets.location({0}).seek;
  };
  group(0, 5);
  CHECK(clusters() == std::pair<std::size_t, std::size_t>{1, 1});
  const std::uint64_t before = place();
  group(5, 11);
  CHECK(clusters() == std::pair<std::size_t, std::size_t>{2, 2});
  CHECK(place() == before);
  scene.options.gather = merge::Gather::never;
  group(11, 12);
  CHECK(clusters() == std::pair<std::size_t, std::size_t>{3, 3});
  for (const char* table : {"Events", "n/Events"})
    CHECK(sample::is_same(sample::all_entries(scene.inputs.session(), *scene.inputs.result(), table),
                          sample::entries_of(480)));
}

TEST_CASE("group merge: records that are superseded can be read until the next group, and are used again") {
  Scene scene(12);
  scene.merge({scene.waiting(0)});
  const auto before = scene.inputs.result();
  scene.merge({scene.waiting(1)});
  CHECK(before->tree("Events")->tree().entries == 40);
  CHECK(sample::histogram_in(*before, "h").parts().moments.entries == 1);
  CHECK_FALSE(scene.marks.empty());
  const std::size_t size = scene.bytes().size();
  for (std::size_t number = 2; number < 12; ++number) scene.merge({scene.waiting(number)});
  CHECK(scene.bytes().size() < 8 * size);
}

TEST_CASE("group merge: files that differ are left out, each, and the others are merged") {
  Scene scene(3);
  for (int other = 0; other < 3; ++other)
    scene.inputs.add([](write::ParallelWriter& writer) {
      writer.put("h", sample::histogram_of({0.5}, hist::RegularAxis{4, 0, 4.7}));
    });
  scene.merge({scene.waiting(0)});
  scene.merge({});
  const std::size_t before = scene.bytes().size();
  CHECK(scene.merge({scene.waiting(3)}).size() == 1);
  CHECK(scene.bytes().size() == before);
  const auto left_out =
      scene.merge({scene.waiting(3), scene.waiting(1), scene.waiting(4), scene.waiting(5), scene.waiting(2)});
  REQUIRE(left_out.size() == 3);
  for (const LeftOutFile& one : left_out) CHECK(one.is_refused);
  CHECK(scene.note.input_count() == 3);
  CHECK(scene.inputs.result()->tree("Events")->tree().entries == 120);
}

TEST_CASE("group merge: an error of the output is not that of a file, and nothing is merged") {
  Scene scene(1);
  const auto held = io::update_local(scene.output);
  CHECK(error_of([&] { scene.merge({scene.waiting(0)}); }).find("is writing") != std::string::npos);
  CHECK(scene.note.input_count() == 0);
}
