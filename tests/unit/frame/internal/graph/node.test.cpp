#include "ramet/frame/internal/graph/node.hpp"

#include <doctest/doctest.h>

using namespace ramet::frame::internal;

TEST_CASE("a range keeps every step-th entry from its first to its last, and knows how many of the first so many") {
  for (const RangeStep range : {RangeStep{0, 0, 1}, RangeStep{3, 0, 4}, RangeStep{2, 9, 3}, RangeStep{5, 6, 1}}) {
    std::uint64_t kept = 0;
    for (std::uint64_t number = 0; number < 20; ++number) {
      CHECK(range.kept_of(number) == kept);
      kept += range.keeps(number) ? 1 : 0;
    }
  }
  CHECK(RangeStep{2, 9, 3}.kept_of(100) == 3);
  CHECK(!RangeStep{2, 0, 3}.has_end());
  CHECK(RangeStep{2, 0, 3}.keeps(302));
}

TEST_CASE("a name means what the last verb made of it, and entries are chosen by filters and ranges") {
  const auto first = std::make_shared<Definition>(), second = std::make_shared<Definition>();
  const auto root = std::make_shared<Node>(), filter = std::make_shared<Node>(), names = std::make_shared<Node>();
  filter->kind = Node::Kind::filter;
  filter->parent = root;
  root->names.emplace("a", Node::Name{first});
  names->kind = Node::Kind::names;
  names->parent = filter;
  names->names.emplace("a", Node::Name{second});
  CHECK(names->find("a")->definition == second);
  CHECK(filter->find("a")->definition == first);
  CHECK(names->find("b") == nullptr);
  CHECK(&selecting(*names) == filter.get());
  CHECK(&selecting(*root) == root.get());
}
