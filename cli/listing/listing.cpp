#include "cli/listing/listing.hpp"

#include <map>
#include <utility>

#include "cli/text/number_format.hpp"
#include <fmt/format.h>
#include <fnmatch.h>

#include "ramet/core/error.hpp"
#include "ramet/file/directory.hpp"
#include "ramet/tree/tree.hpp"

namespace ramet::cli {
namespace {

std::string joined(std::string_view directory, std::string_view name) {
  return directory.empty() ? std::string(name) : fmt::format("{}/{}", directory, name);
}

bool is_pattern(std::string_view text) noexcept { return text.find_first_of("*?[") != std::string_view::npos; }

bool matches(const std::string& pattern, const file::Key& key) {
  return fnmatch(pattern.c_str(), key.name.c_str(), 0) == 0 ||
         fnmatch(pattern.c_str(), fmt::format("{};{}", key.name, key.cycle).c_str(), 0) == 0;
}

constexpr std::size_t most_complaints = 20;
constexpr std::uint64_t most_work = std::uint64_t{1} << 30;

/// Collects keys, and reads the trees among them. Threads: one thread.
class Listing {
 public:
  Listing(const dataset::File& file, const ListingOptions& options, const StopToken& stop,
          FunctionRef<void(std::string_view)> complain)
      : file_(file), options_(options), stop_(stop), complain_(complain) {}

  void add(std::string path, const file::Key& key) {
    throw_if_stopped(stop_);
    listed_.push_back({std::move(path), key, nullptr});
    if (!options_.reads_trees || !tree::is_tree_class(key.class_name)) return;
    const auto [known, is_new] = trees_.try_emplace({key.seek, key.record_size}, nullptr);
    if (is_new) known->second = read(key);
    listed_.back().tree = known->second;
  }

  void add_directory(const file::Directory& directory) {
    for (const file::Key& key : directory.keys) add(key.name, key);
  }

  /// Add the keys of a directory whose names match. A name that itself contains a pattern character is also found
  /// literally.
  void add_matching(std::string_view place) {
    const std::size_t slash = place.rfind('/');
    const std::string_view parent = slash == std::string_view::npos ? std::string_view() : place.substr(0, slash);
    const std::string pattern(slash == std::string_view::npos ? place : place.substr(slash + 1));
    const file::Directory directory = file_.reader().directory(parent);
    const std::size_t before = listed_.size();
    for (const file::Key& key : directory.keys)
      if (matches(pattern, key) || key.name == pattern) add(joined(parent, key.name), key);
    if (listed_.size() == before) detail::fail(ErrorKind::not_found, "'{}': no key matches '{}'", file_.name(), place);
  }

  /// Add the keys of a directory and of all directories below it. Visits the whole file; the reader detects cycles.
  void add_below(const std::string& top) {
    file_.reader().for_each_key([&](const file::Directory& directory, const file::Key& key) {
      throw_if_stopped(stop_);
      if (const auto path = below(top, directory.path)) add(joined(*path, key.name), key);
    });
  }

  std::vector<ListedKey> take() {
    if (unread_ > most_complaints)
      complain_(fmt::format("'{}': {} more trees are not read", file_.name(), unread_ - most_complaints));
    return std::move(listed_);
  }

 private:
  /// Null if the tree cannot be read, or if the trees read so far have reached the limit on bytes.
  std::shared_ptr<const tree::TreeReader> read(const file::Key& key) {
    try {
      work_ += std::uint64_t{key.key_length} + key.object_size;
      if (work_ > most_work)
        detail::fail(ErrorKind::unsupported,
                     "'{}': tree '{};{}' is not read: the trees' records have more than {} bytes", file_.name(),
                     key.name, key.cycle, most_work);
      return file_.tree(key);
    } catch (const Error& error) {
      if (++unread_ <= most_complaints) complain_(error.what());
      return nullptr;
    }
  }

  /// The path relative to `top`, or nothing if it is not below `top`.
  static std::optional<std::string_view> below(std::string_view top, std::string_view path) noexcept {
    if (top.empty()) return path;
    if (!path.starts_with(top)) return std::nullopt;
    if (path.size() == top.size()) return std::string_view();
    if (path[top.size()] != '/') return std::nullopt;
    return path.substr(top.size() + 1);
  }

  const dataset::File& file_;
  const ListingOptions& options_;
  const StopToken& stop_;
  FunctionRef<void(std::string_view)> complain_;
  std::vector<ListedKey> listed_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::shared_ptr<const tree::TreeReader>> trees_;  // keyed by record
  std::uint64_t work_ = 0;  // bytes of trees' records read so far
  std::size_t unread_ = 0;
};

}  // namespace

std::string ListedKey::name_and_cycle() const {
  return fmt::format("{};{}{}", path, key.cycle, key.is_directory() ? "/" : "");
}

std::uint64_t ListedKey::compressed_bytes() const noexcept {
  return saturating_sum(key.record_size, tree ? size_from(tree->tree().zip_bytes) : 0);
}

std::uint64_t ListedKey::uncompressed_bytes() const noexcept {
  const std::uint64_t record = std::uint64_t{key.key_length} + key.object_size;
  return saturating_sum(record, tree ? size_from(tree->tree().total_bytes) : 0);
}

std::vector<ListedKey> list_keys(const dataset::File& file, std::string_view place, const ListingOptions& options,
                                 const StopToken& stop, FunctionRef<void(std::string_view)> complain) {
  const file::FileReader& reader = file.reader();
  Listing listing(file, options, stop, complain);
  while (!place.empty() && place.back() == '/') place.remove_suffix(1);
  if (place.empty()) {
    options.is_recursive ? listing.add_below("") : listing.add_directory(reader.root());
    return listing.take();
  }
  if (is_pattern(place)) {
    listing.add_matching(place);
    return listing.take();
  }
  const file::Key key = reader.key(place);
  if (!key.is_directory()) {
    listing.add(key.name, key);
  } else if (options.is_recursive) {
    listing.add_below(reader.directory(place).path);
  } else {
    listing.add_directory(reader.directory(place));
  }
  return listing.take();
}

}  // namespace ramet::cli
