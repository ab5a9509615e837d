#include "ramet/write/detail/file_before.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/cluster_mark.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/ntuple/detail/records/stored_records.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::write {
namespace {

std::shared_ptr<const tree::ClassLayouts> layouts_of(const file::Record& infos) {
  auto layouts = std::make_shared<tree::ClassLayouts>();
  layouts->catalogue = schema::make_catalogue();
  if (!infos.bytes.empty())
    layouts->file = std::make_shared<const schema::StreamerInfos>(
        schema::read_streamer_infos(infos.bytes.span(), infos.key_length));
  return layouts;
}

file::Record read_infos(const file::FileReader& reader) {
  const bytes::Buffer packed = reader.packed_streamer_infos();
  if (packed.empty()) return {};
  return reader.unpack_record(packed.span(), reader.header().seek_streamer_info);
}

}  // namespace

FileBefore::FileBefore(std::shared_ptr<const file::FileReader> reader)
    : reader_(std::move(reader)), infos_record_(read_infos(*reader_)), classes_(layouts_of(infos_record_)) {
  reader_->for_each_key([&](const file::Directory&, const file::Key& key) { records_.insert(key.seek); });
}

std::vector<schema::StreamerInfo> FileBefore::lacking(std::span<const schema::StreamerInfo> infos) const {
  std::vector<schema::StreamerInfo> missing;
  for (const schema::StreamerInfo& info : infos) {
    const auto known =
        classes_->file ? classes_->file->of_class(info.class_name) : std::span<const schema::StreamerInfo>();
    const bool is_of_root = classes_->catalogue->find(info.class_name, info.version) != nullptr;
    const bool is_there = std::ranges::any_of(known, [&](const schema::StreamerInfo& other) {
      return other.version == info.version && (is_of_root || other.checksum == info.checksum);
    });
    if (!is_there) missing.push_back(info);
  }
  return missing;
}

bytes::Buffer FileBefore::infos_with(std::span<const schema::StreamerInfo> more, std::size_t key_length) const {
  if (infos_record_.bytes.empty()) return schema::write_streamer_infos(more, key_length);
  return schema::append_streamer_infos(infos_record_.bytes.span(), infos_record_.key_length, more, key_length);
}

std::optional<file::Key> FileBefore::head_at(std::uint64_t offset) const {
  const io::ByteSource& source = reader_->source();
  if (offset >= source.size()) return std::nullopt;
  constexpr std::uint64_t largest_head = 1024;  // of baskets, pages and marks; longer ones are not recognised
  bytes::Buffer head(static_cast<std::size_t>(std::min(source.size() - offset, largest_head)));
  source.read_at(offset, head.span());
  bytes::ByteCursor cursor(head.span(), offset);
  try {
    file::Key key = file::read_key(cursor);
    if (key.seek != offset || key.record_size > source.size() - offset) return std::nullopt;
    return key;
  } catch (const Error&) {
    return std::nullopt;  // there is no record
  }
}

bool FileBefore::is_basket(io::Extent record, const std::string& branch) const {
  if (record.size == 0) return false;
  const auto key = head_at(record.offset);
  return key && key->class_name == file::basket_class && key->name == branch && key->record_size == record.size;
}

void FileBefore::add_marks(const std::string& table, std::vector<io::Extent>& records) const {
  std::ranges::sort(records, {}, &io::Extent::offset);
  const std::size_t count = records.size();
  for (std::size_t record = 0; record < count; ++record) {
    const std::uint64_t end = records[record].offset + records[record].size;
    if (record + 1 < count && records[record + 1].offset == end) continue;
    const auto key = head_at(end);
    if (key && file::is_cluster_mark(*key) && key->title == table) records.push_back({end, key->record_size});
  }
}

void FileBefore::add_baskets(const tree::Branch& branch, bool verifies, std::vector<io::Extent>& baskets) const {
  for (const tree::Branch& below : branch.branches) add_baskets(below, verifies, baskets);
  if (!branch.file_name.empty()) return;
  for (std::uint64_t number = 0; number < branch.baskets.size(); ++number) {
    if (branch.between.contains(number)) continue;
    const tree::BasketLocation& place = branch.baskets.location({number});
    const io::Extent record{place.seek, place.record_size};
    if (!verifies || is_basket(record, branch.name)) baskets.push_back(record);
  }
}

std::vector<io::Extent> FileBefore::records_named_by(const file::Key& key) const {
  if (ntuple::is_ntuple_class(key.class_name)) return ntuple::stored_records(*reader_, key);
  std::vector<io::Extent> records;
  if (!tree::is_tree_class(key.class_name)) return records;
  const tree::TreeReader tree(reader_, key, classes_);
  for (const tree::Branch& branch : tree.tree().branches) add_baskets(branch, false, records);
  return records;
}

void FileBefore::count_users(std::span<const file::Key> keys) {
  if (std::exchange(is_counted_, true)) return;
  for (const file::Key& key : keys) {
    if (!has(key)) continue;
    try {
      for (const io::Extent record : records_named_by(key)) ++users_[record.offset];
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      unread_.insert(key.seek);
    }
  }
}

void FileBefore::forget(const file::Key& key) {
  if (records_.erase(key.seek) == 0 || !is_counted_ || unread_.erase(key.seek) != 0) return;
  for (const io::Extent record : records_named_by(key)) --users_[record.offset];
}

std::vector<io::Extent> FileBefore::records_of(const file::Key& key) {
  std::vector<io::Extent> records;
  if (!unread_.empty()) return records;
  if (tree::is_tree_class(key.class_name)) {
    const tree::TreeReader tree(reader_, key, classes_);
    for (const tree::Branch& branch : tree.tree().branches) add_baskets(branch, true, records);
  } else if (ntuple::is_ntuple_class(key.class_name)) {
    records = ntuple::stored_records(*reader_, key);
  }
  std::erase_if(records, [&](const io::Extent record) {
    return users_[record.offset] > 0 || !named_.insert(record.offset).second;
  });
  add_marks(key.name, records);
  return records;
}

namespace {

/// Collect the keys in a directory and its subdirectories, and the directory's own.
void collect(const file::FileWriter& file, file::DirectoryNumber directory, std::vector<file::Key>& keys) {
  for (const file::Key& key : file.keys(directory)) {
    keys.push_back(key);
    if (key.is_directory()) collect(file, file.directory_of(key), keys);
  }
}

bool is_table(const file::Key& key) {
  return tree::is_tree_class(key.class_name) || ntuple::is_ntuple_class(key.class_name);
}

}  // namespace

file::DirectoryNumber directory_at(const file::FileWriter& file, std::string_view path) {
  const auto found = file.find_directory(path);
  if (!found) detail::fail(ErrorKind::not_found, "no directory '{}' in '{}'", path, file.name());
  return *found;
}

file::Key newest_key(const file::FileWriter& file, file::DirectoryNumber directory, std::string_view name) {
  file::Directory there;
  const auto keys = file.keys(directory);
  there.keys.assign(keys.begin(), keys.end());
  return detail::while_doing([&] { return fmt::format("file '{}'", file.name()); }, [&] { return there.at(name); });
}

bool is_in(const file::FileWriter& file, file::DirectoryNumber directory, file::DirectoryNumber above) {
  if (directory.number == above.number) return true;
  return std::ranges::any_of(file.keys(above), [&](const file::Key& key) {
    return key.is_directory() && is_in(file, directory, file.directory_of(key));
  });
}

void remove_keys(file::FileWriter& file, FileBefore* before, file::DirectoryNumber directory, std::string_view name,
                 std::optional<std::uint16_t> cycle) {
  if (before == nullptr) {
    file.remove(directory, name, cycle);
    return;
  }
  std::vector<file::Key> gone;
  for (const file::Key& key : file.keys(directory))
    if (key.name == name && (!cycle || key.cycle == *cycle) && key.is_directory())
      collect(file, file.directory_of(key), gone);
  for (file::Key& key : file.remove(directory, name, cycle)) gone.push_back(std::move(key));
  std::erase_if(gone, [&](const file::Key& key) { return !before->has(key); });  // of this update
  if (std::ranges::any_of(gone, is_table)) {
    std::vector<file::Key> all = gone;
    collect(file, {0}, all);
    before->count_users(all);
  }
  for (const file::Key& key : gone) before->forget(key);
  // Cycles of a tree share baskets, because ROOT keeps an older record beside the newest one. So do trees of other
  // names: of TTree::Write("other") after AutoSave, or of one cycle that was renamed.
  for (const file::Key& key : gone) {
    std::vector<io::Extent> records;
    try {
      records = before->records_of(key);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      continue;  // an unreadable table can be removed, too; its baskets or pages stay
    }
    for (const io::Extent record : records) file.release_record(directory, record);
  }
}

}  // namespace ramet::inline v1::write
