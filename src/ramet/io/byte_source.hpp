#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/io/extent.hpp"
#include "ramet/io/read_ahead.hpp"

namespace ramet::inline v1::io {

/// One piece of a vectored read: bytes [offset, offset + into.size()) go to `into`. Threads: a value.
struct ReadPiece {
  std::uint64_t offset = 0;
  std::span<std::byte> into;
};

/// A source of bytes that can be read at any offset; it has no current position. Threads: all members from any thread.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// The name in messages: a path or URL.
  virtual const std::string& name() const noexcept = 0;
  virtual std::uint64_t size() const noexcept = 0;

  /// Throw Error(corrupt), with all the numbers, unless `wanted` bytes at `offset` lie inside the source. Call it
  /// before allocating memory for a length that a file states.
  void require_range(std::uint64_t offset, std::uint64_t wanted) const;

  /// Fill `into` with the bytes at `offset`. Throws Error(corrupt) when they reach past the end (the message has the
  /// offset, the size wanted and the size of the source), Error(io) when the system fails.
  virtual void read_at(std::uint64_t offset, std::span<std::byte> into) const = 0;

  /// Fill many pieces with as few requests as the source can make. Default: one read_at each.
  virtual void read_pieces(std::span<const ReadPiece> pieces) const;

  /// How to read ahead, if requests take long, for example over a network; std::nullopt to read bytes when they are
  /// needed.
  virtual std::optional<ReadAhead> read_ahead() const noexcept { return std::nullopt; }

  /// How many bytes before they are read the source should be told of them (`will_read`). 0: not at all.
  virtual std::uint64_t hint_bytes() const noexcept { return 0; }

  /// Say that these bytes will be read soon, so that they can be loaded or requested before; does not wait. Extents
  /// past the end are ignored. False: some were not requested, because as many bytes as may be are on their way; ask
  /// again when some were read. Default: does nothing.
  virtual bool will_read(std::span<const Extent> extents) const;

  /// Request many pieces at once, one request each; the caller waits for each piece when it needs it. The source and
  /// the pieces' memory must outlive the transfer. Throws Error(corrupt) when a piece reaches past the end. Default:
  /// the first thread that waits for a piece reads it.
  virtual std::unique_ptr<Transfer> submit(std::vector<ReadPiece> pieces) const;

  /// A view of the bytes when they are already in memory (map, buffer), valid as long as the source; nothing otherwise.
  /// Throws Error(corrupt) when they reach past the end.
  virtual std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const;

  /// Open another file that this one refers to by name. Throws Error(file_missing) when it does not exist,
  /// Error(unsupported) for a name that leads out of the folder of this file (path_beside) and for a source that has no
  /// folder, Error(io).
  virtual std::shared_ptr<const ByteSource> open_beside(const std::string& file) const;
};

/// How a local file is read.
enum class LocalAccess {
  positional,  ///< pread(2): the default; a file that shrinks while it is read is an Error
  mapped,      ///< mmap(2): no copy, but a file that shrinks while it is read kills the process
};

/// Open a local file. Throws Error(file_missing) or Error(io), naming the path.
std::shared_ptr<const ByteSource> open_local(const std::filesystem::path& path,
                                             LocalAccess access = LocalAccess::positional);

/// Make a source of bytes in memory, which it owns.
std::shared_ptr<const ByteSource> source_of(bytes::Buffer contents, std::string name = "memory");
/// The same of a copy of bytes.
std::shared_ptr<const ByteSource> source_of(std::span<const std::byte> contents, std::string name = "memory");
/// The same of a std::vector, std::array or span of bytes or characters, of which a copy is made.
template <class Bytes>
  requires(std::ranges::contiguous_range<const Bytes> && sizeof(std::ranges::range_value_t<const Bytes>) == 1 &&
           !std::convertible_to<const Bytes&, std::filesystem::path>)
std::shared_ptr<const ByteSource> source_of(const Bytes& contents, std::string name = "memory") {
  const std::span<const std::byte> all = std::as_bytes(std::span(contents));
  return source_of(all, std::move(name));
}
/// A local file. Throws as `open_local`.
std::shared_ptr<const ByteSource> source_of(const std::filesystem::path& path);

}  // namespace ramet::inline v1::io
