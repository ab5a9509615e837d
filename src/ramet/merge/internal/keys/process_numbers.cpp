#include "ramet/merge/internal/keys/process_numbers.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::string_view name_begin = "ProcessID";
constexpr std::size_t most_processes = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t place_of_offset =
    file::seek_offset + sizeof(std::uint64_t);  // at the begin of the parent's place

}  // namespace

std::optional<std::uint16_t> process_number(std::string_view name) noexcept {
  if (!name.starts_with(name_begin) || name.size() == name_begin.size()) return std::nullopt;
  name.remove_prefix(name_begin.size());
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return number;
}

std::string process_identity(std::span<const std::byte> record, std::size_t key_length, object::Layouts layouts) {
  object::ObjectReader reader(record, key_length, layouts);
  reader.read_version();
  return std::string(reader.read_tnamed().title);
}

bool ProcessNumbers::is_at(std::size_t place, std::span<const std::string> identities) const noexcept {
  const auto known = std::span(identities_).subspan(place);
  const std::size_t count = std::min(known.size(), identities.size());
  return std::ranges::equal(known.first(count), identities.first(count));
}

std::uint16_t ProcessNumbers::add(const std::map<std::uint16_t, std::string>& identities) {
  if (identities.empty()) return 0;
  std::vector<std::string> wanted(std::size_t{identities.rbegin()->first} + 1);
  for (const auto& [number, identity] : identities) wanted[number] = identity;
  std::size_t place = 0;
  while (!is_at(place, wanted)) ++place;
  if (place + wanted.size() > most_processes)
    detail::fail(ErrorKind::unsupported, "references between objects (TRef) of {} processes, at most {} can be told",
                 place + wanted.size(), most_processes);
  for (std::size_t number = identities_.size() - place; number < wanted.size(); ++number)
    identities_.push_back(wanted[number]);
  return static_cast<std::uint16_t>(place);
}

void raise_process_numbers(std::span<std::byte> record, std::uint16_t by) noexcept {
  std::byte* const place = record.data() + place_of_offset;
  const auto before = bytes::load_big_endian<std::uint16_t>(place);
  bytes::store_big_endian(place, static_cast<std::uint16_t>(before + by));
}

bytes::Buffer raised_record(file::Key head, file::FileWriter::MakePayload make_payload, compression::Settings settings,
                            std::uint16_t by) {
  head.version = file::big_key_version;
  head.process_id_offset = by;
  head.key_length = file::key_length_of(head.class_name, head.name, head.title, true);
  const bytes::Buffer payload = make_payload(head.key_length);
  bytes::Buffer record(head.key_length);
  if (settings.code() == 0 || !compression::Compressor().compress(payload.span(), settings, record))
    record.append(payload.span());
  head.object_size = static_cast<std::uint32_t>(payload.size());
  head.record_size = static_cast<std::uint32_t>(record.size());
  bytes::ByteWriter key;
  file::write_key(key, head);
  std::ranges::copy(key.span(), record.data());
  return record;
}

}  // namespace ramet::inline v1::merge::internal
