#include "ramet/dataset/schema_cache.hpp"

#include <atomic>
#include <barrier>
#include <set>
#include <thread>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::dataset;

namespace {

std::vector<std::byte> record(std::size_t size, int fill) {
  return std::vector<std::byte>(size, static_cast<std::byte>(fill));
}

constexpr auto nothing = [] { return schema::StreamerInfos({}); };

}  // namespace

TEST_CASE("schema cache: equal bytes are parsed once, and others for themselves") {
  SchemaCache cache;
  int parses = 0;
  const auto parse = [&] {
    ++parses;
    return nothing();
  };
  const auto first = cache.find_or_parse(record(100, 1), parse);
  CHECK(cache.find_or_parse(record(100, 1), parse) == first);
  CHECK(parses == 1);
  CHECK(cache.find_or_parse(record(100, 2), parse) != first);
  CHECK(cache.find_or_parse(record(99, 1), parse) != first);
  CHECK(cache.find_or_parse({}, parse) != first);
  CHECK(cache.find_or_parse({}, parse) == cache.find_or_parse({}, parse));
  CHECK(parses == 4);
}

TEST_CASE("schema cache: many records, more than it has lists, are all found again") {
  SchemaCache cache;
  std::vector<std::shared_ptr<const object::FormCache>> infos;
  for (std::size_t size = 0; size < 1000; ++size) infos.push_back(cache.find_or_parse(record(size, 7), nothing));
  for (std::size_t size = 0; size < 1000; ++size)
    CHECK(cache.find_or_parse(record(size, 7), [] {
      return detail::fail(ErrorKind::corrupt, "parsed twice"), nothing();
    }) == infos[size]);
}

TEST_CASE("schema cache: a record that cannot be parsed is not remembered") {
  SchemaCache cache;
  const auto bad = []() -> schema::StreamerInfos { detail::fail(ErrorKind::corrupt, "bad"); };
  CHECK_THROWS_AS(cache.find_or_parse(record(10, 1), bad), Error);
  CHECK(cache.find_or_parse(record(10, 1), nothing) != nullptr);
}

TEST_CASE("schema cache: infos outlive the cache") {
  std::shared_ptr<const object::FormCache> infos;
  {
    SchemaCache cache;
    infos = cache.find_or_parse(record(10, 1), nothing);
  }
  CHECK(infos->file()->find("TTree", 20) == nullptr);
}

TEST_CASE("schema cache: threads that meet new bytes at once all get the same") {
  constexpr std::size_t threads = 8;
  constexpr std::size_t records = 200;
  SchemaCache cache;
  std::barrier start(threads);
  std::vector<std::vector<const object::FormCache*>> got(threads);
  {
    std::vector<std::jthread> readers;
    for (auto& mine : got)
      readers.emplace_back([&] {
        for (std::size_t size = 0; size < records; ++size) {
          start.arrive_and_wait();
          mine.push_back(cache.find_or_parse(record(size, 1), nothing).get());
        }
      });
  }
  for (const auto& mine : got) CHECK(mine == got.front());
  CHECK(std::set(got.front().begin(), got.front().end()).size() == records);
}
