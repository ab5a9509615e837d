#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/strong_id.hpp"
#include "ramet/file/key.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/keys/boxed.hpp"
#include "ramet/merge/internal/keys/occurrence_file.hpp"
#include "ramet/merge/internal/keys/occurrences.hpp"
#include "ramet/merge/internal/keys/shared_name.hpp"
#include "ramet/merge/internal/schemas/known_trees.hpp"
#include "ramet/merge/internal/schemas/table_schema.hpp"
#include "ramet/merge/internal/schemas/tree_places.hpp"
#include "ramet/merge/merge.hpp"
#include "ramet/schedule/executor.hpp"

namespace ramet::inline v1::merge::internal {

/// A tree or ntuple in one input. Threads: a value.
struct TablePart {
  Occurrence occurrence;
  std::uint64_t entries = 0;
  std::uint64_t clusters = 0;
  std::uint64_t bytes = 0;  ///< as stored
  std::uint64_t uncompressed_bytes = 0;
  std::uint64_t baskets = 0;        ///< or pages
  std::uint64_t small_baskets = 0;  ///< of fewer than 16 kB
  std::uint32_t compression = 0;    ///< the setting in the file's header
  std::shared_ptr<const TableSchema> schema;
  std::shared_ptr<const TreePlaces> places = nullptr;  ///< of a small tree; may be null
  std::string index;     ///< of a TTreeIndex: the names of its numbers; empty if there is none
  std::string obstacle;  ///< why its baskets or pages cannot be moved; empty if they can
  std::optional<EntryRange> slice = std::nullopt;  ///< the entries that are merged, if these are not all

  EntryRange range() const noexcept { return slice ? *slice : EntryRange{{0}, {entries}}; }
  bool has(EntryNumber entry) const noexcept { return !slice || contains(*slice, entry); }
  /// Whether a table with so many entries can be the one that this part describes.
  bool is_of(std::uint64_t stored) const noexcept { return slice ? slice->last.number <= stored : stored == entries; }
};

/// The setting in the header of a file, or the default where it has an unknown one or one that is no longer written.
compression::Settings settings_of(std::uint32_t code);

/// Whether the entries of a part get other compression.
bool is_packed_anew_by(const MergeOptions& options, const TablePart& part) noexcept;

enum class ObjectKind : std::uint8_t { object, tree, ntuple };

struct EntryList;

/// An object that is stored as another class than it becomes: TH1F instead of TH1D. Threads: a value.
struct PromotedOccurrence {
  std::uint32_t input = 0;
  std::uint16_t cycle = 0;
  char letter = 'F';  ///< the last one of the stored class
};

/// What few objects have. Threads: a value.
struct SpecialObject {
  std::vector<TablePart> parts = {};              ///< of a table: its newest cycle in each input
  std::vector<PromotedOccurrence> promoted = {};  ///< of Rule::promote, in the order of the inputs
  /// Of entry lists that are joined: the entries of the output (objects/entry_lists.hpp).
  std::shared_ptr<const EntryList> entry_list = nullptr;
  std::string new_name = {};  ///< in the output, if it is another one there
};

/// The objects of one path and class in all inputs, in the order of the inputs, cycles ascending. There may be millions
/// of these. Threads: a value.
struct MergedObject {
  ObjectKind kind = ObjectKind::object;
  bool keeps_all = false;    ///< whether the objects cannot be joined, and a cycle for each is kept
  bool is_left = false;      ///< whether TableOptions do not change it, though they change one of its name
  std::uint32_t number = 0;  ///< in Catalogue::occurrence_file
  SharedName directory = {};
  std::string name = {};
  SharedName class_name = {};
  Occurrences occurrences = {};  ///< of an object; some may be in Catalogue::occurrence_file
  Boxed<SpecialObject> special = {};

  std::span<const TablePart> parts() const noexcept;
  std::span<const PromotedOccurrence> promoted() const noexcept;
  /// Null for an object that is no entry list.
  const EntryList* entry_list() const noexcept { return special.get() ? special.get()->entry_list.get() : nullptr; }
  bool has_new_name() const noexcept { return special.get() != nullptr && !special.get()->new_name.empty(); }

  const std::string& written_name() const noexcept { return has_new_name() ? special.get()->new_name : name; }
  std::string path() const { return directory.empty() ? written_name() : directory.text() + "/" + written_name(); }
  /// The path in the inputs.
  std::string stored_path() const { return directory.empty() ? name : directory.text() + "/" + name; }
  /// The class that an occurrence is stored as.
  std::string stored_class(const Occurrence& occurrence) const;
  /// The key of an occurrence, as far as reading needs it.
  file::Key key_of(const Occurrence& occurrence) const;
};

inline std::span<const TablePart> MergedObject::parts() const noexcept {
  if (special.get() == nullptr) return {};
  return special.get()->parts;
}

inline std::span<const PromotedOccurrence> MergedObject::promoted() const noexcept {
  if (special.get() == nullptr) return {};
  return special.get()->promoted;
}

/// The number of entries of a tree or ntuple.
std::uint64_t entries_in(const dataset::File& file, const std::string& path);

/// The format of a table.
inline write::Format format_of(const MergedObject& table) noexcept {
  return table.kind == ObjectKind::tree ? write::Format::ttree : write::Format::rntuple;
}

/// What is in the inputs. Threads: a value.
struct Catalogue {
  std::vector<std::string> directories;       ///< those before their subdirectories
  std::map<std::string, std::string> titles;  ///< of directories, in the first input; those whose title is no name
  std::deque<MergedObject> objects;           ///< in the order of their first occurrence
  std::set<std::string> ruled;                ///< classes in the inputs for which there is a rule
  std::vector<std::size_t> layouts;           ///< inputs with different records of streamer infos, the first of each
  std::uint64_t layout_bytes = 0;             ///< of the largest of these records
  std::shared_ptr<const OccurrenceFile> occurrence_file = nullptr;  ///< null if all are in memory
  std::vector<std::uint16_t> process_offsets;  ///< of each input: what raises its numbers of processes (TRef)
  std::uint64_t bytes = 0;                     ///< of all inputs
  std::uint32_t compression = 0;               ///< the setting of the first input
};

/// How an object is found and read.
Occurrence occurrence_of(std::size_t input, const file::Key& key);
/// Whether a key is a tree, an ntuple or another object.
ObjectKind kind_of(const file::Key& key);
/// The description of the tree or ntuple of a key. Throws as dataset::File::tree and ntuple. Threads: any.
TablePart table_of(std::size_t input, const dataset::File& file, const file::Key& key, KnownTrees& trees);

/// The occurrences of some objects: those in memory, or those that are read from the file. Threads: immutable; borrows
/// the objects.
class LoadedOccurrences {
 public:
  /// The numbers of the objects ascend. Throws Error(io).
  LoadedOccurrences(std::span<const MergedObject* const> objects, const OccurrenceFile* file);

  const Occurrences& of(std::size_t number) const noexcept {
    return loaded_.empty() ? objects_[number]->occurrences : loaded_[number];
  }

 private:
  std::span<const MergedObject* const> objects_;
  std::vector<Occurrences> loaded_;  // empty if all are in memory
};

/// Read the keys and tables of the inputs, several at a time. Inputs in `skipped` are left out, and objects that the
/// options do not want. With a folder, occurrences that take more than a share of MergeOptions::max_memory are kept in
/// files there. Throws BadInput, Error(cancelled), Error(io).
Catalogue read_catalogue(const Inputs& inputs, const std::vector<bool>& skipped, schedule::Executor& executor,
                         const MergeOptions& options,
                         const std::optional<std::filesystem::path>& folder = std::nullopt);

}  // namespace ramet::inline v1::merge::internal
