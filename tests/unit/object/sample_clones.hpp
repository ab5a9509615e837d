#pragma once

#include <string_view>

#include "ramet/object/detail/object_writer.hpp"

/// A tree's branch of a TClonesArray as ROOT 4 and older wrote it, or ROOT 5 and later do: with one member, two objects
/// in each of its three entries, everything in baskets inside of the branches.
namespace sample {

using ramet::object::ObjectIdentity;
using ramet::object::ObjectWriter;

/// Of which ROOT a TBranchClones is, and what is wrong with it. Threads: a value.
struct ClonesRecipe {
  bool is_old = false;
  bool lacks_counter = false;
};

inline void write_clones_basket(ObjectWriter& writer, bool has_offsets) {
  constexpr std::uint16_t key_length = 70;
  constexpr std::int32_t entries = 3;
  writer.object("TBasket", [&] {
    writer.write(std::uint32_t{0});
    writer.write(std::uint16_t{4});
    for (int word = 0; word < 2; ++word) writer.write(std::uint32_t{0});
    writer.write(key_length);
    writer.write(std::uint16_t{0});
    for (int word = 0; word < 2; ++word) writer.write(std::uint32_t{0});
    for (const char* const text : {"TBasket", "x", "T"}) writer.string(text);
    writer.write(std::uint16_t{2});
    writer.write(std::uint32_t{32000});
    writer.write(std::int32_t{1000});
    writer.write(entries);
    const std::int32_t size = has_offsets ? 2 * entries * 2 : entries * 4;
    writer.write(std::int32_t{key_length + size});
    writer.write(static_cast<std::uint8_t>(has_offsets ? 11 : 12));
    if (has_offsets) {
      writer.write(std::uint32_t{entries});
      for (std::int32_t entry = 0; entry < entries; ++entry) writer.write(std::int32_t{key_length + 4 * entry});
    }
    for (int byte = 0; byte < key_length; ++byte) writer.write(std::uint8_t{0});
    if (has_offsets)
      for (std::int16_t value = 1; value <= 2 * entries; ++value) writer.write(value);
    else
      for (std::int32_t entry = 0; entry < entries; ++entry) writer.write(std::int32_t{2});
  });
}

/// The leaf that counts, or one that it counts. Gives what others refer to it by.
inline ObjectIdentity write_clones_leaf(ObjectWriter& writer, std::string_view name, std::string_view title,
                                        ObjectIdentity counter) {
  return writer.object(counter ? "TLeafS" : "TLeafI", [&] {
    writer.versioned(1, [&] {
      writer.versioned(2, [&] {
        writer.tnamed(name, title);
        for (const std::int32_t number : {1, counter ? 2 : 4, 0}) writer.write(number);
        writer.write(!counter);
        writer.write(false);
        counter ? writer.reference(counter) : writer.null();
      });
      if (counter) {
        for (int limit = 0; limit < 2; ++limit) writer.write(std::int16_t{0});
      } else {
        for (const std::int32_t limit : {0, 2}) writer.write(limit);
      }
    });
  });
}

inline ObjectIdentity write_clones_part(ObjectWriter& writer, std::string_view name, std::string_view leaf,
                                        std::string_view title, ObjectIdentity counter) {
  ObjectIdentity identity;
  writer.object("TBranch", [&] {
    writer.versioned(13, [&] {
      writer.tnamed(name, title);
      writer.versioned(2, [&] { writer.write(std::uint32_t{1001}); });
      for (const std::int32_t number : {1, 32000, counter ? 1000 : 0, 0}) writer.write(number);
      writer.write(std::int64_t{3});
      writer.checksummed(0x1aa12f10, [&] { writer.write(std::uint8_t{0}); });
      for (const std::int32_t number : {0, 10, 0}) writer.write(number);
      for (const std::int64_t number : {3, 0, 0, 0}) writer.write(number);
      writer.object_array("", 0, [](std::size_t) {});
      writer.object_array("", 1, [&](std::size_t) { identity = write_clones_leaf(writer, leaf, title, counter); });
      writer.object_array("", 1, [&](std::size_t) { write_clones_basket(writer, static_cast<bool>(counter)); });
      writer.counted(std::span<const std::int32_t>(std::vector<std::int32_t>(10)));
      writer.counted(std::span<const std::int64_t>(std::vector<std::int64_t>(10)));
      writer.counted(std::span<const std::int64_t>(std::vector<std::int64_t>(10)));
      writer.string("");
    });
  });
  return identity;
}

/// A TObjArray of the branch, "tracks".
inline void write_clones(ObjectWriter& writer, const ClonesRecipe& recipe = {}) {
  writer.object_array("", 1, [&](std::size_t) {
    writer.object("TBranchClones", [&] {
      writer.versioned(2, [&] {
        writer.tnamed("tracks", "");
        for (const std::int32_t number : {1, 32000, 1000, 10, 0}) writer.write(number);
        recipe.is_old ? writer.write(std::int32_t{3}) : writer.write(std::int64_t{3});
        for (const int number : {3, 0, 0})
          recipe.is_old ? writer.write(static_cast<double>(number)) : writer.write(std::int64_t{number});
        writer.write(std::int32_t{0});
        ObjectIdentity counter = writer.next_identity();
        if (recipe.lacks_counter)
          writer.null();
        else
          counter = write_clones_part(writer, "tracks_", "tracks_", "tracks_/I", {});
        writer.string("Track");
        writer.object_array(
            "", 1, [&](std::size_t) { write_clones_part(writer, "tracks.fId", "fId", "fId[tracks_]/S", counter); });
      });
    });
  });
}

}  // namespace sample
