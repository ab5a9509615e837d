#include "ramet/dataset/internal/open_files.hpp"

#include <barrier>
#include <thread>

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using ramet::dataset::internal::OpenFiles;
using sample::error_of;

namespace {

std::vector<FileAndObject> three(const sample::Place& place) {
  sample::write_three(place);
  return {{place.at("part0.root"), "Events"}, {place.at("part1.root"), "Events"}, {place.at("part2.root"), "Events"}};
}

}  // namespace

TEST_CASE("open files: a file is opened once while it is kept or held, and again later") {
  const sample::Place place;
  const OpenFiles files(place.session, three(place), MissingTree::error, 1);
  CHECK(files.size() == 3);
  CHECK(files.place({2}).object == "Events");
  CHECK_FALSE(files.are_counted({0}));
  std::weak_ptr<const Table> first;
  {
    const auto table = files.open({0});
    first = table;
    CHECK(files.open({0}) == table);
    CHECK(files.are_counted({0}));
  }
  CHECK_FALSE(first.expired());
  CHECK(files.open({2})->entries() == 7);  // takes the one place that there is
  CHECK(first.expired());
  CHECK(files.entries({0}) == 10);
  CHECK(first.expired());  // what is known is not looked up
}

TEST_CASE("open files: with no place to keep them, each is closed when it is let go") {
  const sample::Place place;
  const OpenFiles files(place.session, three(place), MissingTree::error, 0);
  std::weak_ptr<const Table> table = files.open({0});
  CHECK(table.expired());
  CHECK(files.entries({2}) == 7);
}

TEST_CASE("open files: a missing tree is an error that names the file, or no entries") {
  const sample::Place place;
  auto places = three(place);
  places[1].object = "Event";
  const OpenFiles strict(place.session, places, MissingTree::error, 4);
  CHECK(error_of([&] { strict.open({1}); }).find("part1.root") != std::string::npos);
  CHECK(error_of([&] { strict.open({1}); }).starts_with("not_found: "));
  const OpenFiles lenient(place.session, places, MissingTree::skip, 4);
  CHECK(lenient.open({1}) == nullptr);
  CHECK(lenient.entries({1}) == 0);
  CHECK(lenient.open({0})->entries() == 10);
  places[1].file = place.at("none.root");
  const OpenFiles absent(place.session, places, MissingTree::skip, 4);
  CHECK(error_of([&] { absent.open({1}); }).starts_with("file_missing: "));
}

TEST_CASE("open files: threads that want the same files at once get the same table") {
  const sample::Place place;
  const OpenFiles files(place.session, three(place), MissingTree::error, 4);
  constexpr std::size_t threads = 4;
  std::barrier start(threads);
  std::vector<std::vector<std::shared_ptr<const Table>>> got(threads);
  {
    std::vector<std::jthread> readers;
    for (auto& mine : got)
      readers.emplace_back([&] {
        for (std::uint64_t file = 0; file < 3; ++file) {
          start.arrive_and_wait();
          mine.push_back(files.open({file}));
        }
      });
  }
  for (const auto& mine : got) CHECK(mine == got.front());
}
