#include "ramet/merge/keys.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/merge/internal/keys/key_search.hpp"
#include "ramet/merge/internal/keys/key_transfer.hpp"
#include "ramet/merge/internal/keys/target_file.hpp"

namespace ramet::inline v1::merge {
namespace {

using internal::FoundKey;
using internal::KeyTransfer;
using internal::TargetFile;

/// Removes keys of one file. Threads: one thread.
class Removal {
 public:
  Removal(std::string path, const KeyOptions& options)
      : path_(std::move(path)), options_(options), file_(existing(path_), options) {}

  void remove(std::string_view place, std::vector<EditedKey>& done) {
    const internal::KeySearch search = find_keys(*file_.before(), place, internal::Cycles::all);
    for (const FoundKey& found : search.keys) {
      throw_if_stopped(options_.stop);
      if (found.key.is_directory() && !options_.recursive)
        detail::fail(ErrorKind::misuse,
                     "'{}:{}' is a directory: it is only removed with all that is in it, recursively (-r)", path_,
                     found.path());
      if (is_gone(found)) continue;
      file_.remove(found.directory, found.key.name, cycle_of(found, search), TargetFile::Release::yes);
      done.push_back({fmt::format("{}:{};{}", path_, found.path(), found.key.cycle), {}, found.key.class_name});
    }
  }
  void commit() { file_.commit(); }

 private:
  static std::string existing(const std::string& path) {
    io::refuse_output_url(path);
    if (!std::filesystem::exists(path)) detail::fail(ErrorKind::file_missing, "no file '{}'", path);
    return path;
  }

  /// Nothing, if all cycles are removed: then they are at once, as the last one frees what all of them have.
  std::optional<std::uint16_t> cycle_of(const FoundKey& found, const internal::KeySearch& search) {
    const auto is_alike = [&](const FoundKey& other) {
      return other.directory == found.directory && other.key.name == found.key.name;
    };
    const auto keys = file_.file().keys(*file_.file().find_directory(found.directory));
    const auto there = std::ranges::count(keys, found.key.name, &file::Key::name);
    if (there != std::ranges::count_if(search.keys, is_alike)) {
      gone_.insert(fmt::format("{};{}", found.path(), found.key.cycle));
      return found.key.cycle;
    }
    for (const file::Key& key : keys)
      if (key.name == found.key.name) gone_.insert(fmt::format("{};{}", found.path(), key.cycle));
    return std::nullopt;
  }

  /// Whether it was removed, or the directory in which it was.
  bool is_gone(const FoundKey& found) {
    if (gone_.contains(fmt::format("{};{}", found.path(), found.key.cycle))) return true;
    return !file_.file().find_directory(found.directory);
  }

  std::string path_;
  const KeyOptions& options_;
  TargetFile file_;
  std::set<std::string> gone_;
};

void make_directory(TargetFile& file, const std::string& path, const KeyOptions& options) {
  const std::string_view whole = internal::without_outer_slashes(path);
  if (file::split_cycle(whole).cycle)
    detail::fail(ErrorKind::misuse, "'{}' is no name for a directory: a number behind ';' is a cycle", whole);
  if (whole.empty())
    detail::fail(ErrorKind::misuse, "'{}' names no directory: expected FILE:DIRECTORY", file.file().name());
  const std::size_t slash = whole.rfind('/');
  const std::string_view above = slash == std::string_view::npos ? std::string_view() : whole.substr(0, slash);
  if (!options.parents) {
    if (!file.file().find_directory(above))
      detail::fail(ErrorKind::not_found, "no directory '{}' in '{}'; parents (-p) makes it, too", above,
                   file.file().name());
    if (file.file().find_directory(whole))
      detail::fail(ErrorKind::misuse, "'{}' has a directory '{}' already", file.file().name(), whole);
  }
  file.output().directory(std::string(whole));
}

}  // namespace

std::vector<EditedKey> copy_keys(const dataset::Session& session, const std::vector<std::string>& sources,
                                 const std::string& target, const KeyOptions& options) {
  return KeyTransfer(session, sources, target, options, KeyTransfer::Kind::copy).run();
}

std::vector<EditedKey> move_keys(const dataset::Session& session, const std::vector<std::string>& sources,
                                 const std::string& target, const KeyOptions& options) {
  return KeyTransfer(session, sources, target, options, KeyTransfer::Kind::move).run();
}

std::vector<EditedKey> remove_keys(const dataset::Session&, const std::vector<std::string>& places,
                                   const KeyOptions& options) {
  const auto [files, paths] = internal::split_places(places);
  std::vector<EditedKey> done;
  std::vector<std::unique_ptr<Removal>> removals;
  for (const std::string& file : files) removals.push_back(std::make_unique<Removal>(file, options));
  for (const internal::KeyPlace& place : paths) {
    if (internal::without_outer_slashes(place.path).empty())
      detail::fail(ErrorKind::misuse, "'{}' names no key; '{}:*' are all of them", files[place.file],
                   files[place.file]);
    removals[place.file]->remove(place.path, done);
  }
  for (const auto& removal : removals) removal->commit();
  return done;
}

std::vector<EditedKey> make_directories(const dataset::Session&, const std::vector<std::string>& places,
                                        const KeyOptions& options) {
  const auto [files, paths] = internal::split_places(places);
  std::vector<EditedKey> done;
  for (std::size_t number = 0; number < files.size(); ++number) {
    TargetFile file(files[number], options);
    for (const internal::KeyPlace& place : paths) {
      if (place.file != number) continue;
      make_directory(file, place.path, options);
      done.push_back(
          {{}, fmt::format("{}:{}", files[number], internal::without_outer_slashes(place.path)), "TDirectory"});
    }
    file.commit();
  }
  return done;
}

}  // namespace ramet::inline v1::merge
