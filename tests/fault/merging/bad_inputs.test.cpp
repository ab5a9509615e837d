// Inputs that are not closed, or that change, vanish or are damaged while they are merged.
#include <fstream>

#include "unit/io/bytes_of.hpp"
#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using sample::error_of;

namespace {

constexpr std::size_t input_count = 4;

void replace(const std::string& path, std::string_view contents) {
  std::ofstream(path, std::ios::binary).write(contents.data(), std::ssize(contents));
}

std::size_t files_beside(const std::string& path) {
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()))
    ++files;
  return files;
}

/// Does something when progress is reported for the n-th time. Threads: any.
class Meddler final : public ProgressSink {
 public:
  Meddler(int when, std::function<void()> action) : left_(when), action_(std::move(action)) {}

  void advance(std::uint64_t /*entries*/, std::uint64_t /*bytes*/) override {
    if (left_.fetch_sub(1) == 0) action_();
  }
  bool has_acted() const noexcept { return left_ < 0; }

 private:
  std::atomic<int> left_;
  std::function<void()> action_;
};

/// Files of a tree, an ntuple and a histogram, with 100 entries each.
struct Scene {
  sample::Inputs inputs{1};
  std::vector<array::Array> columns = sample::entries_of(100 * input_count);

  Scene() {
    for (std::size_t number = 0; number < input_count; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        sample::put_entries(writer, columns, number * 100, number * 100 + 100);
        sample::put_entries(writer, columns, number * 100, number * 100 + 100, write::Format::rntuple, "ntuples");
        writer.put("h", sample::histogram_of({0.5}));
      });
  }
};

}  // namespace

TEST_CASE("bad inputs: one that changes, vanishes or is cut at any stage is named, or the output is right") {
  struct Meddling {
    const char* name;
    std::function<void(const std::string&)> act;
  };
  const std::vector<Meddling> ways = {
      {"removed", [](const std::string& path) { std::filesystem::remove(path); }},
      {"cut", [](const std::string& path) { std::filesystem::resize_file(path, 700); }},
      {"emptied", [](const std::string& path) { std::filesystem::resize_file(path, 0); }},
      {"replaced", [](const std::string& path) { replace(path, "nothing"); }},
      {"damaged", [](const std::string& path) { sample::damage(path, std::filesystem::file_size(path) / 2); }},
  };
  for (const auto& [name, act] : ways) {
    for (const merge::OnBadInput on_bad : {merge::OnBadInput::stop, merge::OnBadInput::skip}) {
      bool has_acted = true;
      for (int when = 0; has_acted; ++when) {
        CAPTURE(name);
        CAPTURE(when);
        const Scene scene;
        const std::string& path = scene.inputs.paths()[2];
        Meddler meddler(when, [&, &change = act] { change(path); });
        merge::MergeOptions options{.on_bad_input = on_bad, .on_existing = merge::OnExisting::replace};
        options.progress = &meddler;
        merge::MergeReport report;
        const std::string error = error_of([&] { report = scene.inputs.merged(options); });
        has_acted = meddler.has_acted();
        if (error != "none") {
          CHECK(on_bad == merge::OnBadInput::stop);
          CHECK(error.find("in2.root") != std::string::npos);
          CHECK_FALSE(std::filesystem::exists(scene.inputs.path("merged.root")));
          continue;
        }
        const std::uint64_t expected = report.plan.skipped.empty() ? 400 : 300;
        const auto file = scene.inputs.result();
        CHECK(file->tree("Events")->tree().entries == expected);
        CHECK(file->ntuple("ntuples/Events")->ntuple().entries == expected);
        CHECK(sample::histogram_in(*file, "h").parts().moments.entries == static_cast<double>(expected) / 100);
        if (expected == 400)
          CHECK(sample::is_same(sample::all_entries(scene.inputs.session(), *file, "Events"), scene.columns));
      }
    }
  }
}

TEST_CASE("bad inputs: what can be recovered of one that was not closed is merged") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs inputs;
    const auto columns = sample::entries_of(300);
    for (std::size_t number = 0; number < 3; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        sample::put_entries(writer, columns, number * 100, number * 100 + 100, format);
      });
    {
      const auto writer = write::ParallelWriter::recreate(inputs.paths()[1], {});
      write::TableWriter table = writer->add_table(sample::entries_schema(), {.format = format, .cluster_entries = 40});
      write::FillContext context = table.context();
      context.extend(sample::slices(columns, 100, 180));
      context.flush();
      context.extend(sample::slices(columns, 180, 200));
    }  // never closed: the last 20 entries were not even handed to the system
    const std::string before = read_file(inputs.paths()[1]);
    const merge::MergeReport report = inputs.merged(
        {.on_bad_input = merge::OnBadInput::recover, .on_existing = merge::OnExisting::replace, .reproducible = true});
    CHECK(report.is_written);
    CHECK(report.plan.skipped.empty());
    REQUIRE_FALSE(report.plan.differences.empty());
    CHECK(report.plan.differences[0].kind == merge::DifferenceKind::bad_input);
    CHECK(report.plan.differences[0].is_accepted);
    CHECK(report.plan.differences[0].input == 1);
    const auto file = inputs.result();
    const std::uint64_t entries = format == write::Format::ttree ? file->tree("Events")->tree().entries
                                                                 : file->ntuple("Events")->ntuple().entries;
    CHECK(entries == 280);
    CHECK(read_file(inputs.paths()[1]) == before);
    CHECK(files_beside(inputs.paths()[0]) == 4);
  }
}

TEST_CASE("bad inputs: entries of damaged clusters are counted, and a file without anything is left out") {
  sample::Inputs inputs;
  const auto columns = sample::entries_of(300);
  for (std::size_t number = 0; number < 3; ++number)
    inputs.add(
        [&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, number * 100, number * 100 + 100); });
  const merge::MergeOptions options{.on_bad_input = merge::OnBadInput::recover,
                                    .on_existing = merge::OnExisting::replace};
  const auto basket = inputs.session()
                          .open(std::filesystem::path(inputs.paths()[1]))
                          ->tree("Events")
                          ->tree()
                          .branches[0]
                          .baskets.location({0});
  std::string damaged = read_file(inputs.paths()[1]);
  damaged.replace(basket.seek + 4, 30, 30, '\xff');
  replace(inputs.paths()[1], damaged);
  merge::MergeReport report = inputs.merged(options);
  CHECK(report.plan.skipped.empty());
  std::uint64_t lost = 0;
  for (const merge::Difference& difference : report.plan.differences) lost += difference.entries;
  CHECK(lost == 40);
  CHECK(inputs.result()->tree("Events")->tree().entries == 260);
  replace(inputs.paths()[1], "nothing");
  report = inputs.merged(options);
  CHECK(report.plan.skipped == std::vector<std::size_t>{1});
  CHECK(inputs.result()->tree("Events")->tree().entries == 200);
  CHECK(files_beside(inputs.paths()[0]) == 4);
}
