#include "ramet/front/file.hpp"

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "unit/dataset/events/sample_events.hpp"
#include "unit/front/sample_session.hpp"
#include <doctest/doctest.h>

using sample::error_of;

namespace {

/// A file with a tree at the top, in two cycles, and an ntuple below.
void write_two(const std::filesystem::path& path) {
  const auto writer = ramet::write::ParallelWriter::recreate(path);
  for (int cycle = 0; cycle < 2; ++cycle)
    writer->add_table(sample::counting_schema(), {.new_cycle = true}).context().close();
  writer->add_table(sample::in("a/b", sample::counting_schema()), {.format = ramet::write::Format::rntuple})
      .context()
      .close();
  writer->close();
}

}  // namespace

TEST_CASE("file: it names what is in it, without directories, each once") {
  const TemporaryFolder folder;
  write_two(folder / "two.root");
  const ramet::File file(folder / "two.root", sample::plain_session());
  CHECK(file.name() == (folder / "two.root").string());
  CHECK(file.names() == std::vector<std::string>{"Events", "a/b/Events"});
  CHECK(file.contains("a/b/Events"));
  CHECK(file.contains("Events;1"));
  CHECK_FALSE(file.contains("a/c"));
  CHECK(file.table("Events").size() == 0);
  CHECK(file.table("a/b/Events").size() == 0);
}

TEST_CASE("file: a missing name is an error that suggests one") {
  const TemporaryFolder folder;
  CHECK(error_of([&] { ramet::File(folder / "none.root", sample::plain_session()); }).starts_with("file_missing: "));
  write_two(folder / "two.root");
  const ramet::File file(folder / "two.root", sample::plain_session());
  CHECK(error_of([&] { file.table("Event"); }).find("did you mean 'Events'?") != std::string::npos);
  CHECK(error_of([&] { file.table("a"); }).starts_with("misuse: "));
}

TEST_CASE("file: histograms, graphs and texts are read in one call") {
  const TemporaryFolder folder;
  {
    ramet::hist::Histogram1D mass({.name = "mass"}, ramet::hist::RegularAxis{4, 0, 4});
    mass.fill(1.5);
    const auto writer = ramet::write::ParallelWriter::recreate(folder / "plots.root");
    writer->put("dir/mass", mass);
    writer->put("note", std::string("second run"));
    writer->close();
  }
  const ramet::File file(folder / "plots.root", sample::plain_session());
  const auto mass = file.read<ramet::hist::Histogram>("dir/mass");
  CHECK(mass.parts().name == "mass");
  CHECK(std::get<ramet::hist::Histogram>(file.figure("dir/mass")).parts().class_name == mass.parts().class_name);
  CHECK(error_of([&] { file.read<ramet::hist::Graph>("dir/mass"); }).find("'dir/mass' is not of the asked type") !=
        std::string::npos);
  CHECK(file.read<std::string>("note") == "second run");
  CHECK(error_of([&] { file.figure("dir/mas"); }).find("did you mean 'mass'?") != std::string::npos);
  write_two(folder / "two.root");
  const ramet::File two(folder / "two.root", sample::plain_session());
  CHECK(error_of([&] { two.figure("Events"); }).find("is not a histogram, graph or function") != std::string::npos);
}

TEST_CASE("file: copies are the same file, and tables outlive it") {
  const TemporaryFolder folder;
  write_two(folder / "two.root");
  auto file = std::make_unique<ramet::File>(folder / "two.root", sample::plain_session());
  const ramet::File copy = *file;
  const ramet::Table table = file->table("Events");
  CHECK(&copy.reader() == &file->reader());
  file.reset();
  CHECK(table.names() == std::vector<std::string>{sample::counting_schema().columns[0].name});
}

TEST_CASE("file: without a session it has one of its own, on tbb") {
  const sample::Written written(ramet::write::Format::rntuple);
  const ramet::File file(written.place.folder / "events.root");
  int number = 0;
  for (const int read : file.table("Events").read<int>("number")) CHECK(read == number++);
  CHECK(number == sample::entries);
}
