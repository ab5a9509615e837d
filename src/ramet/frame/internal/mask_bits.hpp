#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ramet/object/payload.hpp"

namespace ramet::inline v1::frame::internal {

/// The place in the file that says whether an entry passed under a variation. Threads: a value.
struct MaskBit {
  std::string column;
  std::string mask;  ///< the column of the bit
  std::uint32_t bit = 0;
};

/// The name of the object beside a table that says which bits belong to its columns, as ROOT calls it.
std::string mask_bits_name(const std::string& table);

/// That object: an unordered_map<string,pair<string,unsigned int>>.
object::Payload payload_of(std::vector<MaskBit> bits);

}  // namespace ramet::inline v1::frame::internal
