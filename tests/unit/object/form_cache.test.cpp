#include "ramet/object/form_cache.hpp"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "unit/object/made_up_class.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::object;
using namespace ramet_test;
namespace code = schema::type_code;

namespace {

FormCache cache_of_hits() {
  return {std::make_shared<const schema::StreamerInfos>(
              std::vector{layout("Hit", 1, {element("x", code::float_, "float")})}),
          nullptr};
}

}  // namespace

TEST_CASE("a compiled form is found again by type and place") {
  const FormCache cache = cache_of_hits();
  const auto hits = cache.stored("vector<Hit>", Place::member);
  CHECK(cache.stored("vector<Hit>", Place::member) == hits);
  CHECK(cache.stored("vector<Hit>", Place::item) != hits);
  CHECK(array::to_string(cache.columns("vector<Hit>", Place::member)->type()) == "var * {x: float32}");
  CHECK(cache.columns("vector<Hit>", Place::member) == cache.columns("vector<Hit>", Place::member));
}

TEST_CASE("objects of two types may have one key, and one that could not be made is made at the next request") {
  const FormCache cache(nullptr, nullptr);
  const auto number = cache.find_or_make<int>("key", [] { return std::make_shared<const int>(7); });
  const auto text = cache.find_or_make<std::string>("key", [] { return std::make_shared<const std::string>("seven"); });
  CHECK(*number == 7);
  CHECK(*text == "seven");
  const auto cannot = []() -> std::shared_ptr<const int> { detail::fail(ErrorKind::unsupported, "no"); };
  CHECK_THROWS_AS(cache.find_or_make<int>("other", cannot), Error);
  CHECK(*cache.find_or_make<int>("other", [] { return std::make_shared<const int>(8); }) == 8);
}

TEST_CASE("threads that ask at the same time get the same object") {
  const FormCache cache = cache_of_hits();
  constexpr std::size_t count = 4;
  std::vector<std::shared_ptr<const ColumnReader>> found(count);
  std::atomic<std::size_t> waiting{count};
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      for (--waiting; waiting.load() > 0;) std::this_thread::yield();
      found[i] = cache.columns("list<Hit>", Place::whole);
    });
  threads.clear();
  for (const auto& reader : found) CHECK(reader == found[0]);
}
