#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "ramet/core/mutex.hpp"
#include "ramet/expr/language.hpp"
#include "ramet/frame/internal/graph/definition.hpp"
#include "ramet/frame/source.hpp"
#include "ramet/frame/sources/samples.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::frame::internal {

struct Booking;
struct Node;

/// The type in expressions of a column of an ntuple's characters, or of lists of them, which are unsigned in the file
/// and signed in C++; nothing for other columns.
std::optional<array::Type> type_of_characters(const dataset::Column& column);

/// What all nodes of a frame share. Threads: const-safe; the lists are guarded.
class Root {
 public:
  /// Throws Error(misuse) for another number of samples than there are files.
  Root(Source source, schedule::Executor& executor, std::vector<Sample> samples, expr::Language language,
       std::uint64_t seed, std::vector<std::string> random_key, std::shared_ptr<const void> owner,
       std::string origin = {});

  const Source& source() const noexcept { return source_; }
  schedule::Executor& executor() const noexcept { return executor_; }
  /// The samples, in order of entries; each is of one file. Opens files whose number of entries is not known.
  std::vector<Sample> samples(const ReadOptions& options) const;
  expr::Language language() const noexcept { return language_; }
  std::uint64_t seed() const noexcept { return seed_; }
  /// How another process makes the same source, as JSON; empty if it cannot.
  const std::string& origin() const noexcept { return origin_; }
  /// What the executor and the source need.
  const std::shared_ptr<const void>& owner() const noexcept { return owner_; }
  const std::vector<std::string>& random_key() const noexcept { return random_key_; }

  /// The column of the source; null if there is none.
  DefinitionPointer column(std::string_view name) const;
  /// The same, but entries may lack it, and `missing` says what becomes of them.
  std::shared_ptr<Definition> column_that_may_miss(std::string_view name, Definition::Missing missing) const;
  /// The names of the columns that can be read.
  std::vector<std::string> column_names() const;

  /// Held while results are computed: one run at a time.
  Mutex& running() const noexcept { return running_; }

  /// A thread that works on a task of a run: what it calls must not wait for another run. Threads: one thread.
  class Working {
   public:
    explicit Working(const Root& root);
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;
    ~Working();

   private:
    const Root& root_;
  };
  /// Whether this thread works on a task.
  bool is_working() const;

  void add_filter(const std::shared_ptr<const Node>& node) const;
  void add_booking(const std::shared_ptr<Booking>& booking) const;
  /// The filters that still exist, in the order in which they were made.
  std::vector<std::shared_ptr<const Node>> filters() const;
  /// The bookings that somebody still holds, in the order in which they were made.
  std::vector<std::shared_ptr<Booking>> bookings() const;

 private:
  DefinitionPointer find_column(std::string_view name) const;
  void take_objects(Definition& group) const;
  DefinitionPointer values_of_column(std::string_view name) const;

  Source source_;
  schedule::Executor& executor_;
  std::vector<Sample> samples_;  // of each file, or none
  expr::Language language_;
  std::uint64_t seed_;
  std::vector<std::string> random_key_;
  std::string origin_;
  std::shared_ptr<const void> owner_;  // of the executor and what the source needs
  mutable Mutex running_;
  mutable Mutex mutex_;
  mutable std::map<std::string, DefinitionPointer, std::less<>> columns_ RAMET_GUARDED_BY(mutex_);
  mutable std::vector<std::weak_ptr<const Node>> filters_ RAMET_GUARDED_BY(mutex_);
  mutable std::vector<std::weak_ptr<Booking>> bookings_ RAMET_GUARDED_BY(mutex_);
  mutable std::vector<std::thread::id> working_ RAMET_GUARDED_BY(mutex_);
};

/// Entries first, first + step, ... below `last` of those that reach it; 0 is no end. Threads: a value.
struct RangeStep {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t step = 1;

  bool has_end() const noexcept { return last != 0; }
  bool keeps(std::uint64_t number) const noexcept {
    return number >= first && (!has_end() || number < last) && (number - first) % step == 0;
  }
  /// How many of the first `count` it keeps.
  std::uint64_t kept_of(std::uint64_t count) const noexcept {
    const std::uint64_t end = has_end() && last < count ? last : count;
    return end <= first ? 0 : (end - first + step - 1) / step;
  }
};

/// A verb of a frame, after those of its parent. Threads: immutable.
struct Node {
  enum class Kind : std::uint8_t { root, names, filter, range };
  struct Name {
    DefinitionPointer definition;
    bool is_alias = false;
    std::string of = {};  ///< what it is another name of, also when that is redefined
  };

  Kind kind = Kind::root;
  std::shared_ptr<const Node> parent = {};
  std::shared_ptr<const Root> root = {};
  std::map<std::string, Name, std::less<>> names = {};  ///< that mean something from here on
  DefinitionPointer passes = {};                        ///< of a filter
  std::string filter_name = {};
  RangeStep range = {};
  /// The variations under which other entries come here.
  VariationNames varies_with = {};

  /// What the name was made to mean by a verb; null if none did.
  const Name* find(std::string_view name) const noexcept {
    for (const Node* node = this; node != nullptr; node = node->parent.get())
      if (const auto found = node->names.find(name); found != node->names.end()) return &found->second;
    return nullptr;
  }
};

/// The nearest node at or above this one that chooses entries, or the root.
const Node& selecting(const Node& node) noexcept;

/// What a name means at a node: the name of a verb or of the source, "#x" for the sizes of the lists x, "x.y" for a
/// member. Null if there is none.
DefinitionPointer find_name(const Node& node, std::string_view name);
/// What a name means, if it is a column of the source whose values may be missing: an option. Null otherwise.
DefinitionPointer find_option(const Node& node, std::string_view name);
/// What a name means for a result: the values are numbers, strings and lists. Throws Error(not_found), with similar
/// names.
DefinitionPointer named_values(const Node& node, std::string_view name);
/// An expression, whose names mean what they mean at a node. Its random numbers are those of the stream. Throws as
/// ProgramBuilder::expression.
DefinitionPointer make_expression(const Node& node, const std::string& name, const std::string& text,
                                  expr::Language language, const std::string& stream);
/// The stream of a column that is defined at a node: its name, and if it is redefined, how often.
std::string stream_of(const Node& node, const std::string& name);
/// The types of the values that a variation gives its columns, whose lists are an expression at the node. Throws
/// Error(misuse) for what is no list of so many values.
std::vector<array::Type> varied_types(const Node& node, const Variation& variation);
/// The names that there are at a node.
std::vector<std::string> known_names(const Node& node);

}  // namespace ramet::inline v1::frame::internal
