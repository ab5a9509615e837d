#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ramet/compression/codec.hpp"
#include "ramet/core/progress.hpp"
#include "ramet/core/stop.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/file/file_writer.hpp"

// Places are "FILE:path", as "run7.root:dir/h*": each part of a path is a name or a pattern (*, ?, [...]), the last one
// may have a cycle, "h;2", or ";*" for all.

namespace ramet::inline v1::merge {

/// What to do when there is an object of that name at the target.
enum class OnTaken {
  new_cycle,  ///< add a cycle, as ROOT does
  replace,    ///< remove it
  fail,       ///< throw Error(misuse)
};

/// Options of the functions below. Threads: a value.
struct KeyOptions {
  bool recursive = false;  ///< take directories, with all that is in them
  OnTaken on_taken = OnTaken::new_cycle;
  bool recreate = false;  ///< make the target file anew, whatever is in it
  bool parents = false;   ///< make_directories: make those above, too, and do not mind one that exists
  std::optional<compression::Settings> compression = std::nullopt;  ///< of a new file; by default the first source's
  bool reproducible = false;                                        ///< fixed dates and UUIDs
  bool overwrite_leftovers = false;  ///< also update a file whose last writer died (file::OnLeftovers)
  file::Durability durability = file::Durability::process;  ///< the target of a move to another file has `device`
  StopToken stop = {};
  ProgressSink* progress = nullptr;  ///< is told the bytes of tables that are copied
};

/// A key that was copied, moved, removed or made. Threads: a value.
struct EditedKey {
  std::string from;  ///< "run7.root:dir/h;2"; empty for a directory that was made
  std::string to;    ///< likewise; empty for one that was removed
  std::string class_name;
};

/// Copy keys of files into a file, which is made if it does not exist. The last part of the target is a new name if
/// there is one source, and no directory of that name; otherwise it is the directory of the copies. Trees and ntuples
/// are copied with their baskets and pages as stored, records of other objects byte by byte, so their classes need not
/// be known; the target gets the layouts of the source's classes. The newest cycle is copied, if none is named. An
/// existing target file stays as it was until all is copied. Returns what was copied. Throws Error(not_found),
/// Error(misuse) for a directory without `recursive`, also one that a pattern matches, for a copy onto or into itself,
/// and for a target that is being written; Error(unsupported) when a class has another layout in the target, and for
/// references between objects (TRef) of another process than those in the target; Error(corrupt), Error(io),
/// Error(cancelled).
std::vector<EditedKey> copy_keys(const dataset::Session& session, const std::vector<std::string>& sources,
                                 const std::string& target, const KeyOptions& options = {});

/// Move keys, with all cycles if none is named. In one file, the baskets and pages of tables stay where they are, and
/// one commit does it; between files, the sources are removed when the target is complete: whenever the process dies,
/// nothing is lost. Throws as copy_keys.
std::vector<EditedKey> move_keys(const dataset::Session& session, const std::vector<std::string>& sources,
                                 const std::string& target, const KeyOptions& options = {});

/// Remove keys, with all cycles if none is named; the space of their records, baskets and pages becomes free. Each file
/// is changed by one commit. Throws as copy_keys.
std::vector<EditedKey> remove_keys(const dataset::Session& session, const std::vector<std::string>& places,
                                   const KeyOptions& options = {});

/// Make directories; a file that does not exist is made, too. Throws Error(misuse) for one that exists, and
/// Error(not_found) when the one above does not, both without `parents`; Error(io).
std::vector<EditedKey> make_directories(const dataset::Session& session, const std::vector<std::string>& places,
                                        const KeyOptions& options = {});

}  // namespace ramet::inline v1::merge
