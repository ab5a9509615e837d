#include "ramet/merge/internal/keys/target_file.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/detail/shared_folder.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/merge/internal/layouts.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::merge::internal {

TargetFile::TargetFile(const std::filesystem::path& path, const KeyOptions& options,
                       compression::Settings compression) {
  io::refuse_output_url(path.native());
  if (options.recreate || !std::filesystem::exists(path)) {
    replaced_ = std::make_unique<io::ReplacedFile>(path);
    output_ = std::make_unique<Output>(replaced_->begin(), path.string(),
                                       file::FileWriterOptions{.compression = options.compression.value_or(compression),
                                                               .reproducible = options.reproducible,
                                                               .durability = options.durability});
    return;
  }
  auto sink = io::update_local(path);  // first, so that nobody else writes while the file is read
  io::SharedFolder::remove_stale(path);
  const auto reader = file::FileReader::open(io::open_local(path));
  output_ = std::make_unique<Output>(
      std::move(sink), *reader,
      file::FileUpdateOptions{
          .compression = options.compression,
          .reproducible = options.reproducible,
          .leftovers = options.overwrite_leftovers ? file::OnLeftovers::overwrite : file::OnLeftovers::refuse,
          .durability = options.durability});
  before_ = std::make_unique<write::FileBefore>(reader);
  size_before_ = reader->source().size();
}

TargetFile::~TargetFile() {
  if (is_begun_ || is_new() || !output_) return;
  try {
    if (file().size() > size_before_) file().sink().resize(size_before_);  // records that nothing leads to
  } catch (const Error&) {
    return;  // they stay behind the end of the file, which readers do not mind
  }
}

const schema::StreamerInfo* TargetFile::known(const schema::StreamerInfo& info) const {
  const auto is_same = [&](const schema::StreamerInfo& other) {
    return other.class_name == info.class_name && other.version == info.version;
  };
  if (const auto added = std::ranges::find_if(more_, is_same); added != more_.end()) return &*added;
  if (!before_ || !before_->classes()->file) return nullptr;
  return before_->classes()->file->find(info.class_name, info.version);
}

void TargetFile::add_layouts(const dataset::File& from) {
  const file::FileReader& reader = from.reader();
  const bytes::Buffer packed = reader.packed_streamer_infos();
  if (packed.empty()) return;
  const file::Record record = reader.unpack_record(packed.span(), reader.header().seek_streamer_info);
  for (schema::StreamerInfo& info : schema::read_streamer_infos(record.bytes.span(), record.key_length)) {
    const schema::StreamerInfo* there = known(info);
    if (there == nullptr) {
      more_.push_back(std::move(info));
    } else if (!is_stored_alike(*there, info)) {
      detail::fail(ErrorKind::unsupported, "version {} of class '{}' has another layout in '{}' than in '{}'",
                   info.version, info.class_name, from.name(), file().name());
    }
  }
}

void TargetFile::remove(const std::string& directory, std::string_view name, std::optional<std::uint16_t> cycle,
                        Release release) {
  const file::DirectoryNumber in = write::directory_at(file(), directory);
  if (release == Release::yes) return write::remove_keys(file(), before_.get(), in, name, cycle);
  for (const file::Key& key : file().remove(in, name, cycle))
    if (before_) before_->forget(key);
}

void TargetFile::commit() {
  if (!more_.empty())
    file().set_streamer_infos([&](std::uint16_t key_length) {
      return before_ ? before_->infos_with(more_, key_length) : schema::write_streamer_infos(more_, key_length);
    });
  is_begun_ = true;
  file().close();
  if (replaced_) replaced_->publish();
}

}  // namespace ramet::inline v1::merge::internal
