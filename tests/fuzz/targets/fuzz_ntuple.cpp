// Files with an ntuple. Input: a whole file; the checksums of anchor and envelopes are made right first, or no
// changed byte would ever be read.

#include <cstring>
#include <memory>
#include <optional>

#include "fuzz_target.hpp"
#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/ntuple/samples/sample_hostile.hpp"
#include "unit/ntuple/samples/sample_streamed.hpp"

#include "ramet/core/error.hpp"
#include "ramet/ntuple/detail/anchor.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"

using namespace ramet;

namespace {

constexpr std::uint64_t most_entries = 2000;

/// Changes a file so that its checksums are right. Threads: one thread.
class Sealer {
 public:
  explicit Sealer(std::span<std::byte> file) : file_(file) {}

  void seal(const file::Key& key) {
    if (key.is_compressed()) return;
    const auto payload = part(key.seek + key.key_length, key.record_size - key.key_length);
    if (payload.size() < 78) return;
    const std::uint32_t size = bytes::load_big_endian<std::uint32_t>(payload.data()) & 0x3fffffff;
    if (size < 66 || size > payload.size() - 12) return;
    bytes::store_big_endian(payload.data() + 4 + size, bytes::xxh3(payload.subspan(6, size - 2)));
    const ntuple::Anchor anchor = ntuple::read_anchor(key.class_name, payload);
    seal_envelope(anchor.header.locator, 1);
    if (const auto header = part(anchor.header.locator.offset, anchor.header.locator.size); header.size() >= 16)
      std::memcpy(&header_checksum_, header.data() + header.size() - 8, 8);
    put(anchor.footer.locator.offset + 16, header_checksum_);
    seal_envelope(anchor.footer.locator, 2);
    seal_page_lists(anchor);
  }

 private:
  std::span<std::byte> part(std::uint64_t offset, std::uint64_t size) const {
    if (offset > file_.size() || size > file_.size() - offset) return {};
    return file_.subspan(offset, size);
  }

  void put(std::uint64_t offset, std::uint64_t number) const {
    if (const auto place = part(offset, 8); !place.empty()) std::memcpy(place.data(), &number, 8);
  }

  void seal_envelope(const ntuple::Locator& locator, std::uint64_t type) const {
    if (locator.size < 16) return;
    const auto envelope = part(locator.offset, locator.size);
    if (envelope.empty()) return;
    put(locator.offset, type | locator.size << 16);
    put(locator.offset + locator.size - 8, bytes::xxh3(envelope.first(envelope.size() - 8)));
  }

  void seal_page_lists(const ntuple::Anchor& anchor) const {
    const auto envelope = [&](const ntuple::Locator& locator, ntuple::EnvelopeType type) {
      return ntuple::check_envelope(sample::copy_of(part(locator.offset, locator.size)), type);
    };
    const auto described = ntuple::read_ntuple(envelope(anchor.header.locator, ntuple::EnvelopeType::header),
                                               envelope(anchor.footer.locator, ntuple::EnvelopeType::footer));
    for (const ntuple::ClusterGroup& group : described.groups) {
      put(group.page_list.locator.offset + 8, header_checksum_);
      seal_envelope(group.page_list.locator, 3);
    }
  }

  std::span<std::byte> file_;
  std::uint64_t header_checksum_ = 0;
};

std::optional<file::Key> ntuple_key(const file::FileReader& file) {
  std::optional<file::Key> found;
  file.for_each_key([&](const file::Directory&, const file::Key& key) {
    if (!found && ntuple::is_ntuple_class(key.class_name)) found = key;
  });
  return found;
}

bool equal(const array::Array& a, const array::Array& b) {
  return a.length() == b.length() && std::ranges::equal(a.values(), b.values()) &&
         std::ranges::equal(a.list_offsets(), b.list_offsets()) &&
         std::ranges::equal(a.contents(), b.contents(), equal);
}

void check_field(const ntuple::NTupleReader& reader, const ntuple::Field& field, schedule::Executor& executor) {
  const ntuple::ReadOptions options{.executor = executor};
  const std::uint64_t entries = reader.ntuple().entries;
  const array::Array whole = reader.read(field, {{0}, {entries}}, options);
  array::validate(whole);
  fuzz::require(whole.length() == entries, "every entry has a value");
  const EntryRange part{{entries / 3}, {entries - entries / 4}};
  const bool has_variants =
      to_string(whole.type()).find("union") != std::string::npos;  // parts of them have fewer values
  const array::Array some = reader.read(field, part, options);
  array::validate(some);
  if (!has_variants)
    fuzz::require(equal(some, array::compact(whole.slice(part.first.number, part.last.number))),
                  "a part is the part of the whole");
  array::ArrayBuilder batches(whole.type());
  const ntuple::Field* const one[] = {&field};
  reader.for_each_batch(one, part, 7, options, [&](const ntuple::Batch& batch) {
    array::validate(batch.columns[0]);
    append(batches, batch.columns[0]);
  });
  if (!has_variants) fuzz::require(equal(batches.borrow(), some), "batches are the entries");
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  bytes::Buffer contents = sample::copy_of(input);
  const auto unsealed = file::FileReader::open(io::source_of(sample::copy_of(input), "input"));
  const auto key = ntuple_key(*unsealed);
  if (!key) return;
  Sealer(contents.span()).seal(*key);
  const auto file = file::FileReader::open(io::source_of(std::move(contents), "input"));
  const ntuple::NTupleReader reader(file, *key, sample::point_forms());
  if (reader.ntuple().entries > most_entries) return;
  const auto executor = schedule::make_serial_executor();
  for (const ntuple::Field* field : ntuple::named_fields(reader.ntuple().schema)) {
    require(reader.ntuple().find(reader.ntuple().path_of(*field)) != nullptr, "a field is found by its path");
    try {
      check_field(reader, *field, *executor);
    } catch (const Error& error) {
      require(error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported, error.what());
    }
  }
  reader.page_totals();
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all;
  const auto add = [&](const sample::NTupleRecipe& recipe) {
    const sample::NTupleFile file(recipe);
    all.emplace_back(file.contents.span().begin(), file.contents.span().end());
  };
  add(sample::events({false, false, 5}, {9, 1, 12}));
  add(sample::events({true, true, 1000}, {30, 40}));
  auto late = sample::events({false, false, 4}, {10});
  late.columns[0].first_element = 3;
  late.clusters[0].columns[0].pop_back();
  late.columns[2].first_element = 3;
  add(late);
  auto spread = sample::events({false, false, 50}, {60});
  spread.largest_key = 256;
  add(spread);
  add(sample::memberless(1000));
  add(sample::memberless_array(std::uint64_t{1} << 62, 1000));
  add(sample::repeated_page(100, 20));
  add(sample::page_in_page());
  add(sample::long_names(300, 20, 20));
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader& file) {
  return ntuple_key(file) ? whole_of(file) : std::vector<Bytes>();
}
