#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ramet/frame/sources/column_masks.hpp"
#include "ramet/object/payload.hpp"

namespace ramet::inline v1::frame::internal {

using MaskBit = ColumnMask;

/// The name of the columns of masks of a table.
std::string mask_name(const std::string& table, std::size_t word);

/// The name of the object beside a table that says which bits belong to its columns, as ROOT calls it.
std::string mask_bits_name(const std::string& table);

/// That object: an unordered_map<string,pair<string,unsigned int>>.
object::Payload payload_of(std::vector<MaskBit> bits);

}  // namespace ramet::inline v1::frame::internal
