#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "ramet/compression/settings.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::tune {

/// How tables are written: what `tune` finds, and files of JSON keep: {"ramet_profile": 1, "compression": "zstd:5",
/// "columns": {"Muon_pt": "lz4:4"}, "cluster_bytes": 16777216}. Other members are for people. Threads: a value.
struct Profile {
  compression::Settings compression = {};                     ///< of columns that are not named
  std::map<std::string, compression::Settings> columns = {};  ///< by name
  std::uint64_t cluster_bytes = 0;                            ///< 0: the writer's default

  /// Read a profile's text. Throws Error(corrupt) with what is wrong in it, Error(unsupported) for a later version.
  static Profile parse(std::string_view json);
  /// Read a file. Throws as parse, naming it, and Error(file_missing), Error(io).
  static Profile read(const std::filesystem::path& path);
  /// The text that `parse` takes, in lines.
  std::string to_json() const;

  /// Set the compression of the columns that the profile names, the table's, and the size of its clusters. Names that
  /// the schema does not have are ignored.
  void apply(table::Schema& schema, write::TableOptions& options) const;

  bool operator==(const Profile&) const = default;
};

}  // namespace ramet::inline v1::tune
