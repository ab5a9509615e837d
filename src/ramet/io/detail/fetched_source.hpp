#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/stop.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/request_memory.hpp"
#include "ramet/io/extent.hpp"

namespace ramet::inline v1::io {

// What is read of a file when it is opened. The header takes 100 bytes and the root directory's record about 200; an
// ntuple's header follows; in ramet's files streamer infos of 4 kB and more, in uproot's those, the tree and the keys,
// 46 kB for 50 branches. Metadata written when a file is closed takes 100 kB to 1 MB in experiments' files, less in
// others.
inline constexpr std::size_t first_bytes = std::size_t{64} << 10U;
inline constexpr std::size_t last_bytes = std::size_t{256} << 10U;

/// A source with some extents requested ahead. Bytes in these extents are returned as views, after waiting for them,
/// without another request; all other reads go to the source itself. Threads: any.
class FetchedSource final : public ByteSource {
 public:
  /// Request the extents. Neighbours are joined as the limits allow, overlapping bytes are requested once, and bytes
  /// that the source has in memory are not requested. Extents that reach past the end are left out; reading them
  /// reports the error. `source` must outlive this object. When a stop is requested, what has not arrived is
  /// cancelled. Throws std::bad_alloc; other errors are thrown when the bytes are needed.
  FetchedSource(const ByteSource& source, std::span<const Extent> extents, const ReadRunLimits& limits,
                const StopToken& stop = {});

  const std::string& name() const noexcept override { return source_.name(); }
  std::uint64_t size() const noexcept override { return source_.size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override;
  void read_pieces(std::span<const ReadPiece> pieces) const override;
  std::optional<ReadAhead> read_ahead() const noexcept override { return source_.read_ahead(); }
  /// What was requested is not requested again.
  bool will_read(std::span<const Extent> extents) const override;
  std::unique_ptr<Transfer> submit(std::vector<ReadPiece> pieces) const override;
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override;
  std::shared_ptr<const ByteSource> open_beside(const std::string& file) const override;

  /// Bytes requested, including gaps.
  std::uint64_t byte_count() const noexcept { return byte_count_; }

 private:
  /// Bytes of one request.
  struct Run {
    std::uint64_t offset = 0;
    RequestMemory bytes;
  };

  /// The request that has all of the bytes, or null.
  const Run* run_of(std::uint64_t offset, std::uint64_t size) const noexcept;
  /// The bytes, after waiting for them, if they were requested.
  std::optional<std::span<const std::byte>> fetched(std::uint64_t offset, std::uint64_t size) const;

  const ByteSource& source_;
  const StopToken stop_;
  std::vector<Run> runs_;  // in order of offset, none overlapping
  std::uint64_t byte_count_ = 0;
  std::unique_ptr<Transfer> transfer_;  // declared after runs_, whose memory it writes to
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
};

/// For a source with read_ahead(): the same source, with the file's first and last bytes requested, which in nearly all
/// files contain the header, key list, streamer infos and metadata of trees and ntuples. For others, and for one that
/// has the beginning in memory: the source itself.
std::shared_ptr<const ByteSource> with_ends_fetched(std::shared_ptr<const ByteSource> source);

}  // namespace ramet::inline v1::io
