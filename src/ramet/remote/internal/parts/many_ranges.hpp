#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/remote/internal/answer_head.hpp"
#include "ramet/remote/internal/batch.hpp"
#include "ramet/remote/internal/parts/part_reader.hpp"

namespace ramet::inline v1::remote::internal {

/// One request for the ranges of several fetches of a batch. Each part of the answer is given to its fetch as if it
/// were an answer of its own, and is checked as that. Servers may send some of the parts, or something else: what did
/// not come has to be asked for again. Threads: that of the transfers.
class ManyRanges {
 public:
  /// What the answer says of the server.
  enum class Answer {
    nothing,  ///< it is busy, or the connection ended
    refusal,  ///< it does not answer several ranges
    parts,
  };

  /// Fetches of ranges, in order of offset.
  ManyRanges(std::shared_ptr<Batch> batch, std::vector<std::size_t> numbers);

  const RemoteUrl& url() const { return batch_->fetch(numbers_.front()).url(); }
  /// "100-199,300-399".
  std::string range() const;
  std::size_t asked() const noexcept { return numbers_.size(); }

  /// As of Fetch.
  bool take_line(std::string_view line);
  bool take(std::span<const std::byte> bytes);

  Answer answer() const noexcept { return answer_; }
  /// Whether the server sent all that it wants to send.
  bool is_over() const noexcept { return reader_ && reader_->is_over(); }
  std::span<const std::size_t> complete() const noexcept { return complete_; }
  /// Those that are not complete.
  std::vector<std::size_t> left() const;

 private:
  bool take_head();
  bool begin_part(const ContentRange& range);
  bool take_part(std::span<const std::byte> bytes);

  std::shared_ptr<Batch> batch_;
  std::vector<std::size_t> numbers_;
  std::map<std::uint64_t, std::size_t> open_;  // fetches of which no part came, by their first byte
  std::vector<std::size_t> complete_;
  AnswerHead head_;
  Answer answer_ = Answer::nothing;
  std::optional<PartReader> reader_;
  std::optional<std::size_t> current_;  // the fetch of the part that comes
  std::uint64_t left_ = 0;              // bytes of it
};

}  // namespace ramet::inline v1::remote::internal
