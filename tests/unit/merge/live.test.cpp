#include "ramet/merge/live.hpp"

#include <atomic>
#include <fstream>
#include <thread>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::LiveMerge;
using merge::LiveOptions;
using merge::LiveReport;
using sample::error_of;

namespace {

constexpr std::size_t entries_of_file = 100;

/// A file as bytes.
bytes::Buffer bytes_of(const std::string& path) {
  const auto source = io::open_local(path);
  bytes::Buffer bytes(source->size());
  source->read_at(0, bytes.span());
  return bytes;
}

/// Whether a text has a letter.
bool has_letter(const dataset::File& file, const std::string& path, char letter) {
  const file::Record record = file.reader().read_record(file.reader().key(path));
  return std::ranges::find(record.payload(), static_cast<std::byte>(letter)) != record.payload().end();
}

/// Files with a tree, an ntuple in a directory, a histogram and a text each, and the output. Threads: as its members.
struct Scene {
  sample::Inputs inputs{2};
  std::vector<array::Array> columns;

  explicit Scene(std::size_t files) : columns(sample::entries_of(files * entries_of_file)) {
    for (std::size_t number = 0; number < files; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        const std::size_t first = number * entries_of_file;
        sample::put_entries(writer, columns, first, first + entries_of_file);
        sample::put_entries(writer, columns, first, first + entries_of_file, write::Format::rntuple, "ntuples");
        writer.put("h", sample::histogram_of({0.5}));
        writer.put("histograms/h", sample::histogram_of({0.5, 1.5}));
        writer.put("text", std::string("all the same"));
      });
  }

  const std::string& file(std::size_t number) const { return inputs.paths().at(number); }
  std::string output() const { return inputs.path("merged.root"); }
  std::string note() const { return output() + ".live"; }

  /// Check that the output has the entries of the first files.
  void check(std::size_t files) const {
    CAPTURE(files);
    const auto file = inputs.result();
    const auto expected = sample::slices(columns, 0, files * entries_of_file);
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "Events"), expected));
    CHECK(sample::is_same(sample::all_entries(inputs.session(), *file, "ntuples/Events"), expected));
    CHECK(sample::histogram_in(*file, "h").parts().moments.entries == static_cast<double>(files));
    CHECK(sample::histogram_in(*file, "histograms/h").parts().moments.entries == static_cast<double>(2 * files));
    for (const file::Key& key : file->reader().root().keys) CHECK(key.cycle == 1);
  }
};

}  // namespace

TEST_CASE("live: what is added comes behind what the output has, with each checkpoint") {
  const Scene scene(6);
  LiveMerge live(scene.inputs.session(), scene.output());
  CHECK(live.report().files == 0);
  CHECK(live.add(scene.file(0)));
  CHECK_FALSE(std::filesystem::exists(scene.output()));
  CHECK(live.checkpoint().files == 1);
  scene.check(1);
  live.add(scene.file(1));
  live.add(io::source_of(bytes_of(scene.file(2)), "worker 3"));
  CHECK(live.checkpoint().files == 3);
  scene.check(3);
  CHECK(live.checkpoint().checkpoints == 2);  // nothing was added
  for (std::size_t number = 3; number < 6; ++number) {
    live.add(scene.file(number));
    live.checkpoint();
    scene.check(number + 1);
  }
  CHECK(std::filesystem::exists(scene.note()));
  const LiveReport report = live.finish();
  CHECK(report.files == 6);
  CHECK(report.checkpoints == 5);
  CHECK(report.left_out.empty());
  CHECK(report.output_bytes == std::filesystem::file_size(scene.output()));
  CHECK_FALSE(std::filesystem::exists(scene.note()));
  scene.check(6);
}

TEST_CASE("live: the output is that of a merge, but for the places of records") {
  const Scene scene(5);
  scene.inputs.merged({.on_existing = merge::OnExisting::replace, .tables = {.gather = merge::Gather::never}});
  const auto at_once = std::filesystem::file_size(scene.output());
  LiveMerge live(scene.inputs.session(), scene.output(), {.on_existing = merge::OnExisting::replace});
  for (std::size_t number = 0; number < 5; ++number) {
    live.add(scene.file(number));
    live.checkpoint();
  }
  CHECK(live.finish().output_bytes < at_once + at_once / 2);  // records that are superseded are used again
  scene.check(5);
}

TEST_CASE("live: checkpoints are made when enough was added") {
  const Scene scene(6);
  LiveOptions options;
  SUBCASE("files") { options.checkpoint_files = 2; }
  SUBCASE("bytes") { options.checkpoint_bytes = std::filesystem::file_size(scene.file(0)) * 3 / 2; }
  LiveMerge live(scene.inputs.session(), scene.output(), options);
  for (std::size_t number = 0; number < 5; ++number) live.add(scene.file(number));
  CHECK(live.report().checkpoints == 2);
  scene.check(4);
}

TEST_CASE("live: files in memory take no more than they may") {
  const Scene scene(6);
  const std::uint64_t size = std::filesystem::file_size(scene.file(0));
  LiveMerge live(scene.inputs.session(), scene.output(), {.max_memory = 6 * size});
  for (std::size_t number = 0; number < 6; ++number) {
    live.add(io::source_of(bytes_of(scene.file(number)), "memory"));
    CHECK(live.report().files + 3 > number);
  }
  live.finish();
  scene.check(6);
}

TEST_CASE("live: a file is merged once, also by a live merge that goes on") {
  const Scene scene(4);
  {
    LiveMerge live(scene.inputs.session(), scene.output());
    CHECK(live.add(scene.file(0)));
    CHECK_FALSE(live.add(scene.file(0)));
    live.checkpoint();
    CHECK_FALSE(live.add(scene.file(0)));
    live.add(scene.file(1));
    CHECK(live.knows(scene.file(1)) == LiveMerge::Known::same);
  }
  scene.check(1);
  LiveMerge live(scene.inputs.session(), scene.output());
  CHECK(live.report().files == 1);
  CHECK(live.knows(scene.file(0)) == LiveMerge::Known::same);
  CHECK(live.knows(scene.file(1)) == LiveMerge::Known::no);
  for (std::size_t number = 0; number < 4; ++number) CHECK(live.add(scene.file(number)) == (number > 0));
  CHECK(live.finish().files == 4);
  scene.check(4);
}

TEST_CASE("live: a file of the same path with other contents is another file") {
  const Scene scene(2);
  const std::string path = scene.inputs.path("again.root");
  LiveMerge live(scene.inputs.session(), scene.output());
  for (std::size_t number = 0; number < 2; ++number) {
    std::filesystem::remove(path);
    std::filesystem::copy_file(scene.file(number), path);
    CHECK(live.add(path));
    CHECK(live.knows(path) == LiveMerge::Known::same);
    live.checkpoint();
  }
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  CHECK(live.knows(path) == LiveMerge::Known::changed);
  scene.check(2);
}

TEST_CASE("live: a file that differs is refused, and the others are merged") {
  Scene scene(3);
  for (int other = 0; other < 2; ++other)
    scene.inputs.add([](write::ParallelWriter& writer) {
      auto table = writer.add_table(sample::schema_of({"int64"}), {.format = write::Format::ttree});
      table.context().close();
      writer.put("h", sample::histogram_of({0.5}, hist::RegularAxis{4, 0, 4.7}));
    });
  LiveMerge live(scene.inputs.session(), scene.output());
  live.add(scene.file(0));
  live.add(scene.file(3));
  live.add(scene.file(1));
  live.add(scene.file(4));
  const std::string error = error_of([&] { live.checkpoint(); });
  CHECK(error.find("2 files were not merged") != std::string::npos);
  CHECK(error.find("in3.root': 'h'") != std::string::npos);
  CHECK(error.find("in4.root': 'h'") != std::string::npos);
  scene.check(2);
  CHECK(live.knows(scene.file(3)) == LiveMerge::Known::no);
  live.add(scene.file(2));
  const LiveReport report = live.finish();  // it was said once
  CHECK(report.files == 3);
  REQUIRE(report.left_out.size() == 2);
  CHECK(report.left_out.front().is_refused);
  scene.check(3);
}

TEST_CASE("live: an ntuple whose fields are in another order would have to be written again, and is refused") {
  sample::Inputs inputs;
  for (const auto& names : {std::vector<std::string>{"a", "b"}, {"b", "a"}})
    inputs.add([&](write::ParallelWriter& writer) {
      table::Schema schema{.name = "Events", .title = {}, .columns = {}};
      for (const std::string& name : names) schema.columns.push_back({name, array::parse_type("int64")});
      auto table = writer.add_table(schema, {.format = write::Format::rntuple});
      auto context = table.context();
      context.extend(std::vector<array::Array>{sample::noise_of("int64", 7, 1), sample::noise_of("int64", 7, 2)});
      context.close();
    });
  LiveMerge live(inputs.session(), inputs.path("merged.root"));
  for (const std::string& path : inputs.paths()) live.add(path);
  CHECK(error_of([&] { live.checkpoint(); }).find("in1.root': 'Events': its fields are in another order") !=
        std::string::npos);
}

TEST_CASE("live: objects that differ can be left out") {
  Scene scene(2);
  scene.inputs.add([](write::ParallelWriter& writer) {
    writer.put("h", sample::histogram_of({0.5}));
    auto table = writer.add_table(sample::schema_of({"int64"}), {.format = write::Format::ttree});
    auto context = table.context();
    context.extend(std::vector<array::Array>{sample::noise_of("int64", 7, 1)});
    context.close();
  });
  LiveMerge live(scene.inputs.session(), scene.output(), {.on_difference = merge::OnDifference::skip_file});
  for (std::size_t number = 0; number < 3; ++number) {
    live.add(scene.file(number));
    live.checkpoint();
  }
  const LiveReport report = live.finish();
  CHECK(report.files == 3);
  REQUIRE_FALSE(report.left_out.empty());
  CHECK(report.left_out.front().file == scene.file(2));
  CHECK(report.left_out.front().difference.entries == 7);
  CHECK_FALSE(report.left_out.front().is_refused);
  const auto file = scene.inputs.result();
  CHECK(file->tree("Events")->tree().entries == 2 * entries_of_file);
  CHECK(sample::histogram_in(*file, "h").parts().moments.entries == 3);
}

TEST_CASE("live: a bad file is an error that names it") {
  const Scene scene(4);
  std::ofstream(scene.inputs.path("text.root")) << "no ROOT file";
  std::filesystem::resize_file(scene.file(1), std::filesystem::file_size(scene.file(1)) / 2);
  const auto basket =
      scene.inputs.session().open(scene.file(2))->tree("Events")->tree().branches[0].baskets.location({0});
  sample::damage(scene.file(2), basket.seek + 5);
  SUBCASE("thrown") {
    LiveMerge live(scene.inputs.session(), scene.output());
    CHECK(live.add(scene.file(0)));
    CHECK_THROWS_AS(live.add(scene.inputs.path("missing.root")), merge::InputError);
    CHECK_THROWS_AS(live.add(scene.inputs.path("text.root")), merge::InputError);
    CHECK_THROWS_AS(live.add(scene.file(1)), merge::InputError);
    CHECK(live.add(scene.file(2)));
    CHECK(error_of([&] { live.checkpoint(); }).find("in2.root") != std::string::npos);
    CHECK(live.finish().files == 1);
  }
  SUBCASE("left out") {
    LiveMerge live(scene.inputs.session(), scene.output(), {.on_bad_input = merge::OnBadInput::skip});
    CHECK(live.add(scene.file(0)));
    CHECK_FALSE(live.add(scene.file(1)));
    CHECK(live.add(scene.file(2)));
    const LiveReport report = live.finish();
    CHECK(report.files == 1);
    CHECK(report.left_out.size() == 2);
  }
  scene.check(1);
}

TEST_CASE("live: a file that changes while it waits is not merged") {
  const Scene scene(2);
  LiveMerge live(scene.inputs.session(), scene.output());
  live.add(scene.file(0));
  live.add(scene.file(1));
  std::filesystem::last_write_time(scene.file(1),
                                   std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  CHECK(error_of([&] { live.checkpoint(); }).find("has changed since it was added") != std::string::npos);
  scene.check(1);
}

TEST_CASE("live: an output of others is left alone, replaced, or taken as the first") {
  const Scene scene(2);
  std::filesystem::copy_file(scene.file(0), scene.output());
  CHECK(error_of([&] { LiveMerge(scene.inputs.session(), scene.output()); }).find("exists") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(scene.note()));
  SUBCASE("replaced") {
    LiveMerge live(scene.inputs.session(), scene.output(), {.on_existing = merge::OnExisting::replace});
    live.add(scene.file(0));
    live.finish();
    scene.check(1);
  }
  SUBCASE("replaced in spite of a note") {
    for (int time = 0; time < 2; ++time) {
      LiveMerge live(scene.inputs.session(), scene.output(),
                     {.on_existing = merge::OnExisting::replace, .on_unfinished = merge::OnUnfinished::discard});
      live.add(scene.file(0));
      live.checkpoint();
      scene.check(1);
    }
  }
  SUBCASE("first") {
    LiveMerge live(scene.inputs.session(), scene.output(), {.on_existing = merge::OnExisting::append});
    live.add(scene.file(1));
    live.finish();
    scene.check(2);
  }
}

TEST_CASE("live: calls that are not possible") {
  const Scene scene(1);
  CHECK(error_of([&] {
          LiveMerge(scene.inputs.session(), scene.output(), {.on_bad_input = merge::OnBadInput::recover});
        }).find("cannot recover") != std::string::npos);
  CHECK(error_of([&] {
          LiveMerge(scene.inputs.session(), scene.output(), {.on_difference = merge::OnDifference::split});
        }).find("cannot split") != std::string::npos);
  LiveMerge live(scene.inputs.session(), scene.output());
  CHECK(error_of([&] { LiveMerge(scene.inputs.session(), scene.output()); }).find("is writing") != std::string::npos);
  live.add(scene.file(0));
  live.checkpoint();
  CHECK(error_of([&] { live.add(scene.output()); }).find("to itself") != std::string::npos);
  live.finish();
  CHECK(error_of([&] { live.add(scene.file(0)); }).find("is finished") != std::string::npos);
}

TEST_CASE("live: nothing added, nothing written") {
  const Scene scene(1);
  {
    LiveMerge(scene.inputs.session(), scene.output()).checkpoint();
  }
  CHECK_FALSE(std::filesystem::exists(scene.output()));
  CHECK_FALSE(std::filesystem::exists(scene.note()));
}

TEST_CASE("live: objects follow their rules") {
  sample::Inputs inputs{2};
  for (const char* text : {"a", "a", "b"})
    inputs.add([&](write::ParallelWriter& writer) { writer.put("text", std::string(text)); });
  SUBCASE("the same in all files") {
    LiveMerge live(inputs.session(), inputs.path("merged.root"));
    live.add(inputs.paths()[0]);
    live.checkpoint();
    live.add(inputs.paths()[1]);
    live.checkpoint();
    live.add(inputs.paths()[2]);
    CHECK(error_of([&] { live.checkpoint(); }).find("it differs") != std::string::npos);
    CHECK(has_letter(*inputs.result(), "text", 'a'));
  }
  SUBCASE("cycles") {
    for (const merge::Rule rule : {merge::Rule::all, merge::Rule::distinct, merge::Rule::last, merge::Rule::first}) {
      std::filesystem::remove(inputs.path("merged.root"));
      LiveMerge live(inputs.session(), inputs.path("merged.root"), {.rules = {{"TObjString", rule}}});
      for (const std::string& path : inputs.paths()) {
        live.add(path);
        live.checkpoint();
      }
      live.finish();
      const auto file = inputs.result();
      const std::size_t cycles = rule == merge::Rule::all ? 3 : rule == merge::Rule::distinct ? 2 : 1;
      CHECK(file->reader().root().keys.size() == cycles);
      CHECK(has_letter(*file, "text", rule == merge::Rule::first ? 'a' : 'b'));
    }
  }
}

TEST_CASE("live: threads add, and others read the output at any time") {
  constexpr std::size_t threads = 8;
  constexpr std::size_t files = 104;
  const Scene scene(files);
  LiveMerge live(scene.inputs.session(), scene.output(), {.checkpoint_files = 5});
  live.add(scene.file(0));
  live.checkpoint();
  std::atomic<bool> is_done = false;
  std::atomic<std::uint64_t> reads = 0;
  std::atomic<std::uint64_t> shrinks = 0;
  std::vector<std::thread> running;
  running.emplace_back([&] {
    std::uint64_t before = 0;
    while (!is_done) {
      const std::uint64_t checkpoints = live.report().checkpoints;
      try {
        const auto file = scene.inputs.session().open(std::filesystem::path(scene.output()));
        const auto tree = file->tree("Events");
        const std::uint64_t now = tree->tree().entries;
        if (now < before || now % entries_of_file != 0) ++shrinks;
        if (sample::all_entries(scene.inputs.session(), *file, "Events").front().length() != now) ++shrinks;
        before = now;
      } catch (const Error&) {  // what was opened is gone when two checkpoints were begun meanwhile
        if (live.report().checkpoints == checkpoints) ++shrinks;
      }
      ++reads;
    }
  });
  for (std::size_t thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      for (std::size_t number = 1 + thread; number < files; number += threads) {
        if (number % 2 == 0)
          live.add(scene.file(number));
        else
          live.add(io::source_of(bytes_of(scene.file(number)), "memory"));
      }
    });
  for (std::size_t thread = 1; thread < running.size(); ++thread) running[thread].join();
  const LiveReport report = live.finish();
  is_done = true;
  running.front().join();
  CHECK(shrinks == 0);
  CHECK(reads > 0);
  CHECK(report.files == files);
  CHECK(report.checkpoints >= 10);
  const auto file = scene.inputs.result();
  CHECK(file->tree("Events")->tree().entries == files * entries_of_file);
  CHECK(file->ntuple("ntuples/Events")->ntuple().entries == files * entries_of_file);
  CHECK(sample::histogram_in(*file, "h").parts().moments.entries == files);
}
