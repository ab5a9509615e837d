#include "ramet/dataset/internal/request.hpp"

#include "unit/dataset/sample_chain.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;
using ramet::dataset::internal::Chain;
using ramet::dataset::internal::Request;
using sample::error_of;
using sample::numbers_of;

namespace {

/// A chain of one file with run 1, 1, 2, 2 and event 1, 2, 1, 2, and a friend that has them in another order.
struct Pair {
  explicit Pair(Unmatched unmatched, std::vector<std::int32_t> friend_runs = {2, 2, 1, 1}) {
    using sample::column_of;
    const std::vector<std::int32_t> events = {1, 2, 1, 2};
    sample::write_tree(place.folder / "main.root",
                       {{"run", column_of(std::vector<std::int32_t>{1, 1, 2, 2})}, {"event", column_of(events)}});
    sample::write_tree(
        place.folder / "friend.root",
        {{"run", column_of(friend_runs)}, {"event", column_of(events)}, {"weight", sample::count_from<double>(10, 4)}});
    chain = std::make_unique<Chain>(place.session, std::vector<FileAndObject>{{place.at("main.root"), "Events"}},
                                    DatasetOptions{});
    auto other = std::make_shared<const Dataset>(place.session, place.at("friend.root") + ":Events");
    auto index = make_index(*other, "run", "event", place.options);
    friends.push_back({"w", other, index, "run", "event", unmatched});
  }

  std::vector<array::Array> read(const std::vector<std::string>& names) {
    const Request request(*chain, friends, names);
    request.check_lengths(place.options);
    return request.read({{0}, {4}}, place.options);
  }

  sample::Place place;
  std::unique_ptr<Chain> chain;
  std::vector<Friend> friends;
};

}  // namespace

TEST_CASE("request: a friend's entries are found by its index, and names by whom they belong to") {
  Pair pair(Unmatched::error);
  const auto columns = pair.read({"w.weight", "run", "weight", "w.run"});
  CHECK(numbers_of<double>(columns[0]) == std::vector<double>{12, 13, 10, 11});
  CHECK(numbers_of<std::int32_t>(columns[1]) == std::vector<std::int32_t>{1, 1, 2, 2});
  CHECK(numbers_of<double>(columns[2]) == std::vector<double>{12, 13, 10, 11});
  CHECK(numbers_of<std::int32_t>(columns[3]) == std::vector<std::int32_t>{1, 1, 2, 2});
}

TEST_CASE("request: entries without partner are an error, filled, or missing") {
  Pair strict(Unmatched::error, {2, 2, 3, 3});
  CHECK(error_of([&] { strict.read({"weight"}); }) ==
        "not_found: friend 'w' has no entry for run = 1, event = 1, which entry 0 has");
  Pair filled(Unmatched::fill, {2, 2, 3, 3});
  CHECK(numbers_of<double>(filled.read({"weight"})[0]) == std::vector<double>{0, 0, 10, 11});
  Pair option(Unmatched::option, {2, 2, 3, 3});
  const auto column = std::move(option.read({"weight"})[0]);
  CHECK(array::to_string(column.type()) == "?float64");
  CHECK(numbers_of<double>(column.content(0)) == std::vector<double>{10, 11});
  CHECK(column.list_offsets()[2] == 0);
  Pair none(Unmatched::option, {7, 7, 7, 7});
  CHECK(none.read({"weight"})[0].content(0).length() == 0);
}

TEST_CASE("request: a friend without an index has at least as many entries") {
  Pair pair(Unmatched::error);
  pair.friends[0].index = nullptr;
  CHECK(numbers_of<double>(pair.read({"weight"})[0]) == std::vector<double>{10, 11, 12, 13});
  sample::write_tree(pair.place.folder / "long.root", {{"y", sample::count_from<double>(20, 9)}}, 2);
  pair.friends.push_back(
      {"l", std::make_shared<const Dataset>(pair.place.session, pair.place.at("long.root") + ":Events")});
  CHECK(numbers_of<double>(pair.read({"y"})[0]) == std::vector<double>{20, 21, 22, 23});
  sample::write_tree(pair.place.folder / "short.root", {{"z", sample::count_from<double>(0, 3)}});
  pair.friends.push_back(
      {"s", std::make_shared<const Dataset>(pair.place.session, pair.place.at("short.root") + ":Events")});
  CHECK(error_of([&] { pair.read({"z"}); }) ==
        "misuse: friend 's' has 3 entries, the dataset 4: a friend without an index needs at least as many");
  CHECK(pair.read({"weight"})[0].length() == 4);  // whom nobody asks nobody measures
}

TEST_CASE("request: a name that nobody has suggests near ones") {
  Pair pair(Unmatched::error);
  CHECK(error_of([&] { pair.read({"runn"}); }).find("'run'") != std::string::npos);
  CHECK(error_of([&] { pair.read({"w.none"}); }).starts_with("not_found: no column 'w.none'"));
}
