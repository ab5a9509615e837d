#include "ramet/merge/internal/inputs.hpp"

#include <algorithm>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"

namespace ramet::inline v1::merge::internal {

Inputs::Inputs(const dataset::Session& session, std::vector<std::string> paths)
    : session_(session), paths_(std::move(paths)), read_paths_(paths_), known_(paths_.size()) {
  for (const std::string& path : paths_) marks_.push_back(mark_of(path));
}

Inputs::Identity Inputs::identity_of(const dataset::File& file) {
  return {file.reader().source().size(), file.reader().root().modified, file.reader().header().uuid};
}

void Inputs::require_same(std::size_t input, const dataset::File& file) const {
  auto& [is_known, identity] = known_.at(input);
  const Identity now = identity_of(file);
  if (is_known && identity != now)
    detail::fail(ErrorKind::corrupt, "file '{}' has changed while it was merged", path(input));
  is_known = true;
  identity = now;
}

std::shared_ptr<const dataset::File> Inputs::open(std::size_t input) const {
  {
    const MutexLock lock(mutex_);
    const auto kept = std::ranges::find(kept_, input, [](const auto& one) { return one.first; });
    if (kept != kept_.end()) return kept->second;
  }
  const auto file = session_.open(std::filesystem::path(read_path(input)));
  if (file->reader().is_recovered())
    detail::fail(ErrorKind::corrupt, "file '{}' was not closed: recover it first (ramet recover)", path(input));
  const MutexLock lock(mutex_);
  require_same(input, *file);
  kept_.emplace_back(input, file);
  if (kept_.size() > most_kept) kept_.pop_front();
  return file;
}

void Inputs::replace(std::size_t input, std::string read_path) {
  read_paths_.at(input) = std::move(read_path);
  const MutexLock lock(mutex_);
  known_.at(input) = {};
  std::erase_if(kept_, [&](const auto& kept) { return kept.first == input; });
}

std::vector<InputMark> Inputs::marks() const {
  std::vector<InputMark> marks = marks_;
  const MutexLock lock(mutex_);
  for (std::size_t input = 0; input < known_.size(); ++input) {
    const auto& [is_known, identity] = known_[input];
    if (!is_known) continue;
    bytes::ByteWriter what;
    what.write(identity.size);
    what.write(identity.modified);
    what.append(std::as_bytes(std::span(identity.uuid)));
    marks[input].contents = bytes::xxh3(what.span());
  }
  return marks;
}

}  // namespace ramet::inline v1::merge::internal
