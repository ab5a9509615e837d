#include "ramet/ntuple/internal/page_reader.hpp"

#include <optional>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::ntuple::internal {
namespace {

// The largest ratio of deflate. If a page claims more, the headers of its blocks are checked first.
constexpr std::uint64_t believable_ratio = 1032;

// The leading zeros of a deferred column are not stored. Their number is limited to this for each byte of the file, far
// more than any valid file has.
constexpr std::uint64_t believable_zeros = 16'384;

void require_checksum(std::span<const std::byte> packed, const std::byte* stored) {
  const auto expected = bytes::load_little_endian<std::uint64_t>(stored);
  if (const std::uint64_t found = bytes::xxh3(packed); found != expected)
    detail::fail(ErrorKind::corrupt, "the page's checksum is {1:016x}, expected {0:016x}", expected, found);
}

/// The final place of a page's elements if they need no decoding, else null.
std::byte* whole_place(const PageJob& job) noexcept {
  if (job.first != 0 || job.count != job.page.elements) return nullptr;
  if (job.numbers != nullptr) return is_same_in_memory(*job.coding, job.number) ? job.numbers : nullptr;
  return job.coding->type == ColumnType::index64 ? reinterpret_cast<std::byte*>(job.indexes) : nullptr;
}

/// Convert indexes of alternatives' values from the cluster to the arrays.
void place_alternatives(const PageJob& job) {
  for (std::uint64_t i = 0; i < job.count; ++i) {
    if (job.tags[i] == 0) continue;
    const AlternativePlace& place = job.alternatives[job.tags[i] - 1U];
    const auto index = static_cast<std::uint64_t>(job.indexes[i]);
    if (index < place.first || index >= place.last)
      detail::fail(ErrorKind::corrupt, "a value is element {} of alternative {}, which has {}..{}", index, job.tags[i],
                   place.first, place.last);
    job.indexes[i] += place.shift;
  }
}

}  // namespace

/// The bytes of a job's page while the job runs.
struct PageReader::Stage {
  std::optional<std::span<const std::byte>> view;  ///< a view of the source, if it is in memory
  std::byte* direct = nullptr;  ///< the final place, if read there directly; only the checksum is staged
  std::uint64_t begin = 0;      ///< of what is staged
  std::uint64_t size = 0;
};

PageReader::Stage PageReader::stage_of(const PageJob& job, std::uint64_t begin) {
  Stage stage;
  stage.begin = begin;
  stage.size = job.page.stored_size();
  if (job.page.locator.size == job.plain_size()) stage.direct = whole_place(job);
  if (stage.direct != nullptr) stage.size -= job.page.locator.size;
  return stage;
}

void PageReader::record(const std::shared_ptr<TraceRecorder>& recorder) {
  if (recorder == nullptr || track_) return;
  track_ = std::make_unique<TraceTrack>(recorder, "reader of ntuples", "");
}

void PageReader::run(const BlobReader& blobs, std::span<const PageJob* const> jobs) {
  record(blobs.recorder());
  std::vector<Stage> stages;
  std::uint64_t staged = 0;
  for (const PageJob* job : jobs) {
    if (!blobs.is_whole(job->page.stored_size())) {
      stages.push_back({.view = std::nullopt, .begin = staged, .size = job->page.stored_size()});
    } else if (const auto view = blobs.source().view(job->page.locator.offset, job->page.stored_size())) {
      stages.push_back({.view = view, .begin = staged});
    } else {
      stages.push_back(stage_of(*job, staged));
    }
    staged += stages.back().size;
  }
  read_staged(blobs, jobs, stages, staged);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    detail::while_doing(
        [&] {
          return fmt::format("'{}': field '{}', page at byte {}", blobs.source().name(), jobs[i]->field->name,
                             jobs[i]->page.locator.offset);
        },
        [&] { decode(*jobs[i], stages[i]); });
  if (track_) track_->flush();
}

void PageReader::read_staged(const BlobReader& blobs, std::span<const PageJob* const> jobs,
                             std::span<const Stage> stages, std::uint64_t staged) {
  StageTimer timer(trace(), ramet::Stage::read);
  timer.note_bytes(staged);
  packed_.resize(staged);
  std::vector<io::ReadPiece> pieces;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Locator& locator = jobs[i]->page.locator;
    const Stage& stage = stages[i];
    if (stage.view) continue;
    const auto rest = packed_.span().subspan(stage.begin, stage.size);
    if (stage.direct != nullptr) pieces.push_back({locator.offset, {stage.direct, locator.size}});
    const std::uint64_t offset = locator.offset + (stage.direct != nullptr ? locator.size : 0);
    if (blobs.is_whole(jobs[i]->page.stored_size()))
      pieces.push_back({offset, rest});
    else
      blobs.read(offset, rest);
  }
  blobs.source().read_pieces(pieces);
}

void PageReader::decode(const PageJob& job, const Stage& stage) {
  const std::uint64_t size = job.page.locator.size;
  const auto staged = stage.view ? *stage.view : packed_.span().subspan(stage.begin, stage.size);
  const std::span<const std::byte> packed =
      stage.direct != nullptr ? std::span(stage.direct, size) : staged.first(size);
  if (job.page.has_checksum) require_checksum(packed, staged.data() + (stage.direct != nullptr ? 0 : size));
  std::span<const std::byte> plain = packed;
  std::byte* const place = whole_place(job);
  if (size != job.plain_size()) {
    if (place == nullptr) plain_.resize(job.plain_size());
    plain = unpack(packed, job.plain_size(), place != nullptr ? std::span(place, job.plain_size()) : plain_.span());
  }
  const StageTimer timer(trace(), ramet::Stage::decode);
  const PageElements elements{*job.coding, plain, job.first, job.count};
  if (job.numbers != nullptr) {
    if (plain.data() != job.numbers) decode_numbers(elements, job.number, job.numbers);
  } else if (job.tags == nullptr) {
    decode_indexes(elements, job.shift, job.indexes);
  } else {
    decode_dispatches(elements, job.alternatives.size(), job.tags, job.indexes);
    place_alternatives(job);
  }
}

std::span<const std::byte> PageReader::unpack(std::span<const std::byte> packed, std::uint64_t plain_size,
                                              std::span<std::byte> to) {
  const StageTimer timer(trace(), ramet::Stage::decompress);
  compression::check_blocks(packed, plain_size);
  decompressor_.decompress(packed, to);
  return to;
}

std::span<const std::byte> PageReader::read(const BlobReader& blobs, const Page& page, std::uint64_t plain_size,
                                            bytes::Buffer& plain) {
  record(blobs.recorder());
  const std::uint64_t size = page.locator.size;
  const std::uint64_t stored = page.stored_size();
  blobs.require({page.locator.offset, stored});
  std::span<const std::byte> record;
  bytes::Buffer& read_to = size == plain_size ? plain : packed_;
  if (const auto view = blobs.is_whole(stored) ? blobs.source().view(page.locator.offset, stored) : std::nullopt) {
    record = *view;
  } else {
    StageTimer timer(trace(), ramet::Stage::read);
    timer.note_bytes(stored);
    read_to.resize(stored);
    blobs.read(page.locator.offset, read_to.span());
    record = read_to.span();
  }
  const auto packed = record.first(size);
  if (page.has_checksum) require_checksum(packed, record.data() + size);
  if (size == plain_size) return packed;
  compression::check_blocks(packed, plain_size);
  plain.resize(plain_size);
  return unpack(packed, plain_size, plain.span());
}

void PageReader::require_believable(const BlobReader& blobs, const Page& page, std::uint64_t plain_size) {
  const std::uint64_t size = page.locator.size;
  blobs.require({page.locator.offset, page.stored_size()});
  if (plain_size / believable_ratio <= size) return;
  packed_.resize(size);
  blobs.read(page.locator.offset, packed_.span());
  compression::check_blocks(packed_.span(), plain_size);
}

void PageReader::require_believable_zeros(const BlobReader& blobs, std::uint64_t count) {
  const std::uint64_t size = blobs.source().size();
  if (count / believable_zeros > size)
    detail::fail(ErrorKind::corrupt, "a deferred column has {} leading zeros in a file of {} bytes", count, size);
}

}  // namespace ramet::inline v1::ntuple::internal
