#include "ramet/merge/internal/keys/key_search.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge::internal;
using sample::error_of;

namespace {

/// Files with keys of these paths. Threads: one thread.
class Keys {
 public:
  explicit Keys(const std::vector<std::string>& paths) {
    inputs_.add([&](write::ParallelWriter& writer) {
      for (const std::string& path : paths) writer.put(path, sample::histogram_of({}));
    });
    file_ = inputs_.session().open(std::filesystem::path(inputs_.paths()[0]));
  }

  KeySearch search(std::string_view path, Cycles cycles = Cycles::newest) const {
    return find_keys(file_->reader(), path, cycles);
  }
  std::vector<std::string> found(std::string_view path, Cycles cycles = Cycles::newest) const {
    std::vector<std::string> paths;
    for (const FoundKey& key : search(path, cycles).keys)
      paths.push_back(key.path() + ";" + std::to_string(key.key.cycle));
    return paths;
  }

 private:
  sample::Inputs inputs_;
  std::shared_ptr<const dataset::File> file_;
};

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("key_search: a path finds the newest cycle, the one that it names, or all, oldest first") {
  const Keys keys({"a/h", "a/h", "a/h", "g"});
  CHECK(keys.found("a/h") == Paths{"a/h;3"});
  CHECK(keys.found("/a/h/") == Paths{"a/h;3"});
  CHECK(keys.found("a/h;2") == Paths{"a/h;2"});
  CHECK(keys.found("a/h;2", Cycles::all) == Paths{"a/h;2"});
  CHECK(keys.found("a/h", Cycles::all) == Paths{"a/h;1", "a/h;2", "a/h;3"});
  CHECK(keys.found("a/h;*") == Paths{"a/h;1", "a/h;2", "a/h;3"});
  CHECK_FALSE(keys.search("a/h").is_pattern);
}

TEST_CASE("key_search: each part of a path may be a pattern") {
  const Keys keys({"a1/h1", "a1/h2", "a2/h1", "b/h1", "g"});
  CHECK(keys.found("a?/h1") == Paths{"a1/h1;1", "a2/h1;1"});
  CHECK(keys.found("[ab]*/h*") == Paths{"a1/h1;1", "a1/h2;1", "a2/h1;1", "b/h1;1"});
  CHECK(keys.found("a1/h*;1") == Paths{"a1/h1;1", "a1/h2;1"});
  CHECK(keys.found("") == Paths{"a1;1", "a2;1", "b;1", "g;1"});
  CHECK(keys.search("a*/h1").is_pattern);
}

TEST_CASE("key_search: what is not found is an error, with similar names") {
  const Keys keys({"histogram"});
  CHECK(error_of([&] { keys.search("histogran"); }).find("histogram") != std::string::npos);
  CHECK(error_of([&] { keys.search("x*"); }).find("no key matches 'x*'") != std::string::npos);
  CHECK(error_of([&] { keys.search("histogram;7"); }).find("cycle") != std::string::npos);
  CHECK(Keys({}).found("").empty());
}
