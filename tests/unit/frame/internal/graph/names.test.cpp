#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

#include "ramet/frame/internal/graph/node.hpp"

using namespace ramet;
using namespace ramet::frame::internal;
using sample::error_of;

namespace {

std::shared_ptr<Node> root_of(const sample::Threads& threads) {
  auto node = std::make_shared<Node>();
  node->root = std::make_shared<const Root>(frame::Source(sample::counting_rows(3)), *threads.executor,
                                            std::vector<frame::Sample>(), expr::Language::cpp, 0,
                                            std::vector<std::string>(), nullptr);
  return node;
}

DefinitionPointer expression(const Node& node, const std::string& name, const std::string& text) {
  return make_expression(node, name, text, expr::Language::cpp, name);
}

}  // namespace

TEST_CASE("an expression knows what the names in it mean, and its type") {
  const sample::Threads threads;
  const auto root = root_of(threads);
  const DefinitionPointer made = expression(*root, "e", "x + y * x");
  CHECK(made->kind == Definition::Kind::text);
  CHECK(made->type == array::parse_type("float64"));
  REQUIRE(made->names.size() == 2);
  CHECK(made->names.at("x") == find_name(*root, "x"));
  CHECK(made->names.at("x")->kind == Definition::Kind::column);
  CHECK(error_of([&] { expression(*root, "e", "x + "); }).starts_with("misuse"));
}

TEST_CASE("an expression varies as what it uses") {
  const sample::Threads threads;
  const auto root = root_of(threads);
  const auto varied = std::make_shared<Definition>();
  varied->name = "w";
  varied->type = array::parse_type("int32");
  varied->varies_with = {"n:up"};
  root->names.emplace("w", Node::Name{varied});
  CHECK(expression(*root, "e", "x + w")->varies_with == VariationNames{"n:up"});
  CHECK(expression(*root, "e", "x")->varies_with.empty());
  CHECK(known_names(*root) == std::vector<std::string>{"v", "w", "x", "y", "z"});
}

TEST_CASE("results may use columns, their sizes, and entry numbers") {
  const sample::Threads threads;
  const auto root = root_of(threads);
  CHECK(named_values(*root, "v") == find_name(*root, "v"));
  CHECK(named_values(*root, "#v")->type == array::parse_type("uint64"));
  CHECK(named_values(*root, "rdfentry_")->type == array::parse_type("uint64"));
  CHECK(error_of([&] { named_values(*root, "#w"); }).starts_with("not_found: there is no column '#w'"));
  CHECK(error_of([&] { named_values(*root, "w.x"); }).starts_with("not_found: there is no column 'w.x'"));
}

TEST_CASE("the lists of a variation have a value for each tag") {
  const sample::Threads threads;
  const auto root = root_of(threads);
  Variation variation;
  variation.name = "n";
  variation.tags = {"a", "b"};
  variation.lists = expression(*root, "n", "RVecD{y, 2 * y}");
  CHECK(varied_types(*root, variation) == std::vector{array::parse_type("float64")});
  variation.tags = {"a"};
  CHECK(error_of([&] { varied_types(*root, variation); }).find("found one of 2") != std::string::npos);
}

TEST_CASE("a column that is defined again draws from another stream") {
  const sample::Threads threads;
  const auto root = root_of(threads);
  CHECK(stream_of(*root, "r") == "r");
  root->names.emplace("r", Node::Name{expression(*root, "r", "normal(0, 1)")});
  CHECK(stream_of(*root, "r") == "r 1");
  CHECK(stream_of(*root, "s") == "s");
}
