#include "ramet/merge/compare.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/merge/internal/comparing/object_contrast.hpp"
#include "ramet/merge/internal/comparing/table_contrast.hpp"
#include "ramet/merge/internal/keys/key_search.hpp"

namespace ramet::inline v1::merge {
namespace {

/// Keys by their paths: the newest cycle of each.
using Keys = std::map<std::string, file::Key>;

/// One side of a comparison. Threads: a value.
struct Side {
  std::shared_ptr<const dataset::File> file;
  std::string top;  // the directory or object that is compared
  Keys keys;        // relative to a directory; or one object, without a path
  bool is_object = false;
};

Side open_side(const dataset::Session& session, const std::string& place) {
  Side side;
  const auto [path, object] = dataset::split_path(place);
  side.file = session.open(std::filesystem::path(path));
  side.top = std::string(internal::without_outer_slashes(object));
  const file::FileReader& reader = side.file->reader();
  if (!side.top.empty()) {
    const file::Key key = reader.key(side.top);
    side.is_object = !key.is_directory();
    if (side.is_object) {
      side.keys.emplace("", key);
      return side;
    }
  }
  std::vector<file::PlacedKey> keys = reader.keys_below(side.top);
  std::ranges::stable_partition(keys, [](const file::PlacedKey& placed) { return !placed.key.is_directory(); });
  for (file::PlacedKey& placed : keys) {
    const auto same = side.keys.find(placed.path);
    const bool is_beside = placed.key.is_directory() && same != side.keys.end() && !same->second.is_directory();
    const auto [known, is_new] = side.keys.try_emplace(placed.path + (is_beside ? "/" : ""), placed.key);
    if (!is_new && placed.key.cycle > known->second.cycle) known->second = std::move(placed.key);
  }
  return side;
}

/// What is stored of a directory's class differs between writers.
std::string class_text(const file::Key& key) { return key.is_directory() ? "TDirectory" : key.class_name; }

/// Compares two sides. Threads: one thread.
class Comparison {
 public:
  Comparison(const dataset::Session& session, Side left, Side right, const CompareOptions& options)
      : session_(session), left_(std::move(left)), right_(std::move(right)), options_(options) {}

  CompareReport run() {
    if (left_.is_object != right_.is_object) refuse_kinds();
    auto ours = left_.keys.begin();
    auto theirs = right_.keys.begin();
    while (ours != left_.keys.end() || theirs != right_.keys.end()) {
      throw_if_stopped(options_.stop);
      const bool has_left = ours != left_.keys.end() && (theirs == right_.keys.end() || ours->first <= theirs->first);
      const bool has_right = theirs != right_.keys.end() && (ours == left_.keys.end() || theirs->first <= ours->first);
      if (has_left && has_right)
        compare(named(ours->first), ours->second, theirs->second);
      else if (has_left)
        add(Contrast::only_left, ours->first, class_text(ours->second), "");
      else
        add(Contrast::only_right, theirs->first, "", class_text(theirs->second));
      if (has_left) ++ours;
      if (has_right) ++theirs;
    }
    return std::move(report_);
  }

 private:
  [[noreturn]] void refuse_kinds() const {
    const Side& object = left_.is_object ? left_ : right_;
    const Side& other = left_.is_object ? right_ : left_;
    if (other.top.empty())
      detail::fail(ErrorKind::misuse, "'{}' of '{}' is an object: name one in '{}' too, as '{}:{}'", object.top,
                   object.file->name(), other.file->name(), other.file->name(), object.top);
    detail::fail(ErrorKind::misuse, "'{}' of '{}' is an object, '{}' of '{}' is a directory", object.top,
                 object.file->name(), other.top, other.file->name());
  }

  std::string named(const std::string& path) const { return left_.is_object ? left_.top : path; }

  void add(Contrast kind, const std::string& path, std::string left, std::string right) {
    report_.contrasts.push_back({kind, path, "", std::move(left), std::move(right), std::nullopt});
  }

  void compare(const std::string& path, const file::Key& left, const file::Key& right) {
    ++report_.objects;
    const bool are_tables = dataset::is_table(left) && dataset::is_table(right);
    if (class_text(left) != class_text(right)) {
      add(Contrast::class_name, path, class_text(left), class_text(right));
      if (!are_tables) return;
    }
    if (left.is_directory()) return;
    if (left.title != right.title && !are_tables) add(Contrast::title, path, left.title, right.title);
    detail::while_doing([&] { return fmt::format("'{}'", path); },
                        [&] {
                          if (are_tables) return compare_tables(path, left, right);
                          if (!options_.reads_values) return;
                          internal::compare_objects({left_.file.get(), left}, {right_.file.get(), right}, path,
                                                    options_, report_.contrasts);
                        });
  }

  std::shared_ptr<const dataset::Table> rows_of(const Side& side, const file::Key& key) const {
    if (tree::is_tree_class(key.class_name)) return dataset::table_of(side.file, side.file->tree(key));
    return dataset::table_of(side.file, side.file->ntuple(key));
  }

  void compare_tables(const std::string& path, const file::Key& left, const file::Key& right) {
    const auto ours = rows_of(left_, left);
    const auto theirs = rows_of(right_, right);
    report_.entries += std::min(ours->entries(), theirs->entries());
    internal::TableContrast(*ours, *theirs, session_.executor(), options_).run(path, report_.contrasts);
  }

  const dataset::Session& session_;
  Side left_;
  Side right_;
  const CompareOptions& options_;
  CompareReport report_;
};

std::string contrast_line(const FileContrast& one) {
  const std::string place =
      one.part.empty() ? fmt::format("'{}'", one.path) : fmt::format("'{}' {}", one.path, one.part);
  switch (one.kind) {
    case Contrast::only_left:
      return fmt::format("- {} '{}'", one.left, one.path);
    case Contrast::only_right:
      return fmt::format("+ {} '{}'", one.right, one.path);
    case Contrast::column:
      return one.right.empty() ? fmt::format("- column {}: {}", place, one.left)
                               : fmt::format("+ column {}: {}", place, one.right);
    case Contrast::not_compared:
      return fmt::format("? column {} was not compared: {}", place, one.left);
    case Contrast::values:
    case Contrast::class_name:
    case Contrast::title:
    case Contrast::type:
    case Contrast::entries:
    case Contrast::contents:
      break;
  }
  if (one.part == "...") return fmt::format("! values '{}': {} more members differ", one.path, one.count);
  const std::string where = one.entry ? fmt::format(" at {} ({} differ)", *one.entry, one.count) : std::string();
  return fmt::format("! {} {}{}: {} -> {}", to_string(one.kind), place, where, one.left, one.right);
}

}  // namespace

std::string_view to_string(Contrast contrast) noexcept {
  switch (contrast) {
    case Contrast::only_left:
      return "only left";
    case Contrast::only_right:
      return "only right";
    case Contrast::class_name:
      return "class";
    case Contrast::title:
      return "title";
    case Contrast::column:
      return "column";
    case Contrast::type:
      return "type";
    case Contrast::entries:
      return "entries";
    case Contrast::values:
      return "values";
    case Contrast::contents:
      return "contents";
    case Contrast::not_compared:
      break;
  }
  return "not compared";
}

CompareReport compare(const dataset::Session& session, const std::string& left, const std::string& right,
                      const CompareOptions& options) {
  return Comparison(session, open_side(session, left), open_side(session, right), options).run();
}

std::string to_text(const CompareReport& report) {
  std::string text;
  for (const FileContrast& one : report.contrasts) text += contrast_line(one) + "\n";
  return text;
}

}  // namespace ramet::inline v1::merge
