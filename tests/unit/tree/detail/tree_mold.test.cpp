#include "ramet/tree/detail/tree_mold.hpp"

#include <optional>
#include <string>

#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"
#include "ramet/tree/internal/tree_parser.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

table::Schema some_schema() {
  table::Schema schema = sample::schema_of({"float32", "var * int16", "string", "{a: int32, b: 2 * bool}"});
  schema.columns.push_back({.name = "d", .type = array::parse_type("float64"), .packed_range = "[0,100,16]"});
  for (const array::NumberType type : {array::NumberType::int8, array::NumberType::int64}) {
    const std::string name(to_string(type));
    schema.columns.push_back({.name = name, .type = array::parse_type("var * float32"), .counter = "n" + name});
    schema.columns.back().counter_type = type;
  }
  return schema;
}

/// The record of a tree with clusters of these entries.
file::Record record_of(const std::vector<std::uint64_t>& sizes, std::uint64_t maximum, std::uint64_t place) {
  const table::Schema schema = some_schema();
  TreeContents contents;
  contents.branches.resize(plan_branches(schema).size());
  for (const std::uint64_t size : sizes) {
    contents.entries += size;
    contents.cluster_sizes.push_back(size);
    for (BranchContents& branch : contents.branches) {
      branch.baskets.push_back({static_cast<std::uint32_t>(size), 70, 90, place += 70});
      branch.maximum.value = maximum;
    }
  }
  constexpr std::size_t key_length = 60;
  file::Record record;
  record.bytes.resize(key_length);
  record.key_length = key_length;
  record.bytes.append(encode_tree(schema, plan_branches(schema), contents, 4096, {}, key_length).span());
  return record;
}

file::Record copy_of(const file::Record& record) {
  file::Record copy;
  copy.key_length = record.key_length;
  copy.bytes.append(record.bytes.span());
  return copy;
}

std::shared_ptr<const ClassLayouts> classes() {
  return std::make_shared<const ClassLayouts>(nullptr, schema::make_catalogue());
}

void add_text(const std::vector<Branch>& branches, std::string& to) {
  for (const Branch& branch : branches) {
    to += fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} [", branch.class_name, branch.name,
                      branch.title, branch.file_name, branch.entries, branch.first_entry, branch.total_bytes,
                      branch.zip_bytes, branch.basket_size, branch.entry_offset_length, branch.io_features,
                      branch.element_class, branch.element_class_version, branch.element_checksum, branch.element_id,
                      branch.element_kind, branch.streamer_type, branch.maximum, basket_count(branch));
    for (std::size_t basket = 0; basket < branch.baskets.size(); ++basket) {
      const BasketLocation& location = branch.baskets.location({basket});
      const EntryRange entries = basket_entries(branch, {basket});
      to += fmt::format("{} {} {} {};", location.seek, location.record_size, entries.first.number, entries.last.number);
    }
    for (const Leaf& leaf : branch.leaves)
      to += fmt::format("{} {} {} {} {} {} {} {} {} {} {};", leaf.class_name, leaf.name, leaf.title, leaf.length,
                        leaf.value_size, leaf.is_range, leaf.is_unsigned, leaf.is_virtual, leaf.count_leaf,
                        leaf.maximum, leaf.element_type);
    add_text(branch.branches, to);
    to += ']';
  }
}

/// All that a tree says.
std::string text_of(const Tree& tree) {
  std::string text =
      fmt::format("{} {} {} {} {} [", tree.name, tree.title, tree.entries, tree.total_bytes, tree.zip_bytes);
  for (const std::uint64_t start : tree.cluster_starts) text += fmt::format("{};", start);
  add_text(tree.branches, text);
  return text;
}

/// What the parser makes of a record; nothing if it refuses it.
std::optional<std::string> parsed(const file::Record& record) {
  try {
    return text_of(internal::parse_tree(record, "TTree", classes()));
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<std::string> molded(TreeMold& mold, const file::Record& record) {
  const Tree* const tree = mold.tree_of(record);
  return tree == nullptr ? std::nullopt : std::optional(text_of(*tree));
}

}  // namespace

TEST_CASE("tree mold: trees with other entries, baskets, places and maxima are read as by the parser") {
  const auto mold = TreeMold::make(record_of({10}, 4, 1000), "TTree", classes());
  REQUIRE(mold != nullptr);
  for (const auto& sizes : std::vector<std::vector<std::uint64_t>>{{10}, {}, {7}, {10, 10, 3}, {0}, {250, 250, 250}}) {
    const file::Record record = record_of(sizes, 100 + sizes.size(), 1'000'000);
    CAPTURE(sizes.size());
    REQUIRE(parsed(record));
    CHECK(molded(*mold, record) == parsed(record));
  }
}

TEST_CASE("tree mold: one byte that differs is read as by the parser, or left to it") {
  const file::Record first = record_of({10, 10}, 4, 1000);
  const auto mold = TreeMold::make(copy_of(first), "TTree", classes());
  REQUIRE(mold != nullptr);
  std::size_t alike = 0;
  for (std::size_t at = first.key_length; at < first.bytes.size(); ++at)
    for (const std::byte bits : {std::byte{0x01}, std::byte{0x80}}) {
      file::Record record = copy_of(first);
      record.bytes.span()[at] ^= bits;
      const auto found = molded(*mold, record);
      if (!found) continue;
      ++alike;
      CAPTURE(at);
      REQUIRE(found == parsed(record));
    }
  CHECK(alike > 200);
  CHECK(molded(*mold, first) == parsed(first));
}

TEST_CASE("tree mold: other branches, titles and names are left to the parser") {
  const auto mold = TreeMold::make(record_of({10}, 4, 1000), "TTree", classes());
  REQUIRE(mold != nullptr);
  CHECK(mold->tree_of(record_of(std::vector<std::uint64_t>(20, 10), 4, 1000)) == nullptr);  // longer arrays
  file::Record record = record_of({10}, 4, 1000);
  const auto bytes = record.bytes.span();
  const std::string_view title = "/F";
  const auto place =
      std::ranges::search(bytes, title, [](std::byte byte, char letter) { return static_cast<char>(byte) == letter; });
  REQUIRE(!place.empty());
  place.back() = std::byte{'D'};
  CHECK(parsed(record) != parsed(record_of({10}, 4, 1000)));
  CHECK(mold->tree_of(record) == nullptr);
}

TEST_CASE("tree mold: there is none of what is no tree, of clusters of several sizes, and of baskets in the record") {
  CHECK(TreeMold::make(record_of({10, 20, 30}, 4, 1000), "TTree", classes()) == nullptr);
  file::Record broken = record_of({10}, 4, 1000);
  broken.bytes.resize(broken.bytes.size() / 2);
  CHECK(TreeMold::make(std::move(broken), "TTree", classes()) == nullptr);
}
