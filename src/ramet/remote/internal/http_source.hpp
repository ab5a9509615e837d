#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/distant/bookmark.hpp"
#include "ramet/io/detail/distant/stamped.hpp"
#include "ramet/io/detail/request_memory.hpp"
#include "ramet/remote/internal/cache/held_bytes.hpp"
#include "ramet/remote/internal/cache/kept_blocks.hpp"
#include "ramet/remote/internal/cache/known_files.hpp"
#include "ramet/remote/internal/http_transfer.hpp"
#include "ramet/remote/internal/remote_file.hpp"
#include "ramet/remote/internal/remote_url.hpp"
#include "ramet/remote/internal/transfers.hpp"

namespace ramet::inline v1::remote::internal {

/// The most bytes between two wanted ranges that are read along: as many as come in the time that one more request
/// takes when many are under way. At least what the options say, at most 1 MiB.
std::uint64_t gap_worth_reading(const io::TrafficCounts& seen, const RemoteOptions& options) noexcept;

/// A file of a server, read by ranges. Some of its bytes are in memory: the first and the last ones, or those of them
/// that were looked at when it was open before. Threads: any.
class HttpSource final : public io::ByteSource, public io::Bookmarked, public io::Stamped {
 public:
  /// `stamp` of the contents; empty if the server told neither an ETag nor a date.
  HttpSource(std::shared_ptr<Transfers> transfers, std::shared_ptr<RemoteFile> file,
             std::shared_ptr<const HeldBytes> held, std::string stamp = {});
  HttpSource(const HttpSource&) = delete;
  HttpSource& operator=(const HttpSource&) = delete;
  ~HttpSource() override;

  const std::string& name() const noexcept override { return file_->shown(); }
  std::uint64_t size() const noexcept override { return size_; }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override;
  void read_pieces(std::span<const io::ReadPiece> pieces) const override;
  std::optional<io::ReadAhead> read_ahead() const noexcept override;
  std::unique_ptr<io::Transfer> submit(std::vector<io::ReadPiece> pieces) const override;
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const override;
  std::shared_ptr<const io::ByteSource> open_beside(const std::string& file) const override;
  std::shared_ptr<const io::Bookmark> bookmark() const override;
  std::string stamp() const override;

 private:
  /// Whether the bytes are in memory; then they are copied.
  bool copies_held(std::uint64_t offset, std::span<std::byte> into) const;

  std::shared_ptr<Transfers> transfers_;
  std::shared_ptr<RemoteFile> file_;
  std::uint64_t size_;
  io::ReadAhead ahead_;  // the same all the time, so that what is requested ahead is what is read later
  std::shared_ptr<const HeldBytes> held_;
  std::unique_ptr<KeptBlocks> kept_;
  std::string stamp_;
};

/// A known file, without asking its server.
std::shared_ptr<const io::ByteSource> open_known(const std::shared_ptr<Transfers>& transfers, const KnownFile& known);

/// A file that is being opened, with its ends in one trip; in two for a server that does not send the last bytes
/// without being told where they are, or that sends files only as a whole. Of a file that was open before and is the
/// same, one byte is fetched. Threads: one thread.
class Opening {
 public:
  /// Ask for both ends, or for one byte.
  Opening(std::shared_ptr<Transfers> transfers, std::vector<RemoteUrl> copies);

  /// Whether both are there, or cannot be had.
  bool has_come() const noexcept { return both_->is_over(); }
  /// Wait for them; once. Throws as RemoteFiles::open.
  std::shared_ptr<const io::ByteSource> finish();

 private:
  void ask_for_ends();
  /// Whether a known file is the same.
  bool is_same();

  std::shared_ptr<Transfers> transfers_;
  std::vector<RemoteUrl> copies_;
  std::shared_ptr<RemoteFile> file_;
  KnownFile known_;  // null members if it is not known
  io::RequestMemory first_;
  io::RequestMemory last_;
  std::unique_ptr<HttpTransfer> both_;  // after the memory that it writes to; of a known file, one
};

}  // namespace ramet::inline v1::remote::internal
