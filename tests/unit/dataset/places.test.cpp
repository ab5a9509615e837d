#include "ramet/dataset/places.hpp"

#include <fstream>

#include "temporary_folder.hpp"
#include "unit/dataset/sample_chain.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using sample::error_of;

namespace {

std::string text_of(const std::vector<FileAndObject>& places) {
  std::string text;
  for (const FileAndObject& place : places)
    text += std::filesystem::path(place.file).filename().string() + " | " + place.object + "; ";
  return text;
}

}  // namespace

TEST_CASE("places: a text names a file and an object, or a pattern of files") {
  const TemporaryFolder folder;
  for (const char* name : {"run1.root", "run2.root", "odd[1].root"}) std::ofstream(folder / name) << "x";
  const auto at = [&](const std::string& text) { return (folder / text).string(); };
  CHECK(text_of(places_of(at("run1.root:a/Events"))) == "run1.root | a/Events; ");
  CHECK(text_of(places_of(at("run*.root:Events"))) == "run1.root | Events; run2.root | Events; ");
  CHECK(text_of(places_of(at("run*.root"), "Events")) == "run1.root | Events; run2.root | Events; ");
  CHECK(text_of(places_of(at("run*.root:own"), "Events")) == "run1.root | own; run2.root | own; ");
  CHECK(text_of(places_of(at("odd[1].root:Events"))) == "odd[1].root | Events; ");
  CHECK(text_of(places_of(at("later.root:Events"))) == "later.root | Events; ");
  CHECK(text_of(places_of(at("run*.root:edm::Ids"))) == "run1.root | edm::Ids; run2.root | edm::Ids; ");
}

TEST_CASE("places: a pattern stands for the files that match, and for itself if there are none") {
  const TemporaryFolder folder;
  for (const char* name : {"run2.root", "run1.root", "odd[1].root"}) std::ofstream(folder / name) << "x";
  const auto at = [&](const std::string& text) { return (folder / text).string(); };
  CHECK(files_of(at("run*.root")) == std::vector<std::string>{at("run1.root"), at("run2.root")});
  for (const char* name : {"run1.root", "odd[1].root", "none*.root", "later.root"})
    CHECK(files_of(at(name)) == std::vector<std::string>{at(name)});
}

TEST_CASE("places: those of several texts follow each other") {
  const std::vector<std::string> texts = {"b.root:x", "a.root", "b.root:x"};
  CHECK(text_of(places_of(texts, "Events")) == "b.root | x; a.root | Events; b.root | x; ");
}

TEST_CASE("places: a pattern without files, and a text without an object") {
  const TemporaryFolder folder;
  const std::string pattern = (folder / "run*.root").string();
  CHECK(error_of([&] { places_of(pattern, "Events"); }) == "file_missing: no file matches '" + pattern + "'");
  CHECK(error_of([&] { places_of("run.root"); }).starts_with("misuse: 'run.root' names no tree"));
}

TEST_CASE("places: the only table of files that no name is given for") {
  const sample::Place place;
  for (const char* file : {"run1.root", "run2.root"})
    sample::write_tree(place.folder / file, {{"x", sample::count_from<int>(0, 3)}}, 4, "Hits");
  const std::string pattern = (place.folder / "run*.root").string();
  CHECK(text_of(table_places(place.session, pattern)) == "run1.root | Hits; run2.root | Hits; ");
  CHECK(text_of(table_places(place.session, pattern, "x")) == "run1.root | x; run2.root | x; ");
  const std::vector<std::string> texts = {pattern, "later.root:Tracks"};
  CHECK(text_of(table_places(place.session, texts)) == "run1.root | Hits; run2.root | Hits; later.root | Tracks; ");
  CHECK(Dataset(place.session, pattern).file_count() == 2);
  CHECK(error_of([&] { table_places(place.session, "later.root"); }).starts_with("file_missing: "));
}

TEST_CASE("places: a URL is no pattern, whatever it asks for") {
  CHECK_FALSE(is_pattern_of_files("https://host/a.root?token=1*2"));
  CHECK(is_pattern_of_files("run*.root"));
  CHECK(places_of("https://host/a.root?token=[1]:Events").front().file == "https://host/a.root?token=[1]");
  CHECK(places_of("https:/host/a.root", "Events").front().object == "Events");
  CHECK(error_of([] {
          places_of("https://me:secret@host/a.root?token=1");
        }).starts_with("misuse: 'https://host/a.root' names no tree"));
  // Of other schemes the program's opener knows.
  CHECK(places_of("root://host:1094//store/*.root:Events").front().file == "root://host:1094//store/*.root");
}
