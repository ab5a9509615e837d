#include "ramet/recovery/internal/checks/page_check.hpp"

#include <algorithm>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/compression/block.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/core/error.hpp"
#include "ramet/core/object_pool.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

using ntuple::BlobReader;

std::uint64_t whole_size(const Piece& piece) noexcept {
  return piece.stored_size + (piece.plain_size != 0 ? ntuple::page_checksum_size : 0);
}

void check_page(const BlobReader& blobs, const Piece& piece, std::uint64_t plain_size,
                compression::Decompressor& decompressor) {
  const bool has_checksum = piece.plain_size != 0;
  bytes::Buffer stored(static_cast<std::size_t>(whole_size(piece)));
  blobs.read(piece.seek, stored.span());
  const auto packed = std::as_const(stored).span().first(static_cast<std::size_t>(piece.stored_size));
  if (has_checksum) {
    const auto expected = bytes::load_little_endian<std::uint64_t>(stored.data() + packed.size());
    if (const std::uint64_t found = bytes::xxh3(packed); found != expected)
      detail::fail(ErrorKind::corrupt, "page at byte {}: checksum is {:016x}, expected {:016x}", piece.seek, found,
                   expected);
  }
  if (packed.size() == plain_size) return;
  compression::check_blocks(packed, plain_size);
  bytes::Buffer plain(static_cast<std::size_t>(plain_size));
  decompressor.decompress(packed, plain.span());
}

/// A page among those of an ntuple. Threads: a value.
struct PlacedPage {
  std::size_t segment = 0;
  std::size_t column = 0;
  std::size_t piece = 0;
};

/// Checks the pages of one ntuple. Threads: one thread.
class PageCheck {
 public:
  PageCheck(const io::ByteSource& source, SalvagedNTuple& ntuple, const CheckAids& aids)
      : blobs_(source, ntuple.largest_key), ntuple_(ntuple), aids_(aids) {
    const std::size_t columns = ntuple.described.schema.columns.size();
    for (std::size_t number = 0; number < ntuple.segments.size(); ++number) {
      Segment& segment = ntuple.segments[number];
      if (segment.parts.size() > columns && segment.damage.empty())
        segment.damage = fmt::format("the cluster has {} columns, the ntuple {}", segment.parts.size(), columns);
      for (std::size_t column = 0; column < std::min(segment.parts.size(), columns); ++column)
        for (std::size_t piece = 0; piece < segment.parts[column].pieces.size(); ++piece)
          pages_.push_back({number, column, piece});
    }
  }

  void run() {
    std::vector<Claimed> places;
    for (const PlacedPage& page : pages_) places.push_back(place_of(page));
    const std::vector<Claim> claims = aids_.claims.claim(places, true);
    std::vector<std::size_t> fresh;
    for (std::size_t page = 0; page < pages_.size(); ++page)
      if (claims[page] == Claim::fresh) fresh.push_back(page);
    std::ranges::stable_sort(fresh, {}, [&](std::size_t page) { return places[page].offset; });
    problems_.resize(fresh.size());
    aids_.allowance.for_each(
        aids_.executor, fresh.size(),
        [&](std::size_t number, bool is_alone) { return check(pages_[fresh[number]], is_alone, problems_[number]); },
        aids_.stop);
    for (std::size_t number = 0; number < fresh.size(); ++number)
      if (const Problem& problem = problems_[number]; !problem.message.empty())
        aids_.claims.mark_damaged(places[fresh[number]], (problem.is_read ? "" : unread) + problem.message);
    for (std::size_t page = 0; page < pages_.size(); ++page) tell(pages_[page], places[page], claims[page]);
  }

 private:
  /// The error of a page. Threads: a value.
  struct Problem {
    std::string message;
    bool is_read = true;
  };
  static constexpr const char* unread = "?";  // the prefix of the message of a page that was not read

  const Piece& piece_of(const PlacedPage& page) const {
    return ntuple_.segments[page.segment].parts[page.column].pieces[page.piece];
  }
  std::uint64_t plain_size(const PlacedPage& page) const {
    return ntuple_.described.schema.columns[page.column].coding.page_size(piece_of(page).elements);
  }
  Claimed place_of(const PlacedPage& page) const {
    const Piece& piece = piece_of(page);
    return {piece.seek, whole_size(piece), plain_size(page)};
  }

  /// Returns false when the page is too large to be read in parallel with others.
  bool check(const PlacedPage& page, bool is_alone, Problem& problem) {
    const Piece& piece = piece_of(page);
    try {
      const std::uint64_t plain = plain_size(page);
      blobs_.require({piece.seek, whole_size(piece)});
      aids_.allowance.require_memory(piece.stored_size + plain);
      if (!is_alone && !aids_.allowance.is_small(piece.stored_size + plain)) return false;
      aids_.allowance.work(piece.stored_size + plain);
      check_page(blobs_, piece, plain, *decompressors_.lend());
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      problem = {error.what(), error.kind() != ErrorKind::unsupported};
    }
    return true;
  }

  /// Set the damage of the page's segment.
  void tell(const PlacedPage& page, const Claimed& place, Claim claim) {
    Segment& segment = ntuple_.segments[page.segment];
    if (!segment.damage.empty()) return;
    if (claim == Claim::overlapping) {
      segment.damage = fmt::format("page at byte {}: its {} bytes overlap another page", place.offset, place.size);
      return;
    }
    segment.damage = aids_.claims.damage_of(place);
    if (!segment.damage.starts_with(unread)) return;
    segment.is_read = false;
    segment.damage.erase(0, 1);
  }

  BlobReader blobs_;
  SalvagedNTuple& ntuple_;
  const CheckAids& aids_;
  std::vector<PlacedPage> pages_;
  std::vector<Problem> problems_;
  ObjectPool<compression::Decompressor> decompressors_;
};

}  // namespace

void check_pages(const io::ByteSource& source, SalvagedNTuple& ntuple, const CheckAids& aids) {
  PageCheck(source, ntuple, aids).run();
}

}  // namespace ramet::inline v1::recovery::internal
