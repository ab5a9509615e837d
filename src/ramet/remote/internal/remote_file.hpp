#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ramet/remote/internal/answer_head.hpp"
#include "ramet/remote/internal/remote_url.hpp"

namespace ramet::inline v1::remote::internal {

/// A file on one or more servers, and how its contents are recognised: each answer must be of the file that the first
/// one was of. Threads: the thread of the transfers, from the first request on; `size` is read by others after a fetch
/// that learned it.
class RemoteFile {
 public:
  explicit RemoteFile(std::vector<RemoteUrl> copies);

  const std::string& shown() const noexcept { return shown_; }  ///< the first copy's name in messages
  const std::string& urls() const noexcept { return urls_; }    ///< of all copies
  std::size_t copy_count() const noexcept { return copies_.size(); }
  const RemoteUrl& copy(std::size_t number) const { return copies_.at(number).url; }

  /// Where to ask for a copy: where its server sent those who asked before, or itself.
  const RemoteUrl& address(std::size_t number) const;
  bool is_elsewhere(std::size_t number) const { return copies_.at(number).elsewhere.has_value(); }
  /// A server sent us to a URL, or that was of no use: then the server is asked again.
  void note_address(std::size_t number, std::string_view found);
  void forget_address(std::size_t number) { copies_.at(number).elsewhere.reset(); }

  /// The copy to ask first: the one that answered last.
  std::size_t preferred() const noexcept { return preferred_; }
  void prefer(std::size_t copy) noexcept { preferred_ = copy; }

  std::optional<std::uint64_t> size() const noexcept { return size_; }

  /// What is another text when the contents are others: the URL of the copy that answered last, with the ETag or the
  /// date that it told; "" if it told neither. For who has waited for an answer, while nothing is in progress.
  std::string identity() const;

  /// Compare an answer's size, ETag and date with those of the file, or take them if it is the first. Returns what
  /// differs, for a message; "" if nothing does.
  std::string difference(std::size_t copy, const AnswerHead& head);

 private:
  struct Copy {
    RemoteUrl url;
    std::optional<RemoteUrl> elsewhere;
    bool is_known = false;
    std::string etag;  // servers of copies have their own
    std::string last_modified;
  };

  std::vector<Copy> copies_;
  std::string shown_;
  std::string urls_;
  std::size_t preferred_ = 0;
  std::optional<std::uint64_t> size_;
};

}  // namespace ramet::inline v1::remote::internal
