// A real disk becomes full before each call that writes: the call, or the checkpoint that it belongs to, reports it;
// saved entries stay; and when there is room again nothing is lost.
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "fault/main_job.hpp"
#include "fault/small_disk.hpp"
#include "unit/recovery/sample_killed.hpp"
#include <doctest/doctest.h>

#include "ramet/object/detail/array_type.hpp"
#include "ramet/recovery/check.hpp"
#include "ramet/write/joined_writer.hpp"

using namespace ramet;
using namespace ramet::write;

namespace {

constexpr std::size_t saved_entries = 2000;

/// A file with a table, some of whose entries are saved, on a disk that can be made full. Threads: one thread.
struct Scene {
  explicit Scene(Format format, HandOver hand_over) : disk(1 << 20) {
    if (!disk.is_mounted()) return;
    writer = ParallelWriter::recreate(path(), {.compression = compression::Settings::from_code(0)});
    tree = writer->add_table(sample::counting_schema(),
                             {.format = format, .cluster_entries = 5000, .hand_over = hand_over});
    context.emplace(tree->context());
    extend(saved_entries);
    context->flush();
    writer->checkpoint();
    REQUIRE(tree->saved_entries() == saved_entries);
  }

  std::filesystem::path path() const { return disk / "full.root"; }

  /// Fill more entries; accepted entries count although the call throws.
  void extend(std::size_t count) { context->extend(sample::counting(static_cast<std::int64_t>(entries()), count)); }

  std::uint64_t entries() const { return entries_before + context->entries(); }

  void fill_disk() {
    const auto filler = io::create_local(disk / "filler");
    bytes::Buffer page(4096);
    std::memset(page.data(), 1, page.size());
    for (std::uint64_t at = 0; sample::error_of([&] { filler->write_at(at, page.span()); }) == "none";)
      at += page.size();
  }
  void make_room() { std::filesystem::remove(disk / "filler"); }

  void close() {
    context->close();
    if (joined) joined->close();
    writer->close();
  }

  SmallDisk disk;
  std::unique_ptr<ParallelWriter> writer;
  std::optional<TableWriter> tree;
  std::optional<FillContext> context;
  bytes::Buffer handle;
  std::unique_ptr<JoinedWriter> joined;
  std::uint64_t entries_before = 0;  // of other contexts
};

/// A call that writes. Threads: a value.
struct Call {
  const char* name;
  HandOver hand_over = HandOver::gathered;
  std::function<void(Scene&)> prepare = [](Scene&) {};
  std::function<void(Scene&)> call;
  bool is_of_ntuples = false;
};

void hold_entries(Scene& scene) { scene.extend(saved_entries); }

std::vector<Call> calls() {
  return {
      {.name = "extend", .call = [](Scene& scene) { scene.extend(20'000); }},
      {.name = "end_entry",
       .call =
           [](Scene& scene) {
             auto n = scene.context->column<std::int64_t>("n");
             for (int entry = 0; entry < 20'000; ++entry) {
               n.append(static_cast<std::int64_t>(scene.entries()));
               scene.context->end_entry();
             }
           }},
      {.name = "hand_over",
       .hand_over = HandOver::exact,
       .prepare = hold_entries,
       .call = [](Scene& scene) { scene.context->hand_over(); }},
      {.name = "flush", .prepare = hold_entries, .call = [](Scene& scene) { scene.context->flush(); }},
      {.name = "begin_sequence",
       .hand_over = HandOver::exact,
       .prepare = hold_entries,
       .call = [](Scene& scene) { scene.context->begin_sequence(5); }},
      {.name = "close of a context",
       .hand_over = HandOver::exact,
       .prepare = hold_entries,
       .call = [](Scene& scene) { scene.context->close(); }},
      {.name = "refresh",
       .prepare =
           [](Scene& scene) {
             hold_entries(scene);
             scene.tree->add_columns({{.name = "late", .type = array::parse_type("int32")}});
           },
       .call = [](Scene& scene) { scene.context->refresh(); },
       .is_of_ntuples = true},
      {.name = "put",
       .call =
           [](Scene& scene) {
             for (int number = 0; number < 100; ++number) fault::put_histogram(*scene.writer);
           }},
      {.name = "put of a described class",
       .call =
           [](Scene& scene) {
             const std::vector<schema::ClassSpec> classes = {
                 {.name = "Numbers", .version = 2, .bases = {}, .members = {{"values", "std::vector<double>", ""}}}};
             const std::string type = to_string(object::array_type_of("Numbers", classes));
             for (std::uint64_t number = 0; number < 100; ++number) {
               auto payload = object::described_payload("Numbers", classes, sample::noise_of(type, 1, number));
               payload.title.assign(100, 't');
               scene.writer->put("numbers", payload);
             }
           }},
      {.name = "make_directory",
       .call =
           [](Scene& scene) {
             for (int number = 0; number < 100; ++number)
               scene.writer->make_directory(std::string(100, 'd') + std::to_string(number));
             scene.writer->checkpoint();
           }},
      {.name = "remove, with the checkpoint",
       .prepare =
           [](Scene& scene) {
             for (int number = 0; number < 100; ++number)
               scene.writer->make_directory(std::string(100, 'd') + std::to_string(number));
             scene.writer->checkpoint();
           },
       .call =
           [](Scene& scene) {
             scene.writer->remove(std::string(100, 'd') + "7");
             hold_entries(scene);
             scene.context->hand_over();
             scene.writer->checkpoint();
           }},
      {.name = "checkpoint",
       .prepare =
           [](Scene& scene) {
             hold_entries(scene);
             scene.context->hand_over();
           },
       .call = [](Scene& scene) { scene.writer->checkpoint(); }},
      {.name = "close",
       .prepare =
           [](Scene& scene) {
             hold_entries(scene);
             scene.context->close();
           },
       .call = [](Scene& scene) { scene.writer->close(); }},
      {.name = "share", .call = [](Scene& scene) { scene.writer->share(); }},
      {.name = "join",
       .prepare = [](Scene& scene) { scene.handle = scene.writer->share(); },
       .call = [](Scene& scene) { scene.joined = JoinedWriter::join(std::as_const(scene.handle).span()); }},
      {.name = "extend of a process that joined",
       .prepare =
           [](Scene& scene) {
             scene.handle = scene.writer->share();
             scene.joined = JoinedWriter::join(std::as_const(scene.handle).span());
             scene.context->close();
             scene.entries_before = scene.context->entries();
             scene.context.emplace(scene.joined->table("Events").context(9));
           },
       .call = [](Scene& scene) { scene.extend(20'000); }},
  };
}

void check_file(const std::filesystem::path& path, std::size_t least) {
  const auto source = io::open_local(path);
  const auto numbers = sample::numbers_in(source, "Events");
  CHECK(numbers.size() >= least);
  CHECK(numbers == sample::count_to(static_cast<std::int64_t>(numbers.size())));
  const sample::SerialSession serial;
  CHECK(recovery::check(serial.session, source).damage.empty());
}

}  // namespace

TEST_CASE("full disk: each call that meets it reports it, saved entries stay, and with room again nothing is lost") {
  for (const Call& one : calls())
    for (const Format format : {Format::ttree, Format::rntuple}) {
      if (one.is_of_ntuples && format == Format::ttree) continue;
      CAPTURE(one.name);
      CAPTURE(static_cast<int>(format));
      Scene scene(format, one.hand_over);
      if (!scene.disk.is_mounted()) {
        MESSAGE("skipped: a file system can be mounted by root only");
        return;
      }
      one.prepare(scene);
      scene.fill_disk();
      const std::string error = sample::error_of([&] { one.call(scene); });
      CAPTURE(error);
      CHECK(error.starts_with("io: "));
      CHECK(error.find("no space left on device") != std::string::npos);
      CHECK(error.find("full.root") != std::string::npos);
      check_file(scene.path(), saved_entries);
      scene.make_room();
      CHECK(sample::error_of([&] { scene.close(); }) == "none");
      check_file(scene.path(), scene.entries());
    }
}

TEST_CASE("full disk: creating a file is an error with its name, and works when there is room") {
  SmallDisk disk(256 << 10);
  if (!disk.is_mounted()) {
    MESSAGE("skipped: a file system can be mounted by root only");
    return;
  }
  {
    const auto filler = io::create_local(disk / "filler");
    bytes::Buffer page(4096);
    std::memset(page.data(), 1, page.size());
    for (std::uint64_t at = 0; sample::error_of([&] { filler->write_at(at, page.span()); }) == "none";)
      at += page.size();
  }
  const std::string error = sample::error_of([&] { ParallelWriter::recreate(disk / "new.root"); });
  CHECK(error.starts_with("io: "));
  CHECK(error.find("no space left on device") != std::string::npos);
  CHECK(error.find("new.root") != std::string::npos);
  std::filesystem::remove(disk / "filler");
  CHECK(sample::error_of([&] { ParallelWriter::recreate(disk / "new.root")->close(); }) == "none");
}

TEST_CASE("full disk: an updated file stays unchanged, and gets all entries when there is room") {
  for (const Format format : {Format::ttree, Format::rntuple}) {
    CAPTURE(static_cast<int>(format));
    Scene scene(format, HandOver::gathered);
    if (!scene.disk.is_mounted()) {
      MESSAGE("skipped: a file system can be mounted by root only");
      return;
    }
    fault::put_histogram(*scene.writer);
    scene.close();
    scene.context.reset();
    scene.tree.reset();
    scene.writer = ParallelWriter::update(scene.path());
    scene.fill_disk();
    scene.tree = scene.writer->open_table("Events", {.cluster_entries = 5000});
    scene.context.emplace(scene.tree->context());
    scene.entries_before = saved_entries;
    const auto is_full = [](const std::string& error) {
      return error.starts_with("io: ") && error.find("no space left on device") != std::string::npos;
    };
    CHECK(is_full(sample::error_of([&] { scene.extend(20'000); })));
    check_file(scene.path(), saved_entries);
    scene.writer->remove("spectrum");
    CHECK(is_full(sample::error_of([&] {
      scene.context->hand_over();
      scene.writer->checkpoint();
    })));
    check_file(scene.path(), saved_entries);
    CHECK(sample::error_of([&] { io::open_local(scene.path()); }) == "none");
    scene.make_room();
    CHECK(sample::error_of([&] { scene.close(); }) == "none");
    check_file(scene.path(), scene.entries());
  }
}
