#include "ramet/tree/internal/branch_parser.hpp"

#include <limits>

#include "unit/object/sample_clones.hpp"
#include "unit/tree/samples/sample_branch.hpp"
#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/tree/internal/decode/column_decoder.hpp"

using namespace ramet;
using namespace ramet::tree;
using sample::BasketRecipe;
using sample::BranchRecipe;

namespace {

constexpr std::size_t key_length = 60;

Branch parsed(const BranchRecipe& recipe) {
  const bytes::Buffer payload = sample::branch_array(recipe, key_length);
  bytes::Buffer record(key_length);
  record.append(payload.span());
  const auto catalogue = schema::make_catalogue();
  object::ObjectReader reader(record.span(), key_length, {nullptr, catalogue.get()});
  internal::BranchParser parser;
  auto branches = parser.read_branches(reader);
  parser.finish(reader, branches, nullptr);
  REQUIRE(branches.size() == 1);
  return std::move(branches.front());
}

std::string error_of(const BranchRecipe& recipe) {
  try {
    parsed(recipe);
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
  return "none";
}

/// The bytes of entry after entry of an embedded basket.
std::vector<int> bytes_of(const Branch& branch, std::uint64_t basket) {
  BasketReader reader;
  const auto source = io::source_of(bytes::Buffer());
  std::vector<int> bytes;
  for (const std::byte byte : reader.read(*source, branch, {basket}).data) bytes.push_back(std::to_integer<int>(byte));
  return bytes;
}

Branch parsed_clones(const sample::ClonesRecipe& recipe) {
  object::ObjectWriter writer(key_length);
  sample::write_clones(writer, recipe);
  bytes::Buffer record(key_length);
  record.append(writer.payload());
  const auto catalogue = schema::make_catalogue();
  object::ObjectReader reader(record.span(), key_length, {nullptr, catalogue.get()});
  internal::BranchParser parser;
  auto branches = parser.read_branches(reader);
  parser.finish(reader, branches, nullptr);
  REQUIRE(branches.size() == 1);
  return std::move(branches.front());
}

}  // namespace

TEST_CASE(
    "branch parser: a largest value that no whole number can be is the nearest one, or 0 when it is none at all") {
  const auto maximum_of = [](double maximum) {
    return parsed({.leaf_class = "TLeafD", .maximum = maximum}).leaves.front().maximum;
  };
  CHECK(maximum_of(12.5) == 12);
  CHECK(maximum_of(std::numeric_limits<double>::quiet_NaN()) == 0);
  CHECK(maximum_of(std::numeric_limits<double>::infinity()) == 9'000'000'000'000'000'000);
  CHECK(maximum_of(-1e300) == -9'000'000'000'000'000'000);
}

TEST_CASE("branch parser: baskets with records of their own, the end of the last in the next place or in fEntries") {
  BranchRecipe recipe{.write_basket = 2, .entries = 7};
  recipe.basket_bytes = {80, 90};
  recipe.basket_entry = {0, 4, 7};
  recipe.basket_seek = {100, 200};
  Branch branch = parsed(recipe);
  CHECK(branch.name == "x");
  CHECK(branch.entries == 7);
  REQUIRE(branch.baskets.size() == 2);
  CHECK(branch.baskets.entries({1}) == EntryRange{{4}, {7}});
  CHECK(branch.baskets.location({1}).seek == 200);
  CHECK(branch.baskets.location({1}).record_size == 90);
  CHECK(branch.leaves.front().class_name == "TLeafB");
  CHECK(to_string(branch.layout().type) == "int8");
  recipe.basket_entry = {0, 4};
  CHECK(parsed(recipe).stored_entries() == EntryRange{{0}, {7}});
}

TEST_CASE("branch parser: a basket that was never written out is inside of the branch") {
  BranchRecipe recipe{.write_basket = 1, .entries = 7};
  recipe.basket_bytes[0] = 80;
  recipe.basket_entry = {0, 4, 7};
  recipe.basket_seek[0] = 100;
  for (const bool is_big : {false, true}) {
    recipe.baskets = {{.number = 1, .data = {7, 8, 9}, .entries = 3, .is_big = is_big}};
    const Branch branch = parsed(recipe);
    CHECK(branch.baskets.size() == 1);
    CHECK(branch.stored_entries() == EntryRange{{0}, {7}});
    CHECK(basket_entries(branch, {1}) == EntryRange{{4}, {7}});
    CHECK(bytes_of(branch, 1) == std::vector<int>{7, 8, 9});
  }
}

TEST_CASE("branch parser: embedded baskets of all the forms that ROOT has had") {
  for (const BasketRecipe& basket :
       {BasketRecipe{.data = {7, 8, 9}, .entries = 3, .flag = 12},
        BasketRecipe{.data = {7, 8, 9}, .entries = 3, .flag = 12, .entry_size = -4},
        BasketRecipe{.data = {7, 8, 9}, .entries = 3, .flag = 12, .version = 1},
        BasketRecipe{.data = {7, 8, 9}, .offsets = {0, 1, 1}, .entries = 3, .flag = 11},
        BasketRecipe{.data = {7, 8, 9}, .offsets = {0, 1, 1}, .entries = 3, .flag = 31},
        BasketRecipe{.data = {7, 8, 9}, .offsets = {0, 1, 1, 0, 0}, .entries = 3, .flag = 51},
        BasketRecipe{.data = {7, 8, 9}, .entries = 3, .flag = 92, .entry_size = -4}}) {
    CAPTURE(static_cast<int>(basket.flag));
    CAPTURE(basket.version);
    const Branch branch =
        parsed({.entries = 3, .baskets = {basket}, .leaf_class = basket.offsets.empty() ? "TLeafB" : "TLeafC"});
    CHECK(bytes_of(branch, 0) == std::vector<int>{7, 8, 9});
    REQUIRE(branch.embedded.size() == 1);
    CHECK(branch.embedded[0]->offsets ==
          (basket.offsets.empty() ? std::vector<std::uint32_t>{} : std::vector<std::uint32_t>{0, 1, 1, 3}));
  }
}

TEST_CASE("branch parser: an empty basket is none") {
  CHECK(parsed({.baskets = {{.entries = 0, .flag = 0}}}).embedded.empty());
  CHECK(parsed({.baskets = {{.entries = 0, .flag = 12}}}).embedded.empty());
}

TEST_CASE("branch parser: several embedded baskets follow each other") {
  BranchRecipe recipe{.entries = 5};
  recipe.basket_entry[1] = 2;
  recipe.basket_entry[2] = 5;
  recipe.baskets = {{.number = 0, .data = {1, 2}, .entries = 2}, {.number = 1, .data = {3, 4, 5}, .entries = 3}};
  const Branch branch = parsed(recipe);
  CHECK(branch.stored_entries() == EntryRange{{0}, {5}});
  CHECK(bytes_of(branch, 1) == std::vector<int>{3, 4, 5});
}

TEST_CASE("branch parser: embedded baskets in front of such with a record are read where their entries begin") {
  BranchRecipe recipe{.write_basket = 4, .entries = 12};
  recipe.basket_bytes = {80, 0, 90, 0};
  recipe.basket_seek = {100, 0, 200, 0};
  recipe.basket_entry = {0, 4, 6, 9, 11};
  recipe.basket_bytes.resize(10);
  recipe.basket_seek.resize(10);
  recipe.basket_entry.resize(10);
  recipe.basket_entry[5] = 12;
  recipe.baskets = {{.number = 1, .data = {1, 2}, .entries = 2},
                    {.number = 3, .data = {3, 4}, .entries = 2},
                    {.number = 4, .data = {5}, .entries = 1}};
  const Branch branch = parsed(recipe);
  CHECK(branch.baskets.size() == 3);
  CHECK(branch.between.size() == 1);
  CHECK(branch.embedded.size() == 2);
  CHECK(basket_count(branch) == 5);
  CHECK(branch.stored_entries() == EntryRange{{0}, {12}});
  const std::uint64_t expected[] = {0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4};
  for (std::uint64_t entry = 0; entry < 12; ++entry) CHECK(basket_of(branch, {entry}).number == expected[entry]);
  CHECK(basket_entries(branch, {1}) == EntryRange{{4}, {6}});
  CHECK(bytes_of(branch, 1) == std::vector<int>{1, 2});
  CHECK(bytes_of(branch, 3) == std::vector<int>{3, 4});
  CHECK(embedded_basket(branch, {0}) == nullptr);
  CHECK(embedded_basket(branch, {2}) == nullptr);
  CHECK(embedded_basket(branch, {5}) == nullptr);
  BasketReader reader;
  BasketMemory memory;
  CHECK_FALSE(reader.find_plain(*io::source_of(bytes::Buffer()), branch, {1}, memory));
}

TEST_CASE("branch parser: of a basket with a record of its own, what is embedded of it is left out") {
  BranchRecipe recipe{.write_basket = 1, .entries = 4};
  recipe.basket_bytes[0] = 80;
  recipe.basket_entry[1] = 4;
  recipe.basket_seek[0] = 100;
  recipe.baskets = {{.number = 0, .data = {1, 2}, .entries = 2}};
  const Branch branch = parsed(recipe);
  CHECK(branch.embedded.empty());
  CHECK(branch.stored_entries() == EntryRange{{0}, {4}});
}

TEST_CASE(
    "branch parser: an embedded basket is read whatever stands in the places of baskets that were never written") {
  BranchRecipe recipe{.entries = 3};
  recipe.basket_seek[0] = 0x380178;
  recipe.basket_bytes[0] = 0x1003;
  recipe.basket_entry[1] = 0x4c0200;
  recipe.baskets = {{.number = 0, .data = {7, 8, 9}, .entries = 3, .version = 2}};
  Branch branch = parsed(recipe);
  CHECK(branch.stored_entries() == EntryRange{{0}, {3}});
  CHECK(bytes_of(branch, 0) == std::vector<int>{7, 8, 9});
  recipe.write_basket = 1;
  recipe.basket_seek = {100, 0x380178};
  recipe.basket_bytes = {80, 0};
  recipe.basket_entry = {0, 4};
  recipe.baskets.front().number = 1;
  branch = parsed(recipe);
  CHECK(branch.stored_entries() == EntryRange{{0}, {7}});
  CHECK(bytes_of(branch, 1) == std::vector<int>{7, 8, 9});
}

TEST_CASE("branch parser: of a branch that was made later than its tree, the baskets begin with its first entry") {
  BranchRecipe recipe{.entries = 3, .first_entry = 5};
  recipe.basket_entry[0] = 5;
  recipe.baskets = {{.number = 0, .data = {7, 8, 9}, .entries = 3}};
  const Branch branch = parsed(recipe);
  CHECK(branch.first_entry == 5);
  CHECK(branch.stored_entries() == EntryRange{{5}, {8}});
  CHECK(bytes_of(branch, 0) == std::vector<int>{7, 8, 9});
}

TEST_CASE("branch parser: embedded baskets out of place are not mistaken for others") {
  BranchRecipe gap{.entries = 5};
  gap.baskets = {{.number = 1, .data = {1, 2}, .entries = 2}};
  CHECK(error_of(gap) == "corrupt: branch 'x': embedded basket 1 begins at entry 0, expected basket 0 at entry 0");
  BranchRecipe shifted{.entries = 5};
  shifted.basket_entry[0] = 3;
  shifted.baskets = {{.number = 0, .data = {1, 2}, .entries = 2}};
  CHECK(error_of(shifted) != "none");
  BranchRecipe before{.write_basket = 2, .entries = 5};
  before.basket_entry = {0, 2, 5};
  before.baskets = {{.number = 0, .data = {1, 2}, .entries = 2}};
  before.baskets.front().entries = 1;
  CHECK(error_of(before) == "corrupt: branch 'x': embedded basket 0 has 1 entries, the tree says 2");
  before.baskets.front().entries = 2;
  before.basket_entry = {0, 6, 5};
  CHECK(error_of(before) == "corrupt: branch 'x': basket 1 begins at entry 6, but ends at entry 5");
}

TEST_CASE("branch parser: baskets that contradict themselves are corrupt") {
  CHECK(error_of({.baskets = {{.data = {1}, .entries = -1}}})
            .starts_with("corrupt: branch 'x': embedded basket 0: entries of a basket"));
  CHECK(error_of({.baskets = {{.data = {1}, .offsets = {0}, .entries = 2, .flag = 11}}}) ==
        "corrupt: branch 'x': embedded basket 0: 1 entry offsets for 2 entries");
  CHECK(error_of({.baskets = {{.data = {1, 2}, .offsets = {2, 1}, .entries = 2, .flag = 11}}}) ==
        "corrupt: branch 'x': embedded basket 0: entry 1 begins at byte 1 of 2");
  CHECK(error_of({.baskets = {{.data = {1, 2}, .offsets = {3}, .entries = 1, .flag = 11}}}).starts_with("corrupt:"));
}

TEST_CASE("branch parser: places of baskets that are negative, decrease, or are fewer than promised are corrupt") {
  BranchRecipe recipe{.write_basket = 2, .entries = 7};
  recipe.basket_entry = {0, 4, 7};
  const auto with = [&](auto&& change) {
    BranchRecipe changed = recipe;
    change(changed);
    return error_of(changed);
  };
  CHECK(with([](BranchRecipe&) {}) == "none");
  CHECK(with([](BranchRecipe& r) { r.write_basket = -1; }).starts_with("corrupt: branch 'x': number of baskets"));
  CHECK(with([](BranchRecipe& r) { r.write_basket = 11; }).starts_with("corrupt: branch 'x'"));
  CHECK(with([](BranchRecipe& r) { r.basket_entry = {4, 0, 7}; }).starts_with("corrupt: branch 'x': basket 0 begins"));
  CHECK(with([](BranchRecipe& r) { r.basket_entry[0] = -1; }).starts_with("corrupt: branch 'x': first entry"));
  CHECK(with([](BranchRecipe& r) { r.basket_seek[0] = -1; }).starts_with("corrupt: branch 'x': position of a basket"));
  CHECK(with([](BranchRecipe& r) { r.basket_bytes[1] = -9; }).starts_with("corrupt: branch 'x': size of a basket"));
}

TEST_CASE("branch parser: an array of clones, of any ROOT, is a collection whose branch counts its objects") {
  for (const bool is_old : {false, true}) {
    CAPTURE(is_old);
    const Branch tracks = parsed_clones({.is_old = is_old});
    CHECK(tracks.class_name == "TBranchClones");
    CHECK(tracks.name == "tracks");
    CHECK(tracks.element_class == "Track");
    CHECK(tracks.is_collection());
    CHECK(tracks.stored_entries() == EntryRange{{0}, {3}});
    CHECK(to_string(tracks.layout().type) == "int32");
    REQUIRE(tracks.branches.size() == 1);
    const Branch& id = tracks.branches.front();
    CHECK(id.name == "tracks.fId");
    CHECK(id.leaves.front().count_leaf == "tracks_");
    CHECK(to_string(id.layout().type) == "var * int16");
    CHECK(id.stored_entries() == EntryRange{{0}, {3}});
    REQUIRE(id.embedded.size() == 1);
    CHECK(id.embedded.front()->offsets == std::vector<std::uint32_t>{0, 4, 8, 12});
    CHECK(tracks.leaves.front().count_leaf.empty());
  }
}

TEST_CASE("branch parser: an array of clones that nothing counts is corrupt") {
  CHECK_THROWS_WITH_AS(parsed_clones({.lacks_counter = true}),
                       "branch 'tracks': an array of clones without a branch that counts them", Error);
}
