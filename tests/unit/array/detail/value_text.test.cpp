#include "ramet/array/detail/value_text.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "unit/array/sample_arrays.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using array::value_text;
using sample::array_of;

TEST_CASE("the text of a value") {
  CHECK(value_text(array_of<double>({0.1}), 0) == "0.1");
  CHECK(value_text(array_of<std::int8_t>({65}), 0) == "65");
  CHECK(value_text(array_of(std::vector<std::string>{"a"}), 0) == "\"a\"");
  CHECK(value_text(array_of(std::vector<std::vector<int>>{{1, 2}}), 0) == "[1, 2]");
  CHECK(value_text(array_of(std::vector<std::vector<int>>{std::vector<int>(20, 7)}), 0) ==
        "[7, 7, 7, 7, 7, 7, 7, 7, ... 20 values]");
  CHECK(value_text(array_of(std::vector<std::string>{std::string(70, 'a')}), 0) ==
        '"' + std::string(60, 'a') + "\"...");
  CHECK(value_text(sample::options_of({std::nullopt, 3}), 0) == "none");
  CHECK(value_text(sample::options_of({std::nullopt, 3}), 1) == "3");
  CHECK(value_text(sample::record_of({{"b"}}), 0) == "{words: [\"b\"], letters: [98, 98]}");
  CHECK(value_text(sample::variants_of({1, "x", std::monostate()}), 1) == "\"x\"");
}
