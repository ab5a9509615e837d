#include "ramet/merge/internal/keys/key_transfer.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include "ramet/core/error.hpp"
#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/keys/renamed_record.hpp"
#include "ramet/merge/internal/tables/table_join.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::string_view process_id_class = "TProcessID";

bool is_same_file(const std::string& left, const std::string& right) {
  std::error_code error;
  return std::filesystem::equivalent(left, right, error) && !error;
}

bool is_same_process(const file::Record& left, const file::Record& right) noexcept {
  return left.payload().size() == right.payload().size() &&
         std::memcmp(left.payload().data(), right.payload().data(), left.payload().size()) == 0;
}

/// A record as it is stored, with its head.
bytes::Buffer stored_record(const dataset::File& file, const file::Key& key) {
  bytes::Buffer stored(key.record_size);
  file.reader().source().read_at(key.seek, stored.span());
  return stored;
}

}  // namespace

std::pair<std::vector<std::string>, std::vector<KeyPlace>> split_places(const std::vector<std::string>& places) {
  std::pair<std::vector<std::string>, std::vector<KeyPlace>> split;
  auto& [files, paths] = split;
  for (const std::string& place : places) {
    auto [file, path] = dataset::split_path(place);
    auto known = std::ranges::find_if(
        files, [&](const std::string& other) { return other == file || is_same_file(other, file); });
    if (known == files.end()) known = files.insert(files.end(), std::move(file));
    paths.push_back({static_cast<std::size_t>(known - files.begin()), std::move(path)});
  }
  return split;
}

KeyTransfer::KeyTransfer(const dataset::Session& session, const std::vector<std::string>& sources,
                         const std::string& target, const KeyOptions& options, Kind kind)
    : session_(session), options_(options), kind_(kind) {
  if (sources.empty()) detail::fail(ErrorKind::misuse, "there is nothing to copy or move");
  auto [files, places] = split_places(sources);
  places_ = std::move(places);
  auto [file, path] = dataset::split_path(target);
  target_path_ = std::move(file);
  target_place_ = std::move(path);
  for (std::size_t number = 0; number < files.size(); ++number)
    if (is_same_file(files[number], target_path_)) own_ = number;
  if (own_ != none && options.recreate)
    detail::fail(ErrorKind::misuse, "'{}' is a source, so it cannot be made anew", target_path_);
  std::vector<std::shared_ptr<const io::ByteSource>> opened(files.size());
  if (own_ != none) opened[own_] = session.open_source(files[own_]);  // as it is now: it grows
  inputs_ = std::make_unique<Inputs>(session, std::move(files), std::move(opened));
  // The sources are removed afterwards: the copies must outlive a power cut.
  if (kind == Kind::move) options_.durability = file::Durability::device;
}

std::string KeyTransfer::place_of(std::size_t file, const FoundKey& found) const {
  return fmt::format("{}:{};{}", inputs_->path(file), found.path(), found.key.cycle);
}

std::vector<EditedKey> KeyTransfer::run() {
  lock_sources();
  find();
  target_ = std::make_unique<TargetFile>(
      target_path_, options_, settings_of(inputs_->open(found_.front().first.file)->reader().header().compression));
  plan();
  std::set<std::size_t> files;
  for (const Step& step : steps_) files.insert(step.file);
  for (const std::size_t file : files) {
    if (is_in_target(file)) continue;
    target_->add_layouts(*inputs_->open(file));
    copy_process_ids(file);
  }
  target_->output().set_titles(titles_);
  for (const std::string& directory : directories_) target_->output().directory(directory);
  std::vector<EditedKey> done;
  for (const Step& step : steps_) {
    throw_if_stopped(options_.stop);
    transfer(step);
    done.push_back(
        {place_of(step.file, step.found), fmt::format("{}:{}", target_path_, step.path()), step.found.key.class_name});
  }
  if (kind_ == Kind::move && own_ != none) remove_sources();
  target_->commit();
  if (kind_ == Kind::move) {
    own_ = none;
    remove_sources();
  }
  return done;
}

/// Sources of a move are locked before anything is done, so that nobody changes what will be removed.
void KeyTransfer::lock_sources() {
  locked_.resize(inputs_->size());
  if (kind_ != Kind::move) return;
  KeyOptions options = options_;
  options.recreate = false;
  for (std::size_t file = 0; file < inputs_->size(); ++file) {
    static_cast<void>(inputs_->open(file));  // throws when it does not exist
    if (!is_in_target(file)) locked_[file] = std::make_unique<TargetFile>(inputs_->path(file), options);
  }
}

void KeyTransfer::find() {
  std::set<std::string> known;
  for (const KeyPlace& place : places_) {
    KeySearch search =
        find_keys(inputs_->open(place.file)->reader(), place.path, kind_ == Kind::move ? Cycles::all : Cycles::newest);
    require_one_meaning(place, search);
    std::erase_if(search.keys, [&](const FoundKey& found) {
      return found.key.class_name == process_id_class || !known.insert(place_of(place.file, found)).second;
    });
    found_.emplace_back(place, std::move(search));
  }
}

/// Throw when a name without a cycle is that of an object and of a directory, of which only one can have the new name.
void KeyTransfer::require_one_meaning(const KeyPlace& place, const KeySearch& search) const {
  if (!options_.recursive || search.is_pattern || file::split_cycle(place.path).cycle) return;
  for (const FoundKey& found : search.keys) {
    if (found.key.is_directory()) continue;
    const file::Directory directory = inputs_->open(place.file)->reader().directory(found.directory);
    for (const file::Key& other : directory.keys)
      if (other.name == found.key.name && other.is_directory())
        detail::fail(ErrorKind::misuse, "'{}:{}' is an object and a directory: name one by its cycle, ;{} or ;{}",
                     inputs_->path(place.file), found.path(), found.key.cycle, other.cycle);
  }
}

void KeyTransfer::plan() {
  std::string into(without_outer_slashes(target_place_));
  const bool is_directory = into.empty() || target_place_.ends_with('/') || target_->file().find_directory(into);
  if (!is_directory) {
    const auto& [place, search] = found_.front();
    const bool is_one = found_.size() == 1 && !search.is_pattern && !search.keys.empty();
    if (!is_one)
      detail::fail(ErrorKind::misuse,
                   "'{}' is no directory of '{}', so it cannot take several sources; '{}/' would be made", into,
                   target_path_, into);
    const std::size_t slash = into.rfind('/');
    const std::string directory = slash == std::string::npos ? std::string() : into.substr(0, slash);
    const std::string name = slash == std::string::npos ? into : into.substr(slash + 1);
    if (file::split_cycle(name).cycle)
      detail::fail(ErrorKind::misuse, "'{}' is no name for an object: its cycle is the next one", name);
    for (const FoundKey& found : search.keys) plan(place, found, directory, name);
    return;
  }
  for (const auto& [place, search] : found_)
    for (const FoundKey& found : search.keys) plan(place, found, into, found.key.name);
}

void KeyTransfer::plan(const KeyPlace& source, const FoundKey& found, const std::string& directory,
                       const std::string& name) {
  Step step{source.file, found, directory, name};
  require_elsewhere(step);
  if (!found.key.is_directory()) return steps_.push_back(std::move(step));
  if (!options_.recursive)
    detail::fail(ErrorKind::misuse, "'{}' is a directory: it is only taken with all that is in it, recursively (-r)",
                 place_of(source.file, found));
  plan_below(source, found, step.path());
}

void KeyTransfer::plan_below(const KeyPlace& source, const FoundKey& found, const std::string& directory) {
  const auto add_directory = [&](std::string path, const file::Key& key) {
    if (key.title != key.name) titles_.emplace(path, key.title);
    directories_.push_back(std::move(path));
  };
  add_directory(directory, found.key);
  std::vector<file::PlacedKey> below = inputs_->open(source.file)->reader().keys_below(found.path());
  std::map<std::pair<std::string, bool>, std::uint16_t> newest;  // of objects and of directories
  for (const file::PlacedKey& placed : below) {
    std::uint16_t& cycle = newest[{placed.path, placed.key.is_directory()}];
    cycle = std::max(cycle, placed.key.cycle);
  }
  std::ranges::stable_sort(below, {}, [&](const file::PlacedKey& placed) { return placed.key.cycle; });
  for (file::PlacedKey& placed : below) {
    const bool is_newest = newest.at({placed.path, placed.key.is_directory()}) == placed.key.cycle;
    if (placed.key.is_directory()) {
      if (is_newest) add_directory(joined_path(directory, placed.path), placed.key);
      continue;
    }
    if (kind_ == Kind::copy && !is_newest) continue;
    const std::string inner = placed.path.substr(0, placed.path.size() - placed.key.name.size());
    const std::string to = joined_path(directory, without_outer_slashes(inner));
    FoundKey key{joined_path(found.path(), without_outer_slashes(inner)), std::move(placed.key)};
    if (inner.empty()) key.directory = found.path();
    std::string name = key.key.name;
    steps_.push_back({source.file, std::move(key), inner.empty() ? directory : to, std::move(name)});
  }
}

/// Throw when the target is the source, or lies in it.
void KeyTransfer::require_elsewhere(const Step& step) const {
  if (!is_in_target(step.file)) return;
  const std::string from = step.found.path();
  const std::string to = step.path();
  if (from == to || (step.found.key.is_directory() && to.starts_with(from + "/")))
    detail::fail(ErrorKind::misuse, "'{}' cannot be copied or moved {} itself", place_of(step.file, step.found),
                 from == to ? "onto" : "into");
}

/// References between objects (TRef) name the process that made them by its number in the file, "ProcessID<number>".
void KeyTransfer::copy_process_ids(std::size_t file) {
  const auto from = inputs_->open(file);
  for (const file::Key& key : from->reader().root().keys) {
    if (key.class_name != process_id_class) continue;
    const file::Record record = from->reader().read_record(key);
    const file::Key* there = target_->before() == nullptr ? nullptr : target_->before()->root().find(key.name);
    if (there != nullptr) {
      if (is_same_process(target_->before()->read_record(*there), record)) continue;
      detail::fail(ErrorKind::unsupported,
                   "references between objects (TRef) of '{}' and '{}' have the same numbers for different processes",
                   from->name(), target_path_);
    }
    if (!target_->file().contains({0}, key.name)) target_->file().put_record({0}, stored_record(*from, key));
  }
}

/// Do with an object of that name what the options say.
void KeyTransfer::make_room(const Step& step) {
  file::FileWriter& file = target_->file();
  const file::DirectoryNumber into = target_->output().directory(step.directory);
  if (file.find_directory(step.path()))
    detail::fail(ErrorKind::misuse, "'{}' is a directory of '{}'", step.path(), target_path_);
  if (!made_room_.insert(step.path()).second || !file.contains(into, step.name)) return;
  if (options_.on_taken == OnTaken::fail)
    detail::fail(ErrorKind::misuse, "'{}' has a '{}' already", target_path_, step.path());
  if (options_.on_taken == OnTaken::replace)
    target_->remove(step.directory, step.name, std::nullopt, TargetFile::Release::yes);
}

void KeyTransfer::transfer(const Step& step) {
  make_room(step);
  const bool is_table = kind_of(step.found.key) != ObjectKind::object;
  const bool stays = kind_ == Kind::move && is_in_target(step.file);  // baskets and pages stay where they are
  of_input(step.file, [&] { is_table && !stays ? copy_table(step) : copy_record(step); });
}

void KeyTransfer::copy_table(const Step& step) {
  const file::Key& key = step.found.key;
  const auto file = inputs_->open(step.file);
  KnownTrees trees;
  const TablePart part = table_of(step.file, *file, key, trees);
  MergedObject object{
      .kind = kind_of(key), .directory = step.directory, .name = key.name, .class_name = key.class_name};
  if (step.name != key.name) object.special.made().new_name = step.name;
  MergeOptions options;
  options.stop = options_.stop;
  options.progress = options_.progress;
  PlannedTable table{.object = &object, .parts = {&part}};
  table.runs.push_back({Way::move, 1});
  const auto left_out = TableJoin(*inputs_, session_.executor(), options, target_->output()).run(table);
  if (!left_out.empty())
    detail::fail(ErrorKind::unsupported, "'{}' has an object of class '{}', which cannot be copied",
                 place_of(step.file, step.found), left_out.front());
}

void KeyTransfer::copy_record(const Step& step) {
  const file::Key& key = step.found.key;
  const auto file = inputs_->open(step.file);
  const file::Record record = file->reader().read_record(key);  // throws when it is damaged
  const file::DirectoryNumber into = target_->output().directory(step.directory);
  const bool is_near = file::FileWriter::fits_small_keys({target_->file().size(), key.record_size});
  if (step.name == key.name && (is_near || key.is_big())) {
    target_->file().put_record(into, stored_record(*file, key));
    return;
  }
  bytes::ByteCursor head(record.bytes.span(), key.seek);
  const std::string title = file::read_record_head(head).title;
  const bool is_plain = kind_of(key) == ObjectKind::ntuple;  // an anchor has no name and no references
  std::optional<std::string> name;
  if (step.name != key.name) name = step.name;
  detail::while_doing([&] { return fmt::format("'{}' as '{}'", place_of(step.file, step.found), step.name); },
                      [&] {
                        target_->file().put(
                            into, key.class_name, step.name, title,
                            [&](std::uint16_t key_length) {
                              if (!is_plain)
                                return moved_payload(record, key.class_name, file->forms().layouts(), key_length, name);
                              bytes::Buffer payload;
                              payload.append(record.payload());
                              return payload;
                            },
                            file::FileWriter::OnConflict::new_cycle,
                            is_plain ? std::optional(compression::Settings::from_code(0)) : std::nullopt);
                      });
}

/// Remove what was moved: in the target itself, as part of the same commit, or afterwards in the other files.
void KeyTransfer::remove_sources() {
  for (const auto& [place, search] : found_) {
    const bool is_own = is_in_target(place.file);
    TargetFile* file = is_own ? target_.get() : locked_[place.file].get();
    if (file == nullptr || (own_ != none && !is_own)) continue;
    for (const FoundKey& found : search.keys)
      file->remove(found.directory, found.key.name, found.key.cycle,
                   is_own ? TargetFile::Release::no : TargetFile::Release::yes);
  }
  if (own_ != none) return;
  for (const auto& file : locked_)
    if (file != nullptr) file->commit();
}

}  // namespace ramet::inline v1::merge::internal
