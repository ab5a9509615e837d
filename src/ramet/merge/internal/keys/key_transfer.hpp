#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/keys/key_search.hpp"
#include "ramet/merge/internal/keys/target_file.hpp"
#include "ramet/merge/keys.hpp"

namespace ramet::inline v1::merge::internal {

/// A path in a file. Threads: a value.
struct KeyPlace {
  std::size_t file = 0;  ///< its number among the files
  std::string path;
};

/// Copies or moves keys into one file: finds them, makes a list of what goes where, and does it. Threads: one thread,
/// once.
class KeyTransfer {
 public:
  enum class Kind { copy, move };

  KeyTransfer(const dataset::Session& session, const std::vector<std::string>& sources, const std::string& target,
              const KeyOptions& options, Kind kind);

  /// Returns what was copied or moved. Throws as copy_keys.
  std::vector<EditedKey> run();

 private:
  /// A key and where it goes.
  struct Step {
    std::size_t file = 0;
    FoundKey found;
    std::string directory;
    std::string name;

    std::string path() const { return directory.empty() ? name : directory + "/" + name; }
  };

  void find();
  void require_one_meaning(const KeyPlace& place, const KeySearch& search) const;
  void lock_sources();
  void plan();
  void plan(const KeyPlace& source, const FoundKey& found, const std::string& directory, const std::string& name);
  void plan_below(const KeyPlace& source, const FoundKey& found, const std::string& directory);
  void require_elsewhere(const Step& step) const;
  void copy_process_ids(std::size_t file);
  void make_room(const Step& step);
  void transfer(const Step& step);
  void copy_table(const Step& step);
  void copy_record(const Step& step);
  void remove_sources();

  bool is_in_target(std::size_t file) const { return file == own_; }
  std::string place_of(std::size_t file, const FoundKey& found) const;

  static constexpr std::size_t none = ~std::size_t{0};

  const dataset::Session& session_;
  KeyOptions options_;
  Kind kind_;
  std::string target_path_;
  std::string target_place_;
  std::vector<KeyPlace> places_;
  std::unique_ptr<Inputs> inputs_;
  std::size_t own_ = none;  // the source that is the target, too
  std::vector<std::pair<KeyPlace, KeySearch>> found_;
  std::vector<std::unique_ptr<TargetFile>> locked_;  // sources of a move, by their number; null for the target
  std::unique_ptr<TargetFile> target_;
  std::vector<std::string> directories_;
  std::map<std::string, std::string> titles_;  // of these, unless that is the name
  std::vector<Step> steps_;
  std::set<std::string> made_room_;
};

/// Split places "FILE:path" into the files, each once, and the paths in them.
std::pair<std::vector<std::string>, std::vector<KeyPlace>> split_places(const std::vector<std::string>& places);

}  // namespace ramet::inline v1::merge::internal
