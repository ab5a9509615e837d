#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_source.hpp"

/// Records of pages as ROOT writes them.
namespace sample {

/// Bytes that do not repeat; for seed 0, equal bytes.
inline ramet::bytes::Buffer bytes_like(unsigned seed, std::size_t size) {
  ramet::bytes::Buffer bytes(size);
  unsigned state = seed;
  for (std::size_t at = 0; at < size; ++at)
    bytes.data()[at] = static_cast<std::byte>((state = state * 1664525U + seed * 1013904223U) >> 24);
  return bytes;
}

/// A record of pages, at the start of a file. Threads: one thread.
class Blob {
 public:
  void add_plain(const ramet::bytes::Buffer& page) { add(page.span(), page.size()); }
  void add_packed(const ramet::bytes::Buffer& page) {
    ramet::bytes::Buffer packed;
    ramet::compression::Compressor compressor;
    compressor.compress(page.span(), ramet::compression::Settings::from_code(505), packed);
    add(std::as_const(packed).span(), page.size());
  }

  ramet::file::Key key() const {
    ramet::file::Key key;
    key.class_name = "RBlob";
    key.key_length = head_size;
    key.record_size = static_cast<std::uint32_t>(head_size + payload_.size());
    key.object_size = plain_;
    return key;
  }

  /// A file that begins with it, with one byte changed if wanted.
  std::shared_ptr<const ramet::io::ByteSource> source(std::optional<std::size_t> changed = std::nullopt) const {
    ramet::bytes::Buffer contents(head_size);
    contents.append(payload_.span());
    if (changed) contents.data()[*changed] ^= std::byte{0x20};
    return ramet::io::source_of(std::move(contents), "blob.root");
  }

 private:
  static constexpr std::uint16_t head_size = 42;

  void add(std::span<const std::byte> stored, std::size_t plain) {
    payload_.append(stored);
    ramet::bytes::store_little_endian(payload_.extend(8).data(), ramet::bytes::xxh3(stored));
    plain_ += static_cast<std::uint32_t>(plain);
  }

  ramet::bytes::Buffer payload_;
  std::uint32_t plain_ = 0;
};

}  // namespace sample
