// A live merge is killed in the middle of each of its writes, then begun again with all files.
#include <csignal>
#include <filesystem>
#include <string>

#include "fault/merging/counted_writes.hpp"
#include "thread_sanitizer.hpp"
#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ramet/merge/live.hpp"

using namespace ramet;

namespace {

constexpr std::size_t input_count = 9;
constexpr std::size_t entries_of_input = 60;

/// Files with trees, ntuples and histograms, also in directories. Threads: one thread.
struct Scene {
  sample::Inputs inputs{1};
  std::vector<array::Array> columns = sample::entries_of(input_count * entries_of_input);

  Scene() {
    for (std::size_t number = 0; number < input_count; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        const std::size_t first = number * entries_of_input;
        sample::put_entries(writer, columns, first, first + entries_of_input);
        sample::put_entries(writer, columns, first, first + entries_of_input, write::Format::ttree, "a/trees");
        sample::put_entries(writer, columns, first, first + entries_of_input, write::Format::rntuple, "ntuples");
        writer.put("h", sample::histogram_of({0.5}));
        writer.put("a/h", sample::histogram_of({0.5}));
      });
  }

  std::string output() const { return inputs.path("merged.root"); }

  /// Merge all, three with each checkpoint, in the process that calls.
  merge::LiveReport merge(std::size_t threads) const {
    const auto executor = schedule::make_thread_executor(threads);
    const dataset::Session session(*executor);
    merge::LiveMerge live(session, output(), {.reproducible = true, .checkpoint_files = 3});
    for (const std::string& path : inputs.paths()) live.add(path);
    return live.finish();
  }

  /// Merge in another process, which is killed in this write. Returns whether it was.
  bool merge_killed(std::int64_t write, std::size_t threads) const {
    const pid_t child = ::fork();
    if (child == 0) {
      fault::counted_writes().writes_until_kill = write;
      merge(UNDER_THREAD_SANITIZER != 0 ? 1 : threads);
      ::_exit(0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    fault::counted_writes().writes_until_kill = -1;
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  }

  /// Check that the output can be read, and has whole files in their order. Returns how many.
  std::size_t check() const {
    const auto file = inputs.result();
    const std::uint64_t entries =
        file->reader().root().find("Events") == nullptr ? 0 : file->tree("Events")->tree().entries;
    REQUIRE(entries % entries_of_input == 0);
    if (entries == 0) return 0;
    for (const char* table : {"Events", "a/trees/Events", "ntuples/Events"}) {
      CAPTURE(table);
      const auto all = sample::all_entries(inputs.session(), *file, table);
      const std::uint64_t there = all.front().length();
      CHECK(there % entries_of_input == 0);  // directories are complete, each as of one of the last two checkpoints
      CHECK(there <= entries);
      CHECK(sample::is_same(all, sample::slices(columns, 0, there)));
    }
    return entries / entries_of_input;
  }

  void check_all() const {
    REQUIRE(check() == input_count);
    const auto file = inputs.result();
    for (const char* table : {"a/trees/Events", "ntuples/Events"})
      CHECK(sample::all_entries(inputs.session(), *file, table).front().length() == input_count * entries_of_input);
    for (const char* histogram : {"h", "a/h"})
      CHECK(sample::histogram_in(*file, histogram).parts().moments.entries == input_count);
  }
};

}  // namespace

TEST_CASE(
    "killed live merge: after a kill in any write the output is that of a checkpoint, and every entry comes once") {
  for (const std::size_t threads : {1U, 3U}) {
    const Scene scene;
    std::size_t most = 0;
    std::int64_t write = 0;
    for (;; write += (threads == 1 ? 1 : 4) * fault::kill_stride) {
      CAPTURE(write);
      std::filesystem::remove(scene.output());
      std::filesystem::remove(scene.output() + ".live");
      if (!scene.merge_killed(write, threads)) break;
      if (std::filesystem::exists(scene.output())) most = std::max(most, scene.check());
      const merge::LiveReport report = scene.merge(threads);
      CHECK(report.files == input_count);
      CHECK(report.left_out.empty());
      scene.check_all();
    }
    CHECK(write > 60);
    if (fault::kill_stride == 1) CHECK(most == input_count);
    scene.check_all();
  }
}

TEST_CASE("killed live merge: it can be killed again and again") {
  const Scene scene;
  int kills = 0;
  while (scene.merge_killed(60, 2)) REQUIRE(++kills < 30);
  CHECK(kills > 1);
  scene.check_all();
}
