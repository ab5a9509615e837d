#include "ramet/tree/internal/branch_parser.hpp"

#include <limits>

#include "unit/object/sample_clones.hpp"
#include "unit/tree/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/object/object_writer.hpp"
#include "ramet/tree/decode/column_decoder.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::size_t key_length = 60;

/// A basket inside of the branch, as TBasket::Streamer writes it: entries of one size, or of varying size.
struct BasketRecipe {
  std::uint64_t number = 0;  // its place in fBaskets
  std::vector<std::uint8_t> data = {};
  std::vector<std::uint32_t> offsets = {};
  std::int32_t entries = 0;
  std::uint8_t flag = 12;
  std::int32_t entry_size = 4;
  std::uint16_t version = 3;
  bool is_big = false;
};

/// A TBranch of version 13 with one TLeafB, or TLeafC where baskets have offsets.
struct BranchRecipe {
  std::int32_t write_basket = 0;
  std::vector<std::int32_t> basket_bytes = std::vector<std::int32_t>(10);
  std::vector<std::int64_t> basket_entry = std::vector<std::int64_t>(10);
  std::vector<std::int64_t> basket_seek = std::vector<std::int64_t>(10);
  std::int64_t entries = 0;
  std::int64_t first_entry = 0;
  std::vector<BasketRecipe> baskets = {};
  std::string leaf_class = "TLeafB";
  double maximum = 0;  // of a TLeafD
};

void write_basket(object::ObjectWriter& writer, const BasketRecipe& basket) {
  constexpr std::uint16_t basket_key_length = 70;
  writer.object("TBasket", [&] {
    writer.write(std::uint32_t{0});  // record size: none
    writer.write(std::uint16_t{basket.is_big ? std::uint16_t{1004} : std::uint16_t{4}});
    writer.write(std::uint32_t{0});
    writer.write(std::uint32_t{0});
    writer.write(basket_key_length);
    writer.write(std::uint16_t{0});
    for (int word = 0; word < (basket.is_big ? 4 : 2); ++word) writer.write(std::uint32_t{0});
    for (const char* const text : {"TBasket", "x", "Events"}) writer.string(text);
    writer.write(basket.version);
    writer.write(std::uint32_t{32000});
    writer.write(basket.entry_size);
    if (basket.entry_size < 0) writer.write(std::uint8_t{1});
    writer.write(basket.entries);
    writer.write(static_cast<std::int32_t>(basket_key_length + basket.data.size()));
    writer.write(basket.flag);
    if (basket.flag == 0) return;
    if (basket.flag % 10 != 2) {
      writer.write(static_cast<std::uint32_t>(basket.offsets.size()));
      const std::uint32_t mask = basket.flag > 20 && basket.flag < 40 ? 0x05000000 : 0;
      for (const std::uint32_t offset : basket.offsets) writer.write((offset + basket_key_length) | mask);
      if (basket.flag > 40) writer.array(std::span<const std::int32_t>(std::vector<std::int32_t>{7, 7}));
    }
    if (basket.version < 2) writer.write(static_cast<std::uint32_t>(basket_key_length + basket.data.size()));
    for (int byte = 0; byte < basket_key_length; ++byte) writer.write(std::uint8_t{0});
    for (const std::uint8_t byte : basket.data) writer.write(byte);
  });
}

void write_leaf(object::ObjectWriter& writer, const BranchRecipe& recipe) {
  writer.object(recipe.leaf_class, [&] {
    writer.versioned(1, [&] {
      writer.versioned(2, [&] {
        writer.tnamed("x", "x");
        for (const std::int32_t number : {1, 1, 0}) writer.write(number);  // length, value size, offset
        writer.write(false);
        writer.write(false);
        writer.null();
      });
      if (recipe.leaf_class == "TLeafB") {
        writer.write(std::uint16_t{0});
      } else if (recipe.leaf_class == "TLeafD") {
        writer.write(0.0);
        writer.write(recipe.maximum);
      } else {
        writer.write(std::uint64_t{0});
      }
    });
  });
}

void write_branch(object::ObjectWriter& writer, BranchRecipe recipe) {
  recipe.basket_bytes.resize(recipe.basket_entry.size());
  recipe.basket_seek.resize(recipe.basket_entry.size());
  writer.versioned(13, [&] {
    writer.tnamed("x", "x/B");
    writer.versioned(2, [&] { writer.write(std::uint32_t{1001}); });
    for (const std::int32_t number : {505, 32000, 0, recipe.write_basket}) writer.write(number);
    writer.write(recipe.entries);
    writer.checksummed(0x1aa12f10, [&] { writer.write(std::uint8_t{0}); });
    for (const std::int32_t number : {0, static_cast<std::int32_t>(recipe.basket_entry.size()), 0})
      writer.write(number);
    for (const std::int64_t number : {recipe.entries, recipe.first_entry, std::int64_t{0}, std::int64_t{0}})
      writer.write(number);
    writer.object_array("", 0, [](std::size_t) {});
    writer.object_array("", 1, [&](std::size_t) { write_leaf(writer, recipe); });
    const std::size_t slots = recipe.baskets.empty() ? 0 : recipe.baskets.back().number + 1;
    auto next = recipe.baskets.begin();
    writer.object_array("", slots, [&](std::size_t slot) {
      if (next->number != slot) return writer.null();
      write_basket(writer, *next++);
    });
    writer.counted(std::span<const std::int32_t>(recipe.basket_bytes));
    writer.counted(std::span<const std::int64_t>(recipe.basket_entry));
    writer.counted(std::span<const std::int64_t>(recipe.basket_seek));
    writer.string("");
  });
}

Branch parsed(const BranchRecipe& recipe) {
  object::ObjectWriter writer(key_length);
  writer.object_array("", 1, [&](std::size_t) { writer.object("TBranch", [&] { write_branch(writer, recipe); }); });
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
  CHECK(error_of(before) == "unsupported: branch 'x': basket 1 has a record of its own, after embedded ones");
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
