#pragma once

#include <string>
#include <vector>

#include "ramet/merge/internal/catalogue.hpp"
#include "ramet/merge/internal/differences.hpp"
#include "ramet/merge/internal/inputs.hpp"
#include "ramet/merge/internal/output.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::merge::internal {

/// Whether objects of two layouts are the same bytes, whatever their checksums and comments.
bool is_stored_alike(const schema::StreamerInfo& left, const schema::StreamerInfo& right);

/// The layouts of classes of all inputs, each once. Reports a class that has two layouts of one version. Threads: one
/// thread.
class LayoutUnion {
 public:
  /// Read those of the inputs that have different ones. Throws BadInput.
  LayoutUnion(const Inputs& inputs, const Catalogue& catalogue, Differences& differences);

  /// Write them: the record of the first input as it is, if it has all. Throws Error(io).
  void write(Output& output) const;

 private:
  file::Record first_;
  std::size_t first_input_ = 0;
  std::vector<schema::StreamerInfo> infos_;
  bool is_complete_ = true;  // the first record has all
};

}  // namespace ramet::inline v1::merge::internal
