#include "ramet/frame/internal/mask_bits.hpp"

#include <utility>

#include <fmt/format.h>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/schema/streamer_info.hpp"

// The record: | count 4 | for each column: name s | pair |, with
//   pair: | byte count 4 | version 0, 2 | checksum of the pair 4 | byte count 4 | version 10, 2 | mask s | bit 4 |

namespace ramet::inline v1::frame::internal {
namespace {

constexpr std::uint32_t has_byte_count = 0x4000'0000;
constexpr std::uint16_t string_version = 10;

schema::StreamerInfo pair_layout() {
  schema::StreamerInfo layout{.class_name = "pair<string,unsigned int>", .title = {}, .version = 1, .elements = {}};
  namespace code = schema::type_code;
  layout.elements.push_back({.element_class = "TStreamerSTLstring",
                             .name = "first",
                             .title = {},
                             .type = code::stl_string,
                             .size = 32,
                             .type_name = "string",
                             .count_name = {},
                             .count_class = {},
                             .stl_type = code::stl_string,
                             .content_type = code::stl_string,
                             .range = {}});
  layout.elements.push_back({.element_class = "TStreamerBasicType",
                             .name = "second",
                             .title = {},
                             .type = code::unsigned_int,
                             .size = 4,
                             .type_name = "unsigned int",
                             .count_name = {},
                             .count_class = {},
                             .range = {}});
  layout.checksum = schema::layout_checksum(layout);
  return layout;
}

bytes::Buffer record_of(const std::vector<MaskBit>& bits, std::uint32_t checksum) {
  bytes::ByteWriter record;
  record.write(static_cast<std::uint32_t>(bits.size()));
  for (const MaskBit& bit : bits) {
    bytes::ByteWriter mask;
    mask.write(string_version);
    mask.string(bit.mask);
    record.string(bit.column);
    constexpr std::size_t numbers = 2 + 4 + 4 + 4;
    record.write(static_cast<std::uint32_t>(has_byte_count | (mask.size() + numbers)));
    record.write(std::uint16_t{0});
    record.write(checksum);
    record.write(static_cast<std::uint32_t>(has_byte_count | mask.size()));
    record.append(mask.span());
    record.write(bit.bit);
  }
  return std::move(record).take();
}

}  // namespace

std::string mask_name(const std::string& table, std::size_t word) {
  return fmt::format("R_rdf_mask_{}_{}", table, word);  // as ROOT calls them
}

std::string mask_bits_name(const std::string& table) { return "R_rdf_column_to_bitmask_mapping_" + table; }

object::Payload payload_of(std::vector<MaskBit> bits) {
  const schema::StreamerInfo layout = pair_layout();
  return {.class_name = "unordered_map<string,pair<string,unsigned int> >",
          .title = {},
          .layouts = {layout},
          .make = [bits = std::move(bits), checksum = layout.checksum](std::string_view, std::size_t) {
            return record_of(bits, checksum);
          }};
}

}  // namespace ramet::inline v1::frame::internal
