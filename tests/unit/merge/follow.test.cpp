#include "ramet/merge/follow.hpp"

#include <fstream>
#include <thread>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::FollowOptions;
using merge::FollowReport;
using merge::LiveMerge;
using merge::LiveReport;
using sample::error_of;
using std::chrono::milliseconds;

namespace {

/// A folder to which files are moved or written, and the output beside it. Threads: one thread.
struct Scene {
  sample::Inputs inputs{1};
  std::filesystem::path folder = inputs.path("runs");

  explicit Scene(std::size_t files) {
    std::filesystem::create_directory(folder);
    for (std::size_t number = 0; number < files; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        sample::put_entries(writer, sample::entries_of(10 * files), 10 * number, 10 * number + 10);
        writer.put("h", sample::histogram_of({0.5}));
      });
  }

  std::filesystem::path target(const std::string& name) const { return folder / name; }
  void arrive(std::size_t number, const std::string& name) const {
    std::filesystem::copy_file(inputs.paths().at(number), target(name + ".part"));
    std::filesystem::rename(target(name + ".part"), target(name));
  }
  std::string output() const { return inputs.path("merged.root"); }
  std::uint64_t entries() const { return inputs.result()->tree("Events")->tree().entries; }
};

FollowOptions quick() {
  return {.poll = milliseconds(5),
          .settle = milliseconds(20),
          .checkpoint = milliseconds(30),
          .until_idle = milliseconds(200)};
}

}  // namespace

TEST_CASE("follow: files that are there and that arrive are merged, in the order of their names") {
  const Scene scene(4);
  scene.arrive(1, "run10.root");
  scene.arrive(0, "run9.root");
  std::ofstream(scene.target("notes.txt")) << "no file to be merged";
  LiveMerge live(scene.inputs.session(), scene.output());
  std::vector<std::uint64_t> files;
  FollowOptions options = quick();
  options.until_idle = milliseconds(600);
  const FollowReport report = follow(live, scene.folder, options, [&](const LiveReport& one) {
    files.push_back(one.files);
    if (one.files == 2) scene.arrive(2, "run11.root");
    if (one.files == 3) scene.arrive(3, "run12.root");
  });
  CHECK(report.merge.files == 4);
  CHECK(report.unmerged.empty());
  CHECK_FALSE(report.is_stopped);
  CHECK(files.front() == 2);
  CHECK(files.back() == 4);
  CHECK(sample::is_same(sample::all_entries(scene.inputs.session(), *scene.inputs.result(), "Events"),
                        sample::entries_of(40)));
}

TEST_CASE("follow: files found at one time are merged in the order of their names, whichever is older") {
  const Scene scene(2);
  const auto now = std::filesystem::file_time_type::clock::now();
  for (const std::size_t number : {1, 0}) {
    const std::string name = "run" + std::to_string(number) + ".root";
    scene.arrive(number, name);
    std::filesystem::last_write_time(scene.target(name), now + std::chrono::hours(number == 0 ? 1 : -1));
  }
  LiveMerge live(scene.inputs.session(), scene.output());
  CHECK(follow(live, scene.folder, quick()).merge.files == 2);
  CHECK(sample::is_same(sample::all_entries(scene.inputs.session(), *scene.inputs.result(), "Events"),
                        sample::entries_of(20)));
}

TEST_CASE("follow: a file that is written piece by piece waits until it is finished") {
  const Scene scene(2);
  scene.arrive(0, "run0.root");
  LiveMerge live(scene.inputs.session(), scene.output());
  std::thread slow([&] {
    const auto source = io::open_local(scene.inputs.paths()[1]);
    bytes::Buffer all(source->size());
    source->read_at(0, all.span());
    std::ofstream file(scene.target("run1.root"), std::ios::binary);
    for (std::size_t at = 0; at < all.size(); at += all.size() / 8 + 1) {
      const std::size_t size = std::min(all.size() / 8 + 1, all.size() - at);
      file.write(static_cast<const char*>(static_cast<const void*>(all.data() + at)),
                 static_cast<std::streamsize>(size));
      file.flush();
      std::this_thread::sleep_for(milliseconds(50));
    }
    std::ofstream(scene.target("done")) << "x";
  });
  FollowOptions options = quick();
  options.until_idle.reset();
  options.end_file = scene.target("done");
  const FollowReport report = follow(live, scene.folder, options);
  slow.join();
  CHECK(report.merge.files == 2);
  CHECK(report.unmerged.empty());
  CHECK(scene.entries() == 20);
}

TEST_CASE("follow: what is not finished, or changes when it was merged, is named at the end") {
  const Scene scene(3);
  scene.arrive(0, "good.root");
  scene.arrive(1, "short.root");
  std::filesystem::resize_file(scene.target("short.root"), 500);
  {
    LiveMerge live(scene.inputs.session(), scene.output());
    const FollowReport report = follow(live, scene.folder, quick());
    CHECK(report.merge.files == 1);
    REQUIRE(report.unmerged.size() == 1);
    CHECK(report.unmerged[0].file == scene.target("short.root"));
    CHECK(report.unmerged[0].reason.find("500") != std::string::npos);
  }
  std::filesystem::remove(scene.target("short.root"));
  std::filesystem::remove(scene.target("good.root"));
  scene.arrive(2, "good.root");
  std::filesystem::last_write_time(scene.target("good.root"),
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  LiveMerge live(scene.inputs.session(), scene.output());
  const FollowReport report = follow(live, scene.folder, quick());
  REQUIRE(report.unmerged.size() == 1);
  CHECK(report.unmerged[0].reason.find("has changed since it was merged") != std::string::npos);
  CHECK(scene.entries() == 10);
}

TEST_CASE("follow: begun again, it does not merge files twice") {
  const Scene scene(3);
  scene.arrive(0, "a.root");
  for (std::size_t number = 1; number < 3; ++number) {
    LiveMerge live(scene.inputs.session(), scene.output());
    follow(live, scene.folder, quick());
    scene.arrive(number, "b" + std::to_string(number) + ".root");
  }
  LiveMerge live(scene.inputs.session(), scene.output());
  CHECK(follow(live, scene.folder, quick()).merge.files == 3);
  CHECK(scene.entries() == 30);
}

TEST_CASE("follow: the output may lie in the folder") {
  const Scene scene(1);
  scene.arrive(0, "a.root");
  LiveMerge live(scene.inputs.session(), scene.target("all.root"));
  const FollowReport report = follow(live, scene.folder, quick());
  CHECK(report.merge.files == 1);
  CHECK(report.unmerged.empty());
}

TEST_CASE("follow: it ends with a file, or when it is stopped") {
  const Scene scene(1);
  scene.arrive(0, "a.root");
  LiveMerge live(scene.inputs.session(), scene.output());
  FollowOptions options = quick();
  options.until_idle.reset();
  SUBCASE("file") {
    options.end_file = scene.target("done");
    std::ofstream(options.end_file) << "x";
    options.settle = std::chrono::hours(1);
    CHECK(follow(live, scene.folder, options).merge.files == 1);
  }
  SUBCASE("stop") {
    StopSource stop;
    options.stop = stop.get_token();
    const FollowReport report = follow(live, scene.folder, options, [&](const LiveReport&) { stop.request_stop(); });
    CHECK(report.is_stopped);
    CHECK(report.merge.files == 1);
  }
  CHECK(scene.entries() == 10);
}

TEST_CASE("follow: a folder that does not exist is an error") {
  const Scene scene(0);
  LiveMerge live(scene.inputs.session(), scene.output());
  CHECK(error_of([&] { follow(live, scene.target("nowhere"), quick()); }).find("nowhere") != std::string::npos);
}
