#pragma once

#include <memory>
#include <string_view>

#include "ramet/hist/figures/graph.hpp"
#include "ramet/hist/figures/histogram_stack.hpp"
#include "ramet/hist/internal/stored/binned_reader.hpp"

namespace ramet::inline v1::hist::internal {

struct GraphFields;
struct GroupFields;

/// Reads TGraph, TGraph2D and derived classes, and TMultiGraph and THStack, which contain several. Threads: one thread.
class GraphReader {
 public:
  /// Borrows the other readers.
  GraphReader(BinnedReader& histograms, FunctionReader& functions);
  ~GraphReader();
  GraphReader(const GraphReader&) = delete;
  GraphReader& operator=(const GraphReader&) = delete;

  /// The reader must be at the version head, as for all members below. Throws Error(corrupt), Error(unsupported).
  Graph read(object::ObjectReader& reader, std::string_view class_name);
  MultiGraph read_multi_graph(object::ObjectReader& reader, std::string_view class_name);
  HistogramStack read_stack(object::ObjectReader& reader, std::string_view class_name);

 private:
  GroupFields read_group(object::ObjectReader& reader, std::string_view class_name);

  BinnedReader& histograms_;
  FunctionReader& functions_;
  std::unique_ptr<object::MemberPlans<GraphFields>> graphs_;
  std::unique_ptr<object::MemberPlans<GroupFields>> groups_;
};

/// Read the object of a pointer: calls `read` with its tag, at its version head; does nothing for a null pointer.
void read_pointed_to(object::ObjectReader& reader, FunctionRef<void(const object::ObjectTag&)> read);
/// The same for a tag that was read before; the object may be elsewhere in the record.
void read_tagged(object::ObjectReader& reader, const object::ObjectTag& tag,
                 FunctionRef<void(const object::ObjectTag&)> read);

}  // namespace ramet::inline v1::hist::internal
