#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/file/file_reader.hpp"

// What a fuzz target consists of. Its program is a libFuzzer, and one thing more: `fuzz_x --write-seeds=FOLDER` writes
// seeds() as files, so that no binary needs to be kept in the repository; and `--from=FILE` what seeds_of gives.

namespace fuzz {

using Bytes = std::vector<std::byte>;

/// Give any bytes to the parser. An Error of kind corrupt, unsupported or not_found may leave it: that is what a
/// damaged file has to give. Anything else that leaves it is a finding.
void try_on(std::span<const std::byte> input);

/// Small well-formed inputs to begin with, which between them reach every kind of record.
std::vector<Bytes> seeds();

/// What a sound file adds to them; nothing, unless the target says otherwise.
std::vector<Bytes> seeds_of(const ramet::file::FileReader& file);

/// The whole file, for targets whose input is one.
std::vector<Bytes> whole_of(const ramet::file::FileReader& file);

/// An input that is an object's record: | class 1, a number of the target's | key length 1 | payload |. What follows
/// a key refers to itself by distances from the key's begin, so its length is part of it.
struct ObjectInput {
  std::uint8_t class_number = 0;
  std::vector<std::byte> record;  ///< with zeros for the key
  std::uint16_t key_length = 0;

  std::span<const std::byte> payload() const noexcept { return std::span(record).subspan(key_length); }
};
ObjectInput object_input(std::span<const std::byte> input);

/// Such an input. `key_length` is below 256.
Bytes object_seed(std::size_t class_number, std::size_t key_length, std::span<const std::byte> payload);

/// Such inputs: the keys' records to whose class `number_of` gives a number that is not negative.
std::vector<Bytes> object_seeds_of(const ramet::file::FileReader& file,
                                   ramet::FunctionRef<std::ptrdiff_t(std::string_view class_name)> number_of);

/// Stop as a finding unless `holds`.
inline void require(bool holds, std::string_view what) {
  if (holds) return;
  std::cerr << "violated: " << what << '\n';
  std::abort();
}

}  // namespace fuzz
