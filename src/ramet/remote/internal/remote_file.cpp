#include "ramet/remote/internal/remote_file.hpp"

#include <utility>

#include <fmt/format.h>

#include "ramet/remote/remote_files.hpp"

namespace ramet::inline v1::remote::internal {

RemoteFile::RemoteFile(std::vector<RemoteUrl> copies) {
  for (RemoteUrl& url : copies) {
    urls_ += urls_.empty() ? url.text : '|' + url.text;
    Copy& copy = copies_.emplace_back();
    copy.url = std::move(url);
  }
  shown_ = copies_.at(0).url.shown;
}

const RemoteUrl& RemoteFile::address(std::size_t number) const {
  const Copy& copy = copies_.at(number);
  return copy.elsewhere ? *copy.elsewhere : copy.url;
}

void RemoteFile::note_address(std::size_t number, std::string_view found) {
  Copy& copy = copies_.at(number);
  if (copy.url.is_of_s3 || !is_remote(found)) return;  // signatures are of the URL that was asked for
  copy.elsewhere = url_behind(copy.url, found);
}

std::string RemoteFile::identity() const {
  const Copy& copy = copies_.at(preferred_);
  if (!size_ || (copy.etag.empty() && copy.last_modified.empty())) return {};
  return fmt::format("{}\n{}\n{}\n{}", copy.url.text, copy.etag, copy.last_modified, *size_);
}

std::string RemoteFile::difference(std::size_t number, const AnswerHead& head) {
  const auto of_range = head.range ? head.range->size : std::nullopt;
  const auto size = head.status == 200 ? head.length : of_range;  // the length of a part is not the file's
  if (size && size_ && *size != *size_) return fmt::format("it had {} bytes, now it has {}", *size_, *size);
  Copy& copy = copies_.at(number);
  if (!copy.is_known) {
    copy.is_known = true;
    copy.etag = head.etag;
    copy.last_modified = head.last_modified;
  } else if (head.etag != copy.etag && !head.etag.empty() && !copy.etag.empty()) {
    return fmt::format("its ETag was {}, now it is {}", copy.etag, head.etag);
  } else if (copy.etag.empty() && head.last_modified != copy.last_modified) {
    return fmt::format("it was of '{}', now it is of '{}'", copy.last_modified, head.last_modified);
  }
  if (size) size_ = size;
  return {};
}

}  // namespace ramet::inline v1::remote::internal
