#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/object/detail/object_writer.hpp"

/// Records of branches, with baskets inside of them as ROOT leaves those that were not full.
namespace sample {

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

inline void write_basket(ramet::object::ObjectWriter& writer, const BasketRecipe& basket) {
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

inline void write_leaf(ramet::object::ObjectWriter& writer, const BranchRecipe& recipe) {
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

inline void write_branch(ramet::object::ObjectWriter& writer, BranchRecipe recipe) {
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

/// The payload of a TObjArray with that branch, behind a key of that length.
inline ramet::bytes::Buffer branch_array(const BranchRecipe& recipe, std::size_t key_length) {
  ramet::object::ObjectWriter writer(key_length);
  writer.object_array("", 1, [&](std::size_t) { writer.object("TBranch", [&] { write_branch(writer, recipe); }); });
  ramet::bytes::Buffer payload;
  payload.append(writer.payload());
  return payload;
}

}  // namespace sample
