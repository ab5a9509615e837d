// A merge is killed in the middle of each of its writes, then the same call goes on.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "fault/merging/counted_writes.hpp"
#include "thread_sanitizer.hpp"
#include "unit/io/bytes_of.hpp"
#include "unit/merge/sample_references.hpp"
#include "unit/merge/sample_tables.hpp"
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ramet;
using sample::error_of;

namespace {

constexpr std::size_t input_count = 24;
constexpr std::size_t entries_of_input = 120;

/// Whether files have references of a process each, and lists of entries.
enum class References { none, some };

/// Files with a tree, an ntuple, histograms and texts. Threads: one thread.
struct Scene {
  sample::Inputs inputs;
  std::vector<array::Array> columns = sample::entries_of(input_count * entries_of_input);
  merge::TableOptions tables{.gather = merge::Gather::never};
  std::optional<compression::Settings> compression = std::nullopt;
  std::optional<std::uint64_t> max_size = std::nullopt;
  merge::OnDifference on_difference = merge::OnDifference::refuse;
  merge::OnMissingColumn on_missing_column = merge::OnMissingColumn::refuse;

  explicit Scene(References references = References::none) {
    for (std::size_t number = 0; number < input_count; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        const std::size_t first = number * entries_of_input;
        sample::put_entries(writer, columns, first, first + entries_of_input);
        sample::put_entries(writer, columns, first, first + entries_of_input, write::Format::rntuple, "ntuples");
        for (int histogram = 0; histogram < 6; ++histogram)
          writer.put("histograms/h" + std::to_string(histogram), sample::histogram_of({0.5, 1.0 * histogram}));
        if (references == References::none) return;
        writer.put("ProcessID0", sample::process(std::to_string(number)));
        writer.put("reference", sample::reference());
        writer.put("list", sample::payload_of({.name = {}, .title = {}, .tree = "Events", .file = {}, .entries = {1}}));
      });
  }

  std::string output() const { return inputs.path("merged.root"); }
  std::string part() const { return output() + ".part"; }
  std::string journal() const { return part() + ".journal"; }

  /// Merge with this number of threads in the process that calls. The options are those of all runs.
  merge::MergeReport merge(std::size_t threads, merge::MergeOptions options = {}) const {
    options.on_existing = merge::OnExisting::replace;
    options.reproducible = true;
    options.tables = tables;
    if (compression) options.compression = compression;
    options.max_size = max_size;
    options.on_difference = on_difference;
    options.on_missing_column = on_missing_column;
    const auto executor = schedule::make_thread_executor(threads);
    const dataset::Session session(*executor);
    return merge::merge(session, inputs.paths(), output(), options);
  }

  /// Merge in another process, which is killed in this write. Returns whether it was.
  bool merge_killed(std::int64_t write, std::size_t threads) const {
    const pid_t child = ::fork();
    if (child == 0) {
      fault::counted_writes().writes_until_kill = write;
      merge(UNDER_THREAD_SANITIZER != 0 ? 1 : threads);  // which lets a child of threads start none
      ::_exit(0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    fault::counted_writes().writes_until_kill = -1;
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  }

  bool is_clean() const { return !std::filesystem::exists(part()) && !std::filesystem::exists(journal()); }
};

/// Kill the merge in every so many writes: going on gives the expected bytes.
void check_kills(const Scene& scene, std::int64_t stride, const std::string& expected) {
  std::uint64_t resumed = 0;
  std::int64_t write = 0;
  for (;; write += stride * fault::kill_stride) {
    CAPTURE(write);
    std::filesystem::remove(scene.output());
    if (!scene.merge_killed(write, 2)) break;
    const merge::MergeReport report = scene.merge(3);
    CHECK(report.discarded.empty());
    REQUIRE(read_file(scene.output()) == expected);
    resumed = std::max(resumed, report.resumed_bytes);
  }
  CHECK(write > 20);
  CHECK(resumed > expected.size() / 2);
}

}  // namespace

TEST_CASE("killed merge: the same call goes on after a kill in any write, with the same bytes, and writes few again") {
  for (const std::size_t threads : {1U, 3U}) {
    const Scene scene;
    scene.merge(1);
    const std::string expected = read_file(scene.output());
    std::uint64_t most_bytes = 0;
    std::uint64_t resumed = 0;
    std::int64_t write = 0;
    for (;; write += (threads == 1 ? 1 : 4) * fault::kill_stride) {
      CAPTURE(write);
      std::filesystem::remove(scene.output());
      fault::counted_writes().bytes = 0;
      const bool is_killed = scene.merge_killed(write, threads);
      if (!is_killed) break;
      CHECK_FALSE(std::filesystem::exists(scene.output()));
      const merge::MergeReport report = scene.merge(threads);
      REQUIRE(report.is_written);
      CHECK(report.discarded.empty());
      REQUIRE(read_file(scene.output()) == expected);
      CHECK(scene.is_clean());
      most_bytes = std::max<std::uint64_t>(most_bytes, fault::counted_writes().bytes);
      resumed = std::max(resumed, report.resumed_bytes);
    }
    CHECK(write > 100);
    CHECK(scene.is_clean());
    if (fault::kill_stride == 1) CHECK(resumed > expected.size() * 8 / 10);
    // The journals, and 5 % of the output.
    const std::uint64_t once = fault::counted_writes().bytes;
    CHECK(most_bytes < once + expected.size() / 20 * (threads == 1 ? 1 : 2));
  }
}

TEST_CASE("killed merge: tables that are packed anew get the same bytes, too") {
  Scene scene;
  SUBCASE("gathered") { scene.tables = {.gather = merge::Gather::always, .cluster_bytes = 20'000}; }
  SUBCASE("with other compression") {
    scene.tables.on_other_compression = merge::OnOtherCompression::pack_anew;
    scene.compression = compression::Settings::from_code(101);
  }
  scene.merge(1);
  const std::string expected = read_file(scene.output());
  check_kills(scene, 7, expected);
}

TEST_CASE("killed merge: tables of which some runs are moved and others gathered get the same bytes, too") {
  Scene scene;
  scene.tables = sample::with_clusters_of_1_mb().tables;
  sample::add_healthy_and_small(scene.inputs);
  const merge::MergeReport report = scene.merge(1);
  CHECK(report.plan.objects.at(0).runs.size() == 3);
  check_kills(scene, 7, read_file(scene.output()));
}

TEST_CASE("killed merge: columns that some inputs lack get the same bytes, too") {
  Scene scene;
  scene.on_missing_column = merge::OnMissingColumn::fill;
  const std::vector<array::Array> columns = sample::entries_of(150);
  for (int number = 0; number < 6; ++number)
    scene.inputs.add([&](write::ParallelWriter& writer) {
      for (const auto& [format, directory] :
           {std::pair{write::Format::ttree, ""}, {write::Format::rntuple, "ntuples"}}) {
        table::Schema schema = sample::in(directory, sample::entries_schema());
        schema.columns.erase(schema.columns.begin());
        write::TableWriter table = writer.add_table(schema, {.format = format, .cluster_entries = 40});
        write::FillContext context = table.context();
        context.extend(std::vector<array::Array>{columns[1], columns[2]});
        context.close();
      }
    });
  const merge::MergeReport whole = scene.merge(1);
  CAPTURE(merge::to_text(whole.plan));
  REQUIRE(whole.is_written);
  CHECK(whole.plan.objects.at(0).way == merge::Way::move);
  CHECK(whole.plan.objects.at(0).entries == input_count * entries_of_input + 6 * 150);
  check_kills(scene, 7, read_file(scene.output()));
}

TEST_CASE("killed merge: tables that are rewritten go on after the last step, with the same bytes") {
  Scene scene;
  scene.tables = {.gather = merge::Gather::always, .cluster_bytes = 2000, .where = {"rdfentry_ % 7 != 3"}};
  SUBCASE("a tree") { scene.tables.changed = {"Events"}; }
  SUBCASE("an ntuple in a directory") { scene.tables.changed = {"ntuples/Events"}; }
  SUBCASE("two, which get the other format") {
    scene.tables.changed = {"Events", "ntuples/Events"};
    scene.tables.format = write::Format::rntuple;
  }
  scene.merge(1);
  const std::string expected = read_file(scene.output());
  std::uint64_t most_bytes = 0;
  std::int64_t write = 0;
  for (;; write += 23 * fault::kill_stride) {
    CAPTURE(write);
    std::filesystem::remove(scene.output());
    fault::counted_writes().bytes = 0;
    if (!scene.merge_killed(write, 2)) break;
    const merge::MergeReport report = scene.merge(3);
    CHECK(report.discarded.empty());
    REQUIRE(read_file(scene.output()) == expected);
    CHECK(scene.is_clean());
    most_bytes = std::max<std::uint64_t>(most_bytes, fault::counted_writes().bytes);
  }
  CHECK(write > 200);
  // A step, and what a merge that goes on writes anyway: streamer infos and lists of keys.
  CHECK(most_bytes < fault::counted_writes().bytes + expected.size() / 20 + 10'000);
}

TEST_CASE("killed merge: a table that has to be rewritten at once begins anew, others that are complete stay") {
  Scene scene;
  scene.tables.profile = tune::Profile{.compression = compression::Settings::parse("zlib:1"),
                                       .columns = {{"c0", compression::Settings::parse("lz4:1")}}};
  scene.merge(1);
  const std::string expected = read_file(scene.output());
  std::uint64_t most_bytes = 0;
  std::uint64_t resumed = 0;
  std::int64_t write = 0;
  for (;; write += 5 * fault::kill_stride) {
    CAPTURE(write);
    std::filesystem::remove(scene.output());
    fault::counted_writes().bytes = 0;
    if (!scene.merge_killed(write, 2)) break;
    const merge::MergeReport report = scene.merge(3);
    CHECK(report.discarded.empty());
    REQUIRE(read_file(scene.output()) == expected);
    CHECK(scene.is_clean());
    most_bytes = std::max<std::uint64_t>(most_bytes, fault::counted_writes().bytes);
    resumed = std::max(resumed, report.resumed_bytes);
  }
  CHECK(write > 20);
  CHECK(resumed > expected.size() * 9 / 10);  // both tables
  // One of the two tables.
  CHECK(most_bytes < fault::counted_writes().bytes + expected.size() * 7 / 10);
}

TEST_CASE("killed merge: rows of a rewritten table that were lost are written again") {
  Scene scene;
  scene.tables = {.gather = merge::Gather::always, .cluster_bytes = 2000, .where = {"rdfentry_ % 7 != 3"}};
  scene.tables.changed = {"Events"};
  scene.merge(1);
  const std::string expected = read_file(scene.output());
  std::filesystem::remove(scene.output());
  REQUIRE(scene.merge_killed(500, 2));
  std::string part = read_file(scene.part());
  const std::size_t lost = part.size() / 20;
  SUBCASE("they are zeros") { part.replace(part.size() - lost, lost, lost, '\0'); }
  SUBCASE("the file ends before them") { part.resize(part.size() - lost); }
  std::ofstream(scene.part(), std::ios::binary).write(part.data(), std::ssize(part));
  const merge::MergeReport report = scene.merge(2);
  CHECK(report.resumed_bytes == 0);
  CHECK(report.discarded.find("bytes") != std::string::npos);
  CHECK(read_file(scene.output()) == expected);
}

TEST_CASE("killed merge: begun anew with fewer files, it leaves none of those that it had") {
  Scene scene;
  scene.max_size = 25'000;
  REQUIRE(scene.merge_killed(400, 2));
  const std::string later = scene.inputs.path("merged_2.root.part");
  REQUIRE(std::filesystem::exists(later));
  std::filesystem::remove(scene.inputs.path("merged_1.root.part"));  // as by a kill in the middle of this
  std::filesystem::remove(scene.inputs.path("merged_1.root.part.journal"));
  scene.max_size.reset();
  const merge::MergeReport report = scene.merge(2);
  CHECK(report.discarded.find("other options") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(later));
  CHECK_FALSE(std::filesystem::exists(later + ".journal"));
  CHECK(scene.is_clean());
}

TEST_CASE("killed merge: references and lists of entries get the same numbers, too") {
  const Scene scene(References::some);
  const merge::MergeReport whole = scene.merge(1);
  REQUIRE(whole.is_written);
  CHECK_FALSE(whole.plan.loses_data());
  const auto file = scene.inputs.result();
  CHECK(file->reader().key("reference;24").process_id_offset == 23);
  const std::string expected = read_file(scene.output());
  check_kills(scene, 11, expected);
}

TEST_CASE("killed merge: an output of several files gets the same bytes, too") {
  Scene scene;
  scene.max_size = 25'000;
  const merge::MergeReport whole = scene.merge(1);
  REQUIRE(whole.plan.files.size() > 3);
  std::vector<std::string> expected;
  for (const merge::OutputFile& file : whole.plan.files) expected.push_back(read_file(file.path));
  std::uint64_t resumed = 0;
  std::int64_t write = 0;
  for (;; write += 5 * fault::kill_stride) {
    CAPTURE(write);
    for (const merge::OutputFile& file : whole.plan.files) std::filesystem::remove(file.path);
    if (!scene.merge_killed(write, 2)) break;
    const merge::MergeReport report = scene.merge(3);
    CHECK(report.discarded.empty());
    for (std::size_t file = 0; file < expected.size(); ++file) {
      REQUIRE(read_file(whole.plan.files[file].path) == expected[file]);
      CHECK_FALSE(std::filesystem::exists(whole.plan.files[file].path + ".part"));
      CHECK_FALSE(std::filesystem::exists(whole.plan.files[file].path + ".part.journal"));
    }
    resumed = std::max(resumed, report.resumed_bytes);
  }
  CHECK(write > 20);
  CHECK(resumed > whole.output_bytes / 2);
}

TEST_CASE("killed merge: what is kept apart gets the same bytes, too") {
  Scene scene;
  scene.on_difference = merge::OnDifference::split;
  scene.inputs.add([](write::ParallelWriter& writer) {
    write::TableWriter table = writer.add_table(sample::schema_of({"int32"}), {.cluster_entries = 40});
    write::FillContext context = table.context();
    context.extend(std::vector<array::Array>{sample::noise_of("int32", 100, 5)});
    context.close();
    writer.put("histograms/h1", sample::histogram_of({0.5}, hist::RegularAxis{4, 0, 3.5}));
  });
  const merge::MergeReport whole = scene.merge(1);
  REQUIRE(whole.is_written);
  REQUIRE(whole.plan.files[0].tables.size() == 3);
  const std::string expected = read_file(scene.output());
  check_kills(scene, 9, expected);
}

TEST_CASE("killed merge: files that got their names before the kill are not made again") {
  const Scene scene;
  merge::MergeOptions options{.tables = scene.tables, .reproducible = true};
  options.max_size = 25'000;
  const auto merged = [&] {
    return merge::merge(scene.inputs.session(), scene.inputs.paths(), scene.output(), options);
  };
  const std::vector<merge::OutputFile> files = merged().plan.files;
  REQUIRE(files.size() > 3);
  std::vector<std::string> expected;
  for (const merge::OutputFile& file : files) {
    expected.push_back(read_file(file.path));
    std::filesystem::remove(file.path);
  }
  const pid_t child = ::fork();
  if (child == 0) {
    fault::counted_writes().renames_until_kill = 2;
    merged();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  fault::counted_writes().renames_until_kill = -1;
  CHECK_FALSE(std::filesystem::exists(scene.output()));
  CHECK(read_file(files.back().path) == expected.back());
  CHECK(std::filesystem::exists(files[1].path + ".part"));
  const merge::MergeReport report = merged();
  CHECK(report.resumed_bytes > report.output_bytes / 2);
  for (std::size_t file = 0; file < expected.size(); ++file) CHECK(read_file(files[file].path) == expected[file]);
  CHECK_FALSE(std::filesystem::exists(files.back().path + ".part.journal"));
  CHECK(scene.is_clean());
}

TEST_CASE("killed merge: it can be killed again and again") {
  const Scene scene;
  scene.merge(1);
  const std::string expected = read_file(scene.output());
  std::filesystem::remove(scene.output());
  int kills = 0;
  while (scene.merge_killed(40, 2)) REQUIRE(++kills < 50);
  CHECK(kills > 1);
  CHECK(read_file(scene.output()) == expected);
}

TEST_CASE("killed merge: a record of the journal that is torn or damaged, and what follows, is done again") {
  const Scene scene;
  scene.merge(1);
  const std::string expected = read_file(scene.output());
  for (const double where : {0.3, 0.5, 0.8, 0.999}) {
    std::filesystem::remove(scene.output());
    REQUIRE(scene.merge_killed(80, 2));
    std::string journal = read_file(scene.journal());
    const auto at = static_cast<std::size_t>(where * static_cast<double>(journal.size()));
    bool is_cut = false;
    SUBCASE("cut off") { is_cut = true; }
    SUBCASE("damaged") {}
    if (is_cut)
      journal.resize(at);
    else
      journal[at] = static_cast<char>(~journal[at]);
    std::ofstream(scene.journal(), std::ios::binary).write(journal.data(), std::ssize(journal));
    // The plan comes first, and is long: without it nothing is known of the file.
    const std::string error = error_of([&] { scene.merge(2); });
    if (error != "none") {
      CHECK(error.find("is not the journal of a merge") != std::string::npos);
      std::filesystem::remove(scene.journal());
      std::filesystem::remove(scene.part());
      scene.merge(2);
    }
    CHECK(read_file(scene.output()) == expected);
  }
}

TEST_CASE("killed merge: bytes of the file that were lost are written again") {
  const Scene scene;
  scene.merge(1);
  const std::string expected = read_file(scene.output());
  for (const double where : {0.1, 0.5, 0.9}) {
    std::filesystem::remove(scene.output());
    REQUIRE(scene.merge_killed(90, 2));
    std::string part = read_file(scene.part());
    for (std::size_t byte = static_cast<std::size_t>(where * static_cast<double>(part.size())); byte < part.size();
         ++byte)
      part[byte] = 0;
    std::ofstream(scene.part(), std::ios::binary).write(part.data(), std::ssize(part));
    const merge::MergeReport report = scene.merge(2);
    CHECK(static_cast<double>(report.resumed_bytes) < static_cast<double>(expected.size()) * (where + 0.05));
    CHECK(read_file(scene.output()) == expected);
  }
}

TEST_CASE("killed merge: with other inputs or options it begins anew, and says why") {
  Scene scene;
  REQUIRE(scene.merge_killed(90, 1));
  merge::MergeOptions options;
  std::string why;
  SUBCASE("options") {
    options.rules = {{"TNamed", merge::Rule::first}};
    why = "other options";
  }
  SUBCASE("an input that has changed") {
    std::filesystem::copy_file(scene.inputs.paths()[1], scene.inputs.paths()[2],
                               std::filesystem::copy_options::overwrite_existing);
    why = "in2.root' has changed";
  }
  SUBCASE("an input that has another date") {
    std::filesystem::last_write_time(scene.inputs.paths()[3], std::filesystem::file_time_type::clock::now());
    why = "in3.root' has changed";
  }
  SUBCASE("one more input") {
    scene.inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
    why = "24 inputs, not 25";
  }
  SUBCASE("the option to begin anew") {
    options.on_unfinished = merge::OnUnfinished::discard;
    why = "the options say so";
  }
  const merge::MergeReport report = scene.merge(2, options);
  CHECK(report.is_written);
  CHECK(report.resumed_bytes == 0);
  CHECK(report.discarded.find(why) != std::string::npos);
  CHECK(scene.is_clean());
  const std::string resumed = read_file(scene.output());
  scene.merge(1, options);
  CHECK(resumed == read_file(scene.output()));
}

TEST_CASE("killed merge: an input that is left out stays left out") {
  const Scene scene;
  const std::string bad = scene.inputs.paths()[22];
  std::string damaged = read_file(bad);
  const auto basket =
      scene.inputs.session().open(std::filesystem::path(bad))->tree("Events")->tree().branches[0].baskets.location({0});
  damaged.replace(basket.seek + 4, 30, 30, '\xff');
  std::ofstream(bad, std::ios::binary).write(damaged.data(), std::ssize(damaged));
  const merge::MergeOptions options{.on_bad_input = merge::OnBadInput::skip};
  scene.merge(1, options);
  const std::string expected = read_file(scene.output());
  std::filesystem::remove(scene.output());
  const pid_t child = ::fork();
  if (child == 0) {
    fault::counted_writes().writes_until_kill = 170;  // in the second attempt
    scene.merge(1, options);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  REQUIRE_FALSE(std::filesystem::exists(scene.output()));
  fault::counted_writes().writes_until_kill = -1;
  const merge::MergeReport report = scene.merge(1, options);
  CHECK(report.plan.skipped == std::vector<std::size_t>{22});
  CHECK(report.resumed_bytes > 0);
  CHECK(read_file(scene.output()) == expected);
}

TEST_CASE("killed merge: files that are not of a merge are left alone") {
  const Scene scene;
  std::ofstream(scene.part()) << "mine";
  CHECK(error_of([&] { scene.merge(1); }).find("no journal of a merge") != std::string::npos);
  CHECK(read_file(scene.part()) == "mine");
  std::ofstream(scene.journal()) << "also mine";
  CHECK(error_of([&] { scene.merge(1); }).find("is not the journal of a merge") != std::string::npos);
  CHECK(read_file(scene.journal()) == "also mine");
  std::filesystem::remove(scene.journal());
  std::filesystem::remove(scene.part());
  std::filesystem::create_symlink(scene.inputs.paths()[0], scene.part());
  CHECK(error_of([&] { scene.merge(1); }) != "none");
  CHECK(std::filesystem::is_symlink(scene.part()));
}

TEST_CASE("killed merge: nobody else can merge into the same output meanwhile") {
  const Scene scene;
  const auto held = io::go_on_local(scene.journal());
  CHECK(error_of([&] { scene.merge(1); }).find("is writing it") != std::string::npos);
}

TEST_CASE("killed merge: without fixed dates the contents are the same") {
  const Scene scene;
  const merge::MergeOptions options{.on_existing = merge::OnExisting::replace, .tables = scene.tables};
  const auto columns_of = [&] {
    const auto file = scene.inputs.result();
    CHECK(sample::is_same(sample::all_entries(scene.inputs.session(), *file, "Events"), scene.columns));
    CHECK(sample::is_same(sample::all_entries(scene.inputs.session(), *file, "ntuples/Events"), scene.columns));
    CHECK(sample::histogram_in(*file, "histograms/h1").parts().moments.entries == 2 * input_count);
  };
  const pid_t child = ::fork();
  if (child == 0) {
    fault::counted_writes().writes_until_kill = 90;
    scene.inputs.merged(options);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  fault::counted_writes().writes_until_kill = -1;
  CHECK(scene.inputs.merged(options).resumed_bytes > 0);
  columns_of();
}
