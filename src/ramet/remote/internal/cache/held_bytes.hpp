#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ramet/io/detail/request_memory.hpp"

namespace ramet::inline v1::remote::internal {

/// Parts of a file in memory, with notes of what somebody looked at. Threads: any, but `add` alone.
class HeldBytes {
 public:
  static constexpr std::size_t note_bytes = 1024;  ///< a note is of so many

  /// Hold bytes that begin at `offset`.
  void add(std::uint64_t offset, io::RequestMemory bytes);

  /// The bytes, if one part has all of them; notes that they were looked at.
  std::optional<std::span<const std::byte>> view(std::uint64_t offset, std::size_t size) const;

  std::uint64_t byte_count() const noexcept;
  /// A copy of what was looked at, which takes little memory: metadata, mostly.
  std::shared_ptr<const HeldBytes> looked_at() const;

 private:
  struct Part {
    Part(std::uint64_t from, io::RequestMemory some);
    bool has(std::uint64_t from, std::uint64_t size) const noexcept {
      return from >= offset && from - offset <= bytes.size() && size <= bytes.size() - (from - offset);
    }

    std::uint64_t offset;
    io::RequestMemory bytes;
    mutable std::vector<std::atomic<bool>> notes;
  };

  std::vector<Part> parts_;
};

}  // namespace ramet::inline v1::remote::internal
