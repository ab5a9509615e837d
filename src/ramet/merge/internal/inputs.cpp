#include "ramet/merge/internal/inputs.hpp"

#include <algorithm>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"

namespace ramet::inline v1::merge::internal {

Inputs::Inputs(const dataset::Session& session, std::vector<std::string> paths)
    : session_(session), paths_(std::move(paths)), read_paths_(paths_), known_(paths_.size()) {
  for (const std::string& path : paths_) marks_.push_back(mark_of(path));
}

Inputs::Inputs(const dataset::Session& session, std::vector<std::string> paths,
               std::vector<std::shared_ptr<const io::ByteSource>> sources)
    : session_(session),
      paths_(std::move(paths)),
      read_paths_(paths_),
      sources_(std::move(sources)),
      known_(paths_.size()) {
  for (std::size_t input = 0; input < paths_.size(); ++input)
    marks_.push_back(source_of(input) == nullptr ? mark_of(paths_[input])
                                                 : InputMark{paths_[input], source_of(input)->size(), 0, 0});
}

namespace {

std::uint64_t contents_of(const FileIdentity& identity) {
  bytes::ByteWriter what;
  what.write(identity.size);
  what.write(identity.modified);
  what.append(std::as_bytes(std::span(identity.uuid)));
  return bytes::xxh3(what.span());
}

FileIdentity identity_of(const file::FileReader& file) {
  return {file.source().size(), file.root().modified, file.header().uuid};
}

}  // namespace

std::uint64_t contents_of(const file::FileReader& file) { return contents_of(identity_of(file)); }

void Inputs::require_same(std::size_t input, const dataset::File& file) const {
  auto& [is_known, identity] = known_.at(input);
  const FileIdentity now = identity_of(file.reader());
  if (is_known && identity != now)
    detail::fail(ErrorKind::corrupt, "file '{}' has changed while it was merged", path(input));
  is_known = true;
  identity = now;
}

void Inputs::keep(std::size_t input, const std::shared_ptr<const dataset::File>& file) const {
  kept_.emplace_back(input, file);
  std::size_t keys = 0;
  for (const auto& [number, one] : kept_) keys += one->reader().root().keys.size();
  while (kept_.size() > most_kept || (kept_.size() > 2 && keys > most_kept_keys)) {
    keys -= kept_.front().second->reader().root().keys.size();
    kept_.pop_front();
  }
}

std::shared_ptr<const dataset::File> Inputs::open(std::size_t input) const {
  {
    const MutexLock lock(mutex_);
    const auto kept = std::ranges::find(kept_, input, [](const auto& one) { return one.first; });
    if (kept != kept_.end()) return kept->second;
  }
  const auto file = source_of(input) == nullptr ? session_.open(std::filesystem::path(read_path(input)))
                                                : session_.open(sources_[input]);
  if (file->reader().is_recovered())
    detail::fail(ErrorKind::corrupt, "file '{}' was not closed: recover it first (ramet recover)", path(input));
  const MutexLock lock(mutex_);
  require_same(input, *file);
  keep(input, file);
  return file;
}

std::shared_ptr<const io::ByteSource> Inputs::bytes_of(std::size_t input) const {
  if (source_of(input) != nullptr) return sources_[input];
  auto source = session_.open_source(read_path(input));
  const MutexLock lock(mutex_);
  if (source->size() != known_.at(input).second.size)
    detail::fail(ErrorKind::corrupt, "file '{}' has changed while it was merged", path(input));
  return source;
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
    marks[input].contents = contents_of(identity);
  }
  return marks;
}

void Inputs::require_unchanged(const std::vector<bool>& skipped) const {
  for (std::size_t input = 0; input < size(); ++input) {
    if (skipped[input] || source_of(input) != nullptr) continue;
    const InputMark now = mark_of(path(input));
    if (now.size != marks_[input].size || now.modified != marks_[input].modified)
      throw BadInput(input,
                     Error(ErrorKind::corrupt, fmt::format("file '{}' has changed while it was merged", path(input))));
  }
}

}  // namespace ramet::inline v1::merge::internal
