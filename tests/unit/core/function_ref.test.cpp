#include "ramet/core/function_ref.hpp"

#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

using ramet::FunctionRef;

namespace {

int apply(FunctionRef<int(int)> function, int argument) { return function(argument); }

}  // namespace

TEST_CASE("function ref: it calls what it borrows, with its state") {
  int calls = 0;
  auto counting = [&calls](int argument) {
    ++calls;
    return argument + 1;
  };
  CHECK(apply(counting, 4) == 5);
  CHECK(apply(counting, 5) == 6);
  CHECK(calls == 2);
  CHECK(apply([](int argument) { return -argument; }, 3) == -3);
}

TEST_CASE("function ref: callables that change, or may not, are borrowed as they are") {
  auto changing = [total = 0](int argument) mutable { return total += argument; };
  CHECK(apply(changing, 2) == 2);
  CHECK(apply(changing, 3) == 5);
  const auto fixed = [](int argument) { return 2 * argument; };
  CHECK(apply(fixed, 3) == 6);
}

TEST_CASE("function ref: a copy borrows the callable, not the first reference") {
  auto increment = [](int argument) { return argument + 1; };
  auto decrement = [](int argument) { return argument - 1; };
  FunctionRef<int(int)> first = increment;
  const FunctionRef<int(int)> copy = first;
  first = decrement;
  CHECK(copy(1) == 2);
  CHECK(first(1) == 0);
}

TEST_CASE("function ref: arguments that only move arrive, and references stay references") {
  std::string text = "a";
  auto append = [](std::string& target, std::unique_ptr<char> letter) { target += *letter; };
  const FunctionRef<void(std::string&, std::unique_ptr<char>)> function = append;
  function(text, std::make_unique<char>('b'));
  CHECK(text == "ab");
}
