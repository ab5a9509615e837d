#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/error.hpp"
#include "ramet/remote/internal/answer_head.hpp"
#include "ramet/remote/internal/remote_file.hpp"
#include "ramet/remote/internal/retry.hpp"
#include "ramet/remote/remote_options.hpp"

namespace ramet::inline v1::remote::internal {

/// Which bytes of a file are wanted.
enum class Part {
  range,  ///< those at an offset
  ends,   ///< the same, of a file that is being opened: the server may not have so many, nor send ranges
  tail,   ///< the last ones, while the size is not known
  whole,  ///< all of them, without asking for a range
};

/// Bytes to fetch; the memory must stay until then. Threads: a value.
struct Wanted {
  Part part = Part::range;
  std::uint64_t offset = 0;
  std::span<std::byte> into{};
};

/// How a try ended, as the transfer sees it. Threads: a value.
struct TryEnd {
  Trouble trouble = Trouble::none;
  std::string reason{};                         ///< for messages
  std::optional<std::chrono::seconds> asked{};  ///< the pause that the server asks for
};

/// What to do after a try. Threads: a value.
struct Next {
  enum class Step { done, again, failed };
  Step step = Step::done;
  std::chrono::milliseconds delay{0};
  Trouble trouble = Trouble::none;  ///< why it is tried again
};

/// One range of a file: what to ask for, whether the answers are right, and what to do when they are not. Does no
/// input or output itself, so that tests need no server. Threads: the thread of the transfers; results when it is done.
class Fetch {
 public:
  Fetch(std::shared_ptr<RemoteFile> file, const Wanted& wanted, const RemoteOptions& options);

  // A try: begin_try; url() and range() say what to ask for; take_line..., take..., end_try.
  const RemoteUrl& url() const { return file_->address(copy_); }
  /// "100-199", "-4096", or "" for everything.
  std::string range() const;
  void begin_try();
  /// A line of the answer's head, an empty one at its end. False: end the try now.
  bool take_line(std::string_view line);
  /// Bytes of its body. False: end the try now.
  bool take(std::span<const std::byte> bytes);
  Next end_try(const TryEnd& end, double jitter);
  /// The server sent this try elsewhere, which was right: the next requests for the file go there.
  void note_address(std::string_view found) { file_->note_address(copy_, found); }

  /// Whether it is a range that was not asked for yet, so that a request may ask for several such.
  bool is_untried_range() const noexcept { return part_ == Part::range && tries_ == 0 && !first_copy_; }
  /// Where the first try will ask, before it begins.
  const RemoteUrl& next_url() const { return file_->address(file_->preferred()); }
  std::size_t left_bytes() const noexcept { return into_.size() - got_; }

  // A hedge: the same bytes are asked for once more, of the next copy, and the first answer counts.
  bool can_be_hedged() const noexcept { return !is_hedged_ && part_ != Part::whole; }
  /// What is still wanted, into other memory, which it makes; once.
  std::unique_ptr<Fetch> hedge(bytes::Buffer& memory);
  /// Take what a hedge has got, all of it. False: it is not what is wanted, and nothing was taken.
  bool take_over(const Fetch& hedge);

  // Results.
  const std::optional<Error>& failure() const noexcept { return failure_; }
  std::uint64_t offset() const noexcept { return offset_; }  ///< of a tail: where it begins
  std::size_t got() const noexcept { return got_; }
  /// Whether the server answered `ends` or `tail` with the whole file, of which nothing was taken.
  bool answers_whole() const noexcept { return answers_whole_; }

 private:
  bool take_head();
  bool take_range_head();
  bool take_whole_head();
  bool take_empty_head();
  bool refuse(std::string reason, ErrorKind kind = ErrorKind::io);
  bool is_complete() const noexcept;
  Next after(Trouble trouble, std::string reason, const TryEnd& end, double jitter);
  Next fail(ErrorKind kind);
  std::string description() const;

  std::shared_ptr<RemoteFile> file_;
  Part part_;
  std::uint64_t offset_;
  std::span<std::byte> into_;  // shorter once the file turns out to have fewer bytes
  const RemoteOptions& options_;

  std::size_t copy_ = 0;
  std::optional<std::size_t> first_copy_;  // of a hedge
  bool is_hedged_ = false;
  bool was_sent_back_ = false;        // to the server that sent it elsewhere
  std::vector<std::string> reasons_;  // of each copy, why its last try failed
  std::vector<bool> is_out_;          // whether a copy is not asked again
  std::size_t rounds_ = 0;            // of all copies, one after the other that brought nothing
  std::size_t tries_ = 0;
  std::size_t got_ = 0;
  bool is_placed_;  // whether offset_ and the size of into_ are final
  bool answers_whole_ = false;
  std::optional<Error> failure_;

  // Of this try.
  bool is_elsewhere_ = false;  // asks where another try was sent
  AnswerHead head_;
  std::size_t got_before_ = 0;
  std::uint64_t skipped_ = 0;   // bytes of a whole file before those that are wanted
  std::uint64_t expected_ = 0;  // bytes of the body
  std::uint64_t taken_ = 0;
  bool takes_body_ = false;
  std::string refusal_;
  ErrorKind refusal_kind_ = ErrorKind::io;
};

}  // namespace ramet::inline v1::remote::internal
