#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ramet/bytes/endian.hpp"
#include "ramet/hist/binned/histogram.hpp"
#include "ramet/hist/histogram.hpp"

// Payloads of histograms, as ROOT 6.40 wrote them, and others made of these.

namespace histogram_payloads {

using Bytes = std::vector<std::byte>;

/// TH1D("mass", "dimuon mass;m [GeV];events", 3, 0., 3.), filled with 0.5, 1.5, 1.5, -1 and 7.
inline constexpr std::string_view counts =
    "4000024c00034000021a00084000001d000100010000000000000008046d6173730b64696d756f6e206d617373400000080002025a00"
    "010001400000060002000003e94000000a0003000100013f8000000000000540000074000a4000001a00010001000000000000000005"
    "7861786973076d205b4765565d400000240004000001fe00010001002a3ba3d70a3d0f5c293cf5c28f3f8000003d0f5c290001002a00"
    "0000030000000000000000400800000000000000000000000000000000000000000000000000000000000040000073000a4000001900"
    "0100010000000000000000057961786973066576656e7473400000240004000001fe00010001002a3ba3d70a3d0f5c293cf5c28f0000"
    "00003d0f5c290001002a0000000100000000000000003ff0000000000000000000000000000000000000000000000000000000000000"
    "4000006d000a40000013000100010000000000000000057a6178697300400000240004000001fe00010001002a3ba3d70a3d0f5c293c"
    "f5c28f3f8000003d0f5c290001002a0000000100000000000000003ff000000000000000000000000000000000000000000000000000"
    "0000000000000003e8401400000000000040080000000000004008000000000000400c0000000000004013000000000000c0915c0000"
    "000000c0915c000000000000000000000000000000000000000000004000001100050001000000000001000000000000000000000000"
    "0000000000000002000000053ff00000000000003ff0000000000000400000000000000000000000000000003ff0000000000000";

/// TH1D("weighted", "w;x", 2, {0, 1, 4}), filled with 0.5, 2 and 9 of the weights 2, 0.5 and 3.
inline constexpr std::string_view weighted =
    "4000026a0003400002400008400000170001000100000000000000080877656967687465640177400000080002025a00010001400000"
    "060002000003e94000000a0003000100013f8000000000000440000086000a4000001400010001000000000000000005786178697301"
    "78400000240004000001fe00010001002a3ba3d70a3d0f5c293cf5c28f3f8000003d0f5c290001002a00000002000000000000000040"
    "100000000000000000000300000000000000003ff0000000000000401000000000000000000000000000000000000000000000000000"
    "004000006d000a4000001300010001000000000000000005796178697300400000240004000001fe00010001002a3ba3d70a3d0f5c29"
    "3cf5c28f000000003d0f5c290001002a0000000100000000000000003ff0000000000000000000000000000000000000000000000000"
    "0000000000004000006d000a40000013000100010000000000000000057a6178697300400000240004000001fe00010001002a3ba3d7"
    "0a3d0f5c293cf5c28f3f8000003d0f5c290001002a0000000100000000000000003ff000000000000000000000000000000000000000"
    "0000000000000000000000000003e8400800000000000040040000000000004011000000000000400000000000000040040000000000"
    "00c0915c0000000000c0915c000000000000000000000000000000000000000004000000000000000040100000000000003fd0000000"
    "000000402200000000000000400000110005000100000000000100000000000000000000000000000000000000020000000400000000"
    "0000000040000000000000003fe00000000000004008000000000000";

/// The histogram that `counts` is.
inline ramet::hist::Histogram1D counts_histogram() {
  using namespace ramet::hist;
  Histogram1D histogram({.name = "mass", .title = "dimuon mass", .axis_title = "m [GeV]", .value_title = "events"},
                        RegularAxis{3, 0, 3});
  histogram.fill(std::vector<double>{0.5, 1.5, 1.5, -1, 7});
  return histogram;
}

/// The histogram that `weighted` is.
inline ramet::hist::Histogram1D weighted_histogram() {
  using namespace ramet::hist;
  Histogram1D histogram({.name = "weighted", .title = "w", .axis_title = "x", .value_title = ""},
                        VariableAxis{{0, 1, 4}});
  histogram.fill(std::vector<double>{0.5, 2, 9}, std::vector<double>{2, 0.5, 3});
  return histogram;
}

/// What a file has of a histogram, graph, ... of that name behind a key of that length.
template <class Figure>
ramet::bytes::Buffer written(const Figure& figure, std::string_view name, std::size_t key_length = 0) {
  return ramet::object::payload_of(figure).make(name, key_length);
}
/// The same of one that keeps its name.
inline ramet::bytes::Buffer written(const ramet::hist::Histogram1D& histogram, std::size_t key_length = 0) {
  return written(histogram, histogram.labels().name, key_length);
}
inline ramet::bytes::Buffer written(const ramet::hist::Histogram& histogram, std::size_t key_length = 0) {
  return written(histogram, histogram.parts().name, key_length);
}

inline Bytes from_hex(std::string_view text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(digit(text[i]) * 16 + digit(text[i + 1])));
  return bytes;
}

inline Bytes copy_of(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

template <class Number>
void append(Bytes& to, Number number) {
  to.resize(to.size() + sizeof number);
  ramet::bytes::store_big_endian(to.data() + to.size() - sizeof number, number);
}

/// The members of the base TH1 within a payload of a TH1D.
inline Bytes base_members(const Bytes& payload) {
  constexpr std::size_t outer_head = 6;
  constexpr std::uint32_t count_bits = 0x3fff'ffff;
  const auto count = ramet::bytes::load_big_endian<std::uint32_t>(payload.data() + outer_head) & count_bits;
  return copy_of(std::span(payload).subspan(outer_head + 6, count - 2));
}

inline void append_versioned(Bytes& to, std::uint16_t version, const Bytes& members) {
  append(to, static_cast<std::uint32_t>(0x4000'0000 + members.size() + 2));
  append(to, version);
  to.insert(to.end(), members.begin(), members.end());
}

/// A payload of a TH1C, TH1S, ... with these members of its base, and contents of that type.
template <class Number>
Bytes payload_of(const Bytes& base, const std::vector<Number>& contents, std::uint16_t version = 3,
                 std::uint32_t checksum = 0) {
  Bytes members;
  if (version == 0) append(members, checksum);
  append_versioned(members, 8, base);
  append(members, static_cast<std::uint32_t>(contents.size()));
  for (const Number number : contents) append(members, number);
  Bytes payload;
  append_versioned(payload, version, members);
  return payload;
}

}  // namespace histogram_payloads
