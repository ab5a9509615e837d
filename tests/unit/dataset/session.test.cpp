#include "ramet/dataset/session.hpp"

#include <fstream>
#include <memory>
#include <set>
#include <utility>

#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using sample::error_of;

namespace {

void write_file(const std::filesystem::path& path, const table::Schema& schema) {
  const auto writer = write::ParallelWriter::recreate(path);
  write::TableWriter tree = writer->add_table(sample::in("a", schema));
  tree.context().close();
  writer->close();
}

std::string parts_of(std::string_view text) {
  const FileAndObject parts = split_path(text);
  return parts.file + " | " + parts.object;
}

}  // namespace

TEST_CASE("session: a file is opened, and its trees are found by path and read by the session's executor") {
  const TemporaryFolder folder;
  write_file(folder / "one.root", sample::counting_schema());
  for (const auto access : {io::LocalAccess::positional, io::LocalAccess::mapped}) {
    const auto executor = schedule::make_serial_executor();
    const Session session(*executor, {.local_access = access});
    const auto file = session.open(folder / "one.root");
    CHECK(file->name() == (folder / "one.root").string());
    const auto tree = file->tree("a/Events");
    CHECK(tree->tree().name == "Events");
    CHECK(&session.executor() == executor.get());
    CHECK(error_of([&] { file->tree("a/Event"); }).starts_with("not_found: "));
    CHECK(error_of([&] { file->tree("a"); }).find("not a tree") != std::string::npos);
  }
}

TEST_CASE("session: one of its own has the threads asked for, on tbb") {
  CHECK(Session({.threads = 2}).executor().concurrency() >= 1);
  CHECK(Session().executor().concurrency() >= 1);
}

TEST_CASE("session: reading trees and ntuples is recorded, for the session or for a file") {
  const TemporaryFolder folder;
  for (const auto format : {write::Format::ttree, write::Format::rntuple}) {
    const auto path = folder / "recorded.root";
    const auto writer = write::ParallelWriter::recreate(path);
    auto tree = writer->add_table(sample::counting_schema(), {.format = format});
    auto context = tree.context();
    context.extend(sample::counting(0, 1000));
    context.close();
    writer->close();
    const auto executor = schedule::make_serial_executor();
    const auto of_session = std::make_shared<TraceRecorder>();
    const auto of_file = std::make_shared<TraceRecorder>();
    const Session session(*executor, {.recorder = of_session});
    for (const auto& [file, recorder] :
         {std::pair(session.open(path), of_session), std::pair(session.open(path, of_file), of_file)}) {
      const std::size_t before = of_session->spans().size() + of_file->spans().size();
      if (format == write::Format::ttree) {
        const auto reader = file->tree("Events");
        reader->read(reader->tree().at("n"), reader->tree().all_entries(), {*executor});
      } else {
        const auto reader = file->ntuple("Events");
        reader->read(reader->ntuple().at("n"), reader->ntuple().all_entries(), {*executor});
      }
      std::set<TraceState> states;
      for (const TraceSpan* span : recorder->spans()) states.insert(span->state);
      CHECK(states == std::set{TraceState::read, TraceState::decompress, TraceState::decode});
      CHECK(of_session->spans().size() + of_file->spans().size() > before);
    }
  }
}

TEST_CASE("session: files with equal layouts share them, others and other sessions do not") {
  const TemporaryFolder folder;
  write_file(folder / "one.root", sample::counting_schema());
  std::filesystem::copy_file(folder / "one.root", folder / "two.root");
  write_file(folder / "other.root", sample::schema_of({"string"}));
  const auto executor = schedule::make_serial_executor();
  const Session session(*executor);
  const auto one = session.open(folder / "one.root");
  CHECK(&session.open(folder / "two.root")->streamer_infos() == &one->streamer_infos());
  CHECK(&session.open(folder / "other.root")->streamer_infos() != &one->streamer_infos());
  CHECK(&session.open(folder / "other.root")->catalogue() == &one->catalogue());
  CHECK(&Session(*executor).open(folder / "one.root")->streamer_infos() != &one->streamer_infos());
  CHECK(one->streamer_infos().find("TTree", 20) != nullptr);
}

TEST_CASE("session: files share layouts that were written elsewhere in them, and at another time") {
  const TemporaryFolder folder;
  write_file(folder / "one.root", sample::counting_schema());
  const auto executor = schedule::make_serial_executor();
  const Session session(*executor);
  const auto one = session.open(folder / "one.root");
  const std::uint64_t head = one->reader().header().seek_streamer_info;
  const auto with_other_byte = [&](std::uint64_t place) {
    const std::filesystem::path path = folder / ("other" + std::to_string(place) + ".root");
    std::filesystem::copy_file(folder / "one.root", path);
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(head + place));
    file.put('\x77');
    return path;
  };
  for (const std::uint64_t date_or_place : {13U, 21U})
    CHECK(&session.open(with_other_byte(date_or_place))->forms() == &one->forms());
  CHECK(&session.open(with_other_byte(17))->forms() != &one->forms());  // the cycle
}

TEST_CASE("session: a file without layouts is read with the catalogue's") {
  sample::TreeRecipe recipe{sample::schema_of({"int32"}), {}, {10}};
  recipe.columns.push_back(sample::noise_of("int32", 10));
  const auto executor = schedule::make_serial_executor();
  const Session session(*executor);
  const auto file = session.open(sample::file_of(recipe));
  CHECK(file->streamer_infos().find("TTree", 20) == nullptr);
  CHECK(file->tree("Events")->tree().entries == 10);
}

TEST_CASE("session: a missing file, one that is none, and one with broken layouts") {
  const TemporaryFolder folder;
  const auto executor = schedule::make_serial_executor();
  const Session session(*executor);
  CHECK(error_of([&] { session.open(folder / "none.root"); }).starts_with("file_missing: "));
  std::ofstream(folder / "text.root")
      << "this is no such file, but it is as long as a header would be, or a bit longer "
         "than that, since a hundred bytes are needed";
  CHECK(error_of([&] { session.open(folder / "text.root"); }).starts_with("corrupt: "));
  write_file(folder / "one.root", sample::counting_schema());
  const auto at = session.open(folder / "one.root")->reader().header().seek_streamer_info;
  std::fstream broken(folder / "one.root", std::ios::in | std::ios::out | std::ios::binary);
  broken.seekp(static_cast<std::streamoff>(at + 120));
  broken << "damage";
  broken.close();
  const std::string error = error_of([&] { session.open(folder / "one.root"); });
  CHECK(error.starts_with("corrupt: '"));
  CHECK(error.find("streamer infos") != std::string::npos);
}

TEST_CASE("session: a file and an object are parted by a colon") {
  CHECK(parts_of("x.root:dir/Events") == "x.root | dir/Events");
  CHECK(parts_of("x.root") == "x.root | ");
  CHECK(parts_of("x.root:") == "x.root | ");
  CHECK(parts_of("") == " | ");
  CHECK(parts_of("folder/x.root:Events;2") == "folder/x.root | Events;2");
}

TEST_CASE("session: colons of drives, schemes and hosts part nothing") {
  CHECK(parts_of("C:\\x.root") == "C:\\x.root | ");
  CHECK(parts_of("C:\\x.root:Events") == "C:\\x.root | Events");
  CHECK(parts_of("https://host/x.root") == "https://host/x.root | ");
  CHECK(parts_of("https://host/x.root:Events") == "https://host/x.root | Events");
  CHECK(parts_of("https://host:8080/x.root") == "https://host:8080/x.root | ");
  CHECK(parts_of("root://host:1094//store/x.root") == "root://host:1094//store/x.root | ");
  CHECK(parts_of("root://host:1094//store/x.root:a/b") == "root://host:1094//store/x.root | a/b");
  CHECK(parts_of("https://host:8080") == "https://host:8080 | ");
  CHECK(parts_of("https://a:80/x.root|https://b:81/x.root:Events") ==
        "https://a:80/x.root|https://b:81/x.root | Events");
}

TEST_CASE("session: files of servers have colons in their names") {
  CHECK(parts_of("https://h/2026-11-28T10:00.root:Events") == "https://h/2026-11-28T10:00.root | Events");
  CHECK(parts_of("https://h:8080/2026-11-28T10:00.root:Events") == "https://h:8080/2026-11-28T10:00.root | Events");
  CHECK(parts_of("https://h/2026-11-28T10:00.root") == "https://h/2026-11-28T10:00.root | ");
  CHECK(parts_of("https://h:8080/a:b/10:00.root") == "https://h:8080/a:b/10:00.root | ");
  CHECK(parts_of("https://h/10:00.root:") == "https://h/10:00.root | ");
  CHECK(parts_of("https://h/10:00.root?x=1&y=2:Events") == "https://h/10:00.root?x=1&y=2 | Events");
  CHECK(parts_of("https://h/10:00.root?x=1") == "https://h/10:00.root?x=1 | ");
  CHECK(parts_of("https://h/10:00.rooted/1:2.root:Events") == "https://h/10:00.rooted/1:2.root | Events");
  CHECK(parts_of("https://h/10:00.root:edm::Ids") == "https://h/10:00.root | edm::Ids");
  CHECK(parts_of("root://h:1094//store/10:00.root:a/b") == "root://h:1094//store/10:00.root | a/b");
  CHECK(parts_of("https://a:80/1:0.root|https://b:81/1:0.root:T") == "https://a:80/1:0.root|https://b:81/1:0.root | T");
  CHECK(parts_of("https://h/x.data:Events") == "https://h/x.data | Events");
}

TEST_CASE("session: values of queries have colons in them") {
  CHECK(parts_of("https://h/a.root?at=10:00") == "https://h/a.root?at=10:00 | ");
  CHECK(parts_of("https://h/a.root?at=10:00:Events") == "https://h/a.root?at=10:00 | Events");
  CHECK(parts_of("https://h/a.root?at=10:00&key=b") == "https://h/a.root?at=10:00&key=b | ");
  CHECK(parts_of("https://h/a.root?key=me:abc%2Bd&x=1") == "https://h/a.root?key=me:abc%2Bd&x=1 | ");
  CHECK(parts_of("https://h/a.root?key=me:abc:edm::Ids") == "https://h/a.root?key=me:abc | edm::Ids");
  CHECK(parts_of("https://h/a.root?key=me:abc:") == "https://h/a.root?key=me:abc | ");
  CHECK(parts_of("https://h/a?key=me:abc:dir/T;1") == "https://h/a?key=me:abc | dir/T;1");
  CHECK(parts_of("root://h//run?.root:T") == "root://h//run?.root | T");
  CHECK(parts_of("https://a/x.root?k=1:2|https://b/x.root?k=3:4:T") ==
        "https://a/x.root?k=1:2|https://b/x.root?k=3:4 | T");
}

TEST_CASE("session: chains of URLs name the object at the end, or in their first link") {
  CHECK(parts_of("zip://a.root::https://h:80/b.zip") == "zip://a.root::https://h:80/b.zip | ");
  CHECK(parts_of("zip://a.root::https://h:80/b.zip:T") == "zip://a.root::https://h:80/b.zip | T");
  CHECK(parts_of("zip://a.root:dir/T::https://h:80/b.zip") == "zip://a.root::https://h:80/b.zip | dir/T");
  CHECK(parts_of("zip://a.root:edm::Ids::/data/b.zip") == "zip://a.root::/data/b.zip | edm::Ids");
  CHECK(parts_of("cache://::https://h:80/a.data:T") == "cache://::https://h:80/a.data | T");
}

TEST_CASE("session: a path that is there as it stands stays whole, and a file that is there ends where it ends") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a:b.root") << "x";
  const std::string path = (folder / "a:b.root").string();
  CHECK(parts_of(path) == path + " | ");
  CHECK(parts_of(path + ":Events") == path + " | Events");
  CHECK(parts_of(path + ":edm::Ids") == path + " | edm::Ids");
}
