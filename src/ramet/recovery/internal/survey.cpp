#include "ramet/recovery/internal/survey.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/cluster_mark.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/file/detail/record_scan.hpp"
#include "ramet/recovery/internal/limits/layouts_allowed.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

constexpr std::uint64_t usual_begin = 100;
constexpr std::size_t deepest_directory = 100;  // below listed directories
// The depth that readers follow; the top directory is the first level.
constexpr std::ptrdiff_t most_slashes = 998;
constexpr std::size_t longest_path = 64 << 10;
// The limit on the paths of unlisted records and of directories, together.
constexpr std::uint64_t most_path_bytes = std::uint64_t{256} << 20;

bool is_table(const file::Key& key) {
  return tree::is_tree_class(key.class_name) || ntuple::is_ntuple_class(key.class_name);
}

/// Records that are in no directory.
bool is_of_file(const file::Key& key) { return key.class_name == "TFile" || key.class_name == file::blob_class; }

bool is_streamer_info(const file::Key& key) { return key.class_name == "TList" && key.name == "StreamerInfo"; }

/// Collects all records. Threads: one thread.
class Surveyor {
 public:
  Surveyor(const dataset::Session& session, std::shared_ptr<const io::ByteSource> source, Allowance& allowance)
      : session_(session), source_(std::move(source)), allowance_(allowance) {}

  Survey take(const StopToken& stop) {
    open();
    if (survey_.file) list_keys();
    scan(stop);
    if (!survey_.file) open_records();
    find_paths();
    add_unlisted();
    return std::move(survey_);
  }

 private:
  void open() {
    try {
      survey_.file = open_keys(file::FileReader::open(source_));
      if (survey_.file->reader().is_recovered()) survey_.problem = "it was not closed and has no key list";
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io || error.kind() == ErrorKind::cancelled) throw;
      survey_.problem = error.what();
    }
  }

  /// Open the file, without its streamer infos if these cannot be read.
  std::shared_ptr<const dataset::File> open_keys(const std::shared_ptr<const file::FileReader>& reader) {
    try {
      require_layouts_allowed(*reader, allowance_);
      return session_.open(reader);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      survey_.problem = error.what();
    }
    return session_.open(file::FileReader::open_without_layouts(source_));
  }

  /// Open the file with the last readable streamer infos, or without any.
  void open_records() {
    for (auto infos = streamer_infos_.rbegin(); infos != streamer_infos_.rend(); ++infos) {
      try {
        const auto reader = file::FileReader::open_records(source_, *infos);
        require_layouts_allowed(*reader, allowance_);
        survey_.file = session_.open(reader);
        return;
      } catch (const Error& error) {
        if (error.kind() == ErrorKind::io) throw;
      }
    }
    survey_.file = session_.open(file::FileReader::open_records(source_, std::nullopt));
  }

  void list_keys() {
    if (survey_.file->reader().is_recovered()) return;
    begin_ = survey_.file->reader().header().begin;
    try {
      survey_.file->reader().for_each_key([&](const file::Directory& directory, const file::Key& key) {
        survey_.directories.emplace(directory.seek, directory.path);
        if (key.is_directory()) {
          directory_keys_.push_back(key);
        } else if (!is_of_file(key)) {
          listed_.emplace(directory.seek, key.name, key.cycle);
          listed_places_.insert(key.seek);
          add({key, directory.path, true});
        }
      });
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      survey_.problem = error.what();
    }
  }

  void scan(const StopToken& stop) {
    file::RecordScan records(*source_, begin_);
    std::size_t seen = 0;
    while (auto key = records.next()) {
      if (++seen % 1024 == 0) throw_if_stopped(stop);
      if (key->seek == begin_) continue;
      if (key->class_name == file::basket_class) {
        survey_.baskets.push_back(std::move(*key));
      } else if (file::is_cluster_mark(*key)) {
        auto& blobs = survey_.blobs;
        if (!blobs.empty() && blobs.back().seek + blobs.back().record_size == key->seek) blobs.pop_back();
        survey_.marks.push_back(std::move(*key));
      } else if (key->class_name == file::blob_class) {
        survey_.blobs.push_back(std::move(*key));
      } else if (is_streamer_info(*key)) {
        streamer_infos_.push_back(std::move(*key));
      } else if (key->is_directory()) {
        // A key list has the same class as a directory's record, and is larger.
        if (key->object_size <= file::directory_head_size + 8) directory_keys_.push_back(std::move(*key));
      } else if (!is_of_file(*key) && !key->class_name.empty()) {  // ROOT's lists of ntuples have no class
        unlisted_.push_back(std::move(*key));
      }
    }
    survey_.skipped = records.skipped();
  }

  /// Find the paths of directories from their records, listed or not.
  void find_paths() {
    survey_.directories.emplace(begin_, "");
    for (std::size_t level = 0; level < deepest_directory; ++level) {
      const std::size_t known = survey_.directories.size();
      for (const file::Key& key : directory_keys_) {
        const auto parent = survey_.directories.find(key.seek_parent);
        if (parent == survey_.directories.end() || key.seek == begin_ || survey_.directories.contains(key.seek))
          continue;
        std::string path = parent->second.empty() ? key.name : parent->second + "/" + key.name;
        if (std::ranges::count(path, '/') > most_slashes || path.size() > longest_path || !has_room_for(path)) continue;
        survey_.directories.emplace(key.seek, std::move(path));
      }
      if (survey_.directories.size() == known) return;
    }
  }

  void add_unlisted() {
    for (file::Key& key : unlisted_) {
      const auto directory = survey_.directories.find(key.seek_parent);
      if (directory == survey_.directories.end() || listed_places_.contains(key.seek)) continue;
      const bool is_known = listed_.contains({key.seek_parent, key.name, key.cycle});
      if (is_known && !is_table(key)) continue;  // this one was replaced by the listed one, which is newer
      if (!has_room_for(directory->second)) continue;
      add({std::move(key), directory->second, false});
    }
  }

  bool has_room_for(const std::string& path) {
    paths_ += path.size();
    return paths_ <= most_path_bytes + source_->size();
  }

  void add(FoundKey found) { (is_table(found.key) ? survey_.tables : survey_.objects).push_back(std::move(found)); }

  const dataset::Session& session_;
  std::shared_ptr<const io::ByteSource> source_;
  Allowance& allowance_;
  std::uint64_t begin_ = usual_begin;
  std::uint64_t paths_ = 0;  // total size
  Survey survey_;
  std::vector<file::Key> streamer_infos_, directory_keys_, unlisted_;
  std::set<std::tuple<std::uint64_t, std::string, std::uint16_t>> listed_;  // directory, name, cycle
  std::set<std::uint64_t> listed_places_;
};

}  // namespace

std::uint64_t Survey::seek_of(const std::string& directory) const {
  for (const auto& [seek, path] : directories)
    if (path == directory) return seek;
  return usual_begin;
}

Survey survey_file(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                   Allowance& allowance, const StopToken& stop) {
  return Surveyor(session, source, allowance).take(stop);
}

}  // namespace ramet::inline v1::recovery::internal
