// Existing files, updated by a FileWriter.
#include <random>
#include <set>

#include "fault/faulty_io.hpp"
#include "temporary_folder.hpp"
#include "unit/file/sample_file.hpp"
#include "unit/file/sparse_disk.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

using Contents = std::map<std::string, sample::Titles>;
constexpr auto replace = FileWriter::OnConflict::replace;

std::unique_ptr<FileWriter> update(const sample::Disk& disk, FileUpdateOptions options = {}) {
  return FileWriter::update(std::make_unique<sample::SharedSink>(disk), *sample::open(disk), options);
}

Contents contents_of(const sample::Disk& disk) { return sample::contents_of(*sample::open(disk)); }

/// Two objects and a cycle in the root, one object in "dir", one in "dir/inner".
sample::Disk small_file() {
  const auto disk = sample::empty_disk();
  const auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk), {.reproducible = true});
  sample::put(*writer, {0}, "a", "first");
  sample::put(*writer, {0}, "a", "second");
  sample::put(*writer, {0}, "b", std::string(500, 'b'));
  sample::put(*writer, writer->directory("dir"), "c", "third");
  sample::put(*writer, writer->directory("dir/inner"), "d", "fourth");
  writer->set_streamer_infos(sample::named("infos", "old"));
  writer->close();
  return disk;
}

bool is_gapless(const sample::Disk& disk) {
  const auto source = io::source_of(disk->contents());
  return sample::is_gapless(*source, FileReader::open(source)->header());
}

std::string bytes_of(const sample::Disk& disk) {
  const auto contents = disk->contents();
  return std::string(reinterpret_cast<const char*>(contents.data()), contents.size());
}

}  // namespace

TEST_CASE("updating: new objects are added, and the file keeps its UUID and creation date") {
  const auto disk = small_file();
  const auto before = sample::open(disk);
  Contents wanted = contents_of(disk);
  {
    const auto writer = update(disk);
    sample::put(*writer, {0}, "a", "new");
    sample::put(*writer, writer->directory("dir/inner"), "e", "fifth");
    sample::put(*writer, writer->directory("other"), "f", "sixth");
    CHECK(contents_of(disk) == wanted);  // nothing changes before the commit
    writer->close();
  }
  wanted[""]["a;3"] = "new";
  wanted[""]["other;1"] = "TDirectory";
  wanted["dir/inner"]["e;1"] = "fifth";
  wanted["other"]["f;1"] = "sixth";
  CHECK(contents_of(disk) == wanted);
  const auto after = sample::open(disk);
  CHECK(after->header().uuid == before->header().uuid);
  CHECK(after->root().uuid == before->root().uuid);
  CHECK(after->root().created == before->root().created);
  CHECK(after->root().modified > before->root().modified);
  CHECK(after->packed_streamer_infos().span().size() == before->packed_streamer_infos().span().size());
  CHECK(is_gapless(disk));
}

TEST_CASE("updating: an update without changes leaves every byte unchanged") {
  const auto disk = small_file();
  const std::string before = bytes_of(disk);
  update(disk)->close();
  CHECK(bytes_of(disk) == before);
}

TEST_CASE("updating: one cycle, all cycles or a directory can be removed, and missing keys are named") {
  const auto disk = small_file();
  const auto writer = update(disk);
  CHECK(writer->keys({0}).size() == 4);
  CHECK(writer->remove({0}, "a", 1).size() == 1);
  CHECK_THROWS_WITH_AS(writer->remove({0}, "a", 1), "no cycle 1 of 'a': it has 2", Error);
  CHECK_THROWS_WITH_AS(writer->remove({0}, "dri"), "no key 'dri'; did you mean 'dir'?", Error);
  CHECK(sample::put(*writer, {0}, "a", "third").cycle == 3);
  CHECK(writer->remove({0}, "a").size() == 2);
  CHECK(sample::put(*writer, {0}, "a", "again").cycle == 1);
  CHECK(writer->find_directory("dir/inner"));
  CHECK(writer->remove({0}, "dir").size() == 1);
  CHECK_FALSE(writer->find_directory("dir/inner"));
  sample::put(*writer, writer->directory("dir"), "g", "another");
  writer->close();
  CHECK(contents_of(disk) == Contents{{"", {{"a;1", "again"}, {"b;1", std::string(500, 'b')}, {"dir;1", "TDirectory"}}},
                                      {"dir", {{"g;1", "another"}}}});
  CHECK(is_gapless(disk));
}

TEST_CASE("updating: the space of removed objects is reused by the next update") {
  const auto disk = small_file();
  const auto size = disk->contents().size();
  {
    const auto writer = update(disk);
    writer->remove({0}, "b");
    writer->close();
  }
  {
    const auto writer = update(disk);
    sample::put(*writer, {0}, "h", std::string(400, 'h'));
    writer->close();
  }
  CHECK(disk->contents().size() < size + 400);
  CHECK(contents_of(disk).at("").at("h;1") == std::string(400, 'h'));
}

TEST_CASE("updating: a file in which the same objects are replaced 1,000 times does not grow") {
  const auto disk = small_file();
  const auto size_after = [&](int updates) {
    for (int number = 0; number < updates; ++number) {
      const auto writer = update(disk);
      sample::put(*writer, {0}, "b", std::string(500, 'b'), replace);
      sample::put(*writer, writer->directory("dir"), "c", std::string(700, 'c'), replace);
      writer->close();
    }
    return disk->contents().size();
  };
  const auto some = size_after(20);
  CHECK(size_after(500) == some);
  const auto writer = update(disk);
  for (int number = 0; number < 500; ++number) {
    sample::put(*writer, {0}, "b", std::string(500, 'b'), replace);
    writer->commit();
  }
  writer->close();
  CHECK(disk->contents().size() <= some + 2000);
  CHECK(is_gapless(disk));
}

TEST_CASE(
    "updating: a reader that has the file open sees what it saw, but for what was replaced, of which it says so") {
  const auto disk = small_file();
  struct Live final : io::ByteSource {
    explicit Live(sample::Disk on) : disk(std::move(on)), bytes(disk->contents().size()) {}
    const std::string& name() const noexcept override { return disk->name(); }
    std::uint64_t size() const noexcept override { return bytes; }
    void read_at(std::uint64_t offset, std::span<std::byte> into) const override {
      std::ranges::copy(disk->contents().span().subspan(offset, into.size()), into.begin());
    }
    sample::Disk disk;
    std::uint64_t bytes;
  };
  const auto old = FileReader::open(std::make_shared<Live>(disk));
  const auto writer = update(disk);
  sample::put(*writer, {0}, "b", "new", replace);
  sample::put(*writer, {0}, "i", std::string(400, 'i'));
  writer->commit();
  CHECK(sample::title_of(old->read_record(old->key("a"))) == "second");
  CHECK(sample::title_of(old->read_record(old->key("dir/inner/d"))) == "fourth");
  CHECK_THROWS_AS(old->read_record(old->key("b")), Error);
}

TEST_CASE("updating: files beyond 2 GB, and files that grow beyond 2 GB") {
  const auto disk = std::make_shared<sample::SparseDisk>();
  const auto open = [&] { return FileReader::open(std::make_shared<sample::SparseSource>(disk)); };
  {
    const auto writer = FileWriter::create(std::make_unique<sample::SparseSink>(disk));
    sample::put(*writer, writer->directory("dir"), "small", "1");
    writer->commit();
    const auto gap = writer->take_extent(1'500'000'000);
    writer->abandon_extent(gap);
    writer->close();
  }
  for (const std::string name : {"one", "two", "three"}) {
    const auto writer = FileWriter::update(std::make_unique<sample::SparseSink>(disk), *open());
    sample::put(*writer, writer->directory("dir"), name, name);
    writer->take_extent(900'000'000);
    sample::put(*writer, {0}, name, name);
    writer->close();
  }
  const auto contents = sample::contents_of(*open());
  CHECK(open()->header().is_big());
  CHECK(contents.at("dir").size() == 4);
  CHECK(contents.at("").size() == 4);
}

TEST_CASE("updating: if a process dies before any write, every directory is as of before or after the update") {
  const auto script = [](FileWriter& writer) {
    sample::put(writer, {0}, "b", "replaced", replace);
    if (writer.keys({0})[1].name == "a") writer.remove({0}, "a", 1);
    sample::put(writer, writer.directory("dir/inner"), "d", "replaced too", replace);
    if (writer.contains(writer.directory("dir"), "c")) writer.remove(writer.directory("dir"), "c");
    writer.set_streamer_infos(sample::named("infos", "new"));
  };
  const auto before = contents_of(small_file());
  const auto after = [&] {
    const auto disk = small_file();
    const auto writer = update(disk);
    script(*writer);
    writer->close();
    return contents_of(disk);
  }();
  bool done = false;
  for (std::uint64_t call = 0; !done; ++call) {
    CAPTURE(call);
    const auto disk = small_file();
    try {
      const auto writer = FileWriter::update(
          std::make_unique<fault::FaultySink>(*disk, fault::SinkFaults{.fail_at_call = call}), *sample::open(disk));
      script(*writer);
      writer->close();
      done = true;
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::io);
    }
    for (const auto& [path, titles] : contents_of(disk)) {
      CAPTURE(path);
      CHECK((titles == before.at(path) || titles == after.at(path)));
    }
    // Both states can be updated again.
    const auto writer = update(disk, {.leftovers = OnLeftovers::overwrite});
    script(*writer);
    writer->close();
  }
}

TEST_CASE("updating: any sequence of puts, replacements, removals, commits and openings agrees with a model") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto pick = [&](std::size_t count) {
      return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
    };
    const auto disk = sample::empty_disk();
    Contents model{{"", {}}};
    auto writer = FileWriter::create(std::make_unique<sample::SharedSink>(disk));
    writer->commit();
    for (int step = 0; step < 120; ++step) {
      const std::string path = std::vector<std::string>{"", "x", "x/y", "z"}[pick(4)];
      const std::string name(1, static_cast<char>('a' + pick(4)));
      const std::string title(pick(300), static_cast<char>('a' + pick(26)));
      switch (pick(8)) {
        case 0:
          writer->commit();
          CHECK(contents_of(disk) == model);
          break;
        case 1:
          writer->close();
          CHECK(contents_of(disk) == model);
          CHECK(is_gapless(disk));
          writer = update(disk);
          break;
        case 2: {
          const auto there = writer->find_directory(path);
          if (!there || !writer->contains(*there, name)) break;
          for (const Key& key : writer->remove(*there, name)) model[path].erase(name + ";" + std::to_string(key.cycle));
          break;
        }
        case 3: {
          if (pick(4) != 0 || path.empty() || !writer->find_directory(path)) break;
          const auto slash = path.rfind('/');
          const std::string above = slash == std::string::npos ? "" : path.substr(0, slash);
          writer->remove(*writer->find_directory(above), path.substr(slash + 1));
          model[above].erase(path.substr(slash + 1) + ";1");
          std::erase_if(model, [&](const auto& it) { return it.first == path || it.first.starts_with(path + "/"); });
          break;
        }
        default: {
          const auto into = writer->directory(path);
          if (!path.empty()) model[""][path.substr(0, 1) + ";1"] = "TDirectory";
          if (path == "x/y") model["x"]["y;1"] = "TDirectory";
          if (path == "x/y" || path == "x") model["x"];
          const auto key =
              sample::put(*writer, into, name, title, pick(2) == 0 ? replace : FileWriter::OnConflict::new_cycle);
          model[path][name + ";" + std::to_string(key.cycle)] = title;
        }
      }
    }
    writer->close();
    CHECK(contents_of(disk) == model);
    CHECK(is_gapless(disk));
  }
}

TEST_CASE("updating: a local file has one writer at a time") {
  const TemporaryFolder folder;
  const auto path = folder / "locked.root";
  FileWriter::create(io::create_local(path))->close();
  const auto sink = io::update_local(path);
  CHECK_THROWS_AS(io::update_local(path), Error);
  sink->close();
  CHECK_NOTHROW(io::update_local(path));
  const auto created = io::create_local(folder / "new.root");
  CHECK_THROWS_AS(io::update_local(folder / "new.root"), Error);
  CHECK_THROWS_AS(io::update_local(folder / "missing.root"), Error);
}
