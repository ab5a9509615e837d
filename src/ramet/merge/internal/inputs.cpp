#include "ramet/merge/internal/inputs.hpp"

#include <algorithm>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"

namespace ramet::inline v1::merge::internal {

Inputs::Inputs(const dataset::Session& session, std::vector<std::string> paths)
    : session_(session), paths_(std::move(paths)), read_paths_(paths_), known_(paths_.size()), layouts_(paths_.size()) {
  for (const std::string& path : paths_) marks_.push_back(mark_of(path));
}

Inputs::Inputs(const dataset::Session& session, std::vector<std::string> paths,
               std::vector<std::shared_ptr<const io::ByteSource>> sources)
    : session_(session),
      paths_(std::move(paths)),
      read_paths_(paths_),
      sources_(std::move(sources)),
      known_(paths_.size()),
      layouts_(paths_.size()) {
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
  layouts_.at(input) = {file.reader().header().seek_streamer_info, file.reader().header().streamer_info_size};
}

void Inputs::keep(Kept& kept, std::size_t input, const std::shared_ptr<const dataset::File>& file) {
  kept.emplace_back(input, file);
  std::size_t keys = 0;
  for (const auto& [number, one] : kept) keys += one->reader().root().keys.size();
  while (kept.size() > most_kept || keys > most_kept_keys) {
    keys -= kept.front().second->reader().root().keys.size();
    kept.pop_front();
  }
}

std::shared_ptr<const dataset::File> Inputs::find(const Kept& kept, std::size_t input) {
  const auto found = std::ranges::find(kept, input, [](const auto& one) { return one.first; });
  return found == kept.end() ? nullptr : found->second;
}

std::shared_ptr<const dataset::File> Inputs::open(std::size_t input) const {
  {
    const MutexLock lock(mutex_);
    if (auto kept = find(kept_, input)) return kept;
  }
  const auto file = source_of(input) == nullptr ? session_.open(std::filesystem::path(read_path(input)))
                                                : session_.open(sources_[input]);
  if (file->reader().is_recovered())
    detail::fail(ErrorKind::corrupt, "file '{}' was not closed: recover it first (ramet recover)", path(input));
  const MutexLock lock(mutex_);
  require_same(input, *file);
  keep(kept_, input, file);
  return file;
}

std::shared_ptr<const dataset::File> Inputs::open_records(std::size_t input) const {
  {
    const MutexLock lock(mutex_);
    if (auto kept = find(kept_records_, input)) return kept;
    if (auto kept = find(kept_, input)) return kept;
  }
  auto source = bytes_of(input);
  file::Key layouts;
  {
    const MutexLock lock(mutex_);
    layouts.seek = layouts_.at(input).offset;
    layouts.record_size = static_cast<std::uint32_t>(layouts_.at(input).size);
  }
  const auto reader = file::FileReader::open_records(std::move(source), layouts);
  const auto file = session_.open(reader);
  const MutexLock lock(mutex_);
  if (reader->header().uuid != known_.at(input).second.uuid)
    detail::fail(ErrorKind::corrupt, "file '{}' has changed while it was merged", path(input));
  keep(kept_records_, input, file);
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
  for (Kept* const files : {&kept_, &kept_records_})
    std::erase_if(*files, [&](const auto& kept) { return kept.first == input; });
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
  for (std::size_t input = 0; input < size(); ++input)
    if (!skipped[input]) require_unchanged(input);
}

void Inputs::require_unchanged(std::size_t input) const {
  if (source_of(input) != nullptr) return;
  const InputMark now = mark_of(path(input));
  if (now.size != marks_[input].size || now.modified != marks_[input].modified)
    throw BadInput(input,
                   Error(ErrorKind::corrupt, fmt::format("file '{}' has changed while it was merged", path(input))));
}

}  // namespace ramet::inline v1::merge::internal
