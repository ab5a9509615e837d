#include "ramet/file/detail/out_of_memory.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;

namespace {

template <class Work>
void read_it(Work&& work) {
  try {
    work();
  } catch (...) {
    rethrow_naming([] { return std::string("'a.root': branch 'x'"); });
  }
}

}  // namespace

TEST_CASE("out of memory: an error names what there is no memory for") {
  const char* const expected = "'a.root': branch 'x': there is not enough memory to read it";
  CHECK_THROWS_WITH_AS(read_it([] { throw std::bad_alloc(); }), expected, Error);
  CHECK_THROWS_WITH_AS(read_it([] { std::vector<int>().reserve(~std::size_t{0}); }), expected, Error);
}

TEST_CASE("out of memory: other errors stay as they are") {
  CHECK_THROWS_WITH_AS(read_it([] { detail::fail(ErrorKind::corrupt, "bytes"); }), "bytes", Error);
  CHECK_THROWS_AS(read_it([] { throw 1; }), int);
}
