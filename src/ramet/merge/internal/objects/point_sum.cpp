#include "ramet/merge/internal/objects/point_sum.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/stream_copy.hpp"

// TGraph.h: | ... | fNpoints 4 | fX: 1, 8 each | fY: 1, 8 each | ... |; its derived classes have errors likewise.
// Once points are added, the histogram that a graph was drawn with does not fit any more: a bit of its TObject tells
// readers to make a new one (TGraph::SetPoint).

namespace ramet::inline v1::merge::internal {
namespace {

namespace code = schema::type_code;
using bytes::ByteCursor;
using bytes::ByteWriter;
using schema::StreamerElement;

constexpr std::string_view counter = "fNpoints";
constexpr std::uint32_t resets_histogram = std::uint32_t{1} << 17;  // TGraph::kResetHisto

/// The points in other coordinates, which TGraphPolar computes when it needs them and there are none.
bool is_computed(const StreamerElement& member) noexcept { return member.name == "fXpol" || member.name == "fYpol"; }

bool is_array_of_points(const StreamerElement& member) noexcept {
  return member.count_name == counter && member.type == code::counted_array + code::double_;
}

/// Walks or copies the record of one graph, without the objects in it. Threads: one thread.
class GraphCopy {
 public:
  using Replace = FunctionRef<bool(const StreamerElement&, ByteCursor, ByteWriter&)>;

  static bytes::Buffer run(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                           std::size_t key_length, Replace replace) {
    int depth = 0;
    object::StreamCopy copy(record.bytes.span(), record.key_length, key_length, layouts);
    bytes::Buffer payload =
        copy.copy(class_name, {[&](std::string_view, ByteCursor) { ++depth; }, [&](std::string_view) { --depth; },
                               [&](const StreamerElement& member, ByteCursor there, ByteWriter& to) {
                                 return depth == 1 && replace(member, there, to);
                               }});
    if (!copy.left_out().empty())
      detail::fail(ErrorKind::unsupported, "it has an object of class '{}', whose layout is unknown",
                   copy.left_out().front());
    return payload;
  }
};

/// Write a TNamed with a bit of its TObject set: | head | version 2 | unique number 4 | bits 4 | ... |. Returns false
/// if it has no byte count.
bool write_with_bit(std::uint32_t bit, ByteCursor there, ByteWriter& to) {
  ByteCursor cursor = there;
  const schema::VersionHeader named = schema::read_version(cursor);
  if (!named.has_end()) return false;
  schema::read_version(cursor);
  cursor.skip(sizeof(std::uint32_t));
  to.append(there.take(static_cast<std::size_t>(cursor.position() - named.begin)));
  to.write(cursor.read<std::uint32_t>() | bit);
  to.append(cursor.take(static_cast<std::size_t>(named.end - cursor.position())));
  return true;
}

}  // namespace

bool is_graph_class(std::string_view class_name) noexcept {
  constexpr std::array<std::string_view, 5> classes = {"TGraph", "TGraphErrors", "TGraphAsymmErrors",
                                                       "TGraphBentErrors", "TGraphPolar"};
  return std::ranges::find(classes, class_name) != classes.end();
}

void PointSum::add(file::Record record, object::Layouts layouts) {
  std::int32_t count = 0;
  GraphCopy::run(record, class_name_, layouts, record.key_length,
                 [&](const StreamerElement& member, ByteCursor there, ByteWriter&) {
                   if (member.name == counter) count = there.read<std::int32_t>();
                   if (member.name == "fHistogram" && first_.bytes.empty())
                     has_histogram_ = there.read<std::uint32_t>() != 0;
                   if (!is_array_of_points(member) || is_computed(member)) return false;
                   bytes::Buffer& to = arrays_[member.name];
                   if (there.read<std::uint8_t>() != 0)
                     to.append(there.take(static_cast<std::size_t>(std::max(count, 0)) * sizeof(double)));
                   return false;
                 });
  count_ += std::max(count, 0);
  has_more_ = has_more_ || (!first_.bytes.empty() && count > 0);
  for (const auto& [name, values] : arrays_)
    if (values.size() != static_cast<std::size_t>(count_) * sizeof(double))
      detail::fail(ErrorKind::unsupported, "member '{}' of a {} has {} bytes for {} points", name, class_name_,
                   values.size(), count_);
  if (!first_.bytes.empty()) return;
  first_ = std::move(record);
  layouts_ = layouts;
}

bytes::Buffer PointSum::payload(std::size_t key_length) const {
  if (count_ > std::numeric_limits<std::int32_t>::max())
    detail::fail(ErrorKind::unsupported, "a graph would have {} points", count_);
  return GraphCopy::run(first_, class_name_, layouts_, key_length,
                        [&](const StreamerElement& member, ByteCursor there, ByteWriter& to) {
                          if (member.name == counter) return to.write(static_cast<std::int32_t>(count_)), true;
                          if (member.name == "TNamed" && has_histogram_ && has_more_)
                            return write_with_bit(resets_histogram, there, to);
                          if (is_computed(member) && has_more_) return to.write(std::uint8_t{0}), true;
                          const auto values = arrays_.find(member.name);
                          if (!is_array_of_points(member) || values == arrays_.end()) return false;
                          to.write(static_cast<std::uint8_t>(count_ == 0 ? 0 : 1));
                          to.append(values->second.span());
                          return true;
                        });
}

}  // namespace ramet::inline v1::merge::internal
