#include "ramet/merge/internal/objects/sparse_sum.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "ramet/core/error.hpp"
#include "ramet/hist/detail/cell_blocks.hpp"
#include "ramet/hist/figure_reader.hpp"
#include "ramet/merge/internal/objects/histogram_union.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/detail/stream_copy.hpp"

// The members are those of THnBase.h and THnSparse.h.

namespace ramet::inline v1::merge::internal {
namespace {

using bytes::ByteCursor;
using bytes::ByteWriter;
using schema::StreamerElement;

bool has_same_bins(const hist::SparseHistogramParts& left, const hist::SparseHistogramParts& right) {
  return std::ranges::equal(left.axes, right.axes, [](const hist::NamedAxis& one, const hist::NamedAxis& other) {
    return one.bins == other.bins && one.bin_labels == other.bin_labels;
  });
}

/// Replaces members of a sparse histogram while its record is copied. Threads: one thread.
class Replacing {
 public:
  Replacing(const hist::SparseHistogramParts& parts, std::size_t key_length) : parts_(parts), key_length_(key_length) {}

  void begin() { ++depth_; }
  void end() { --depth_; }

  bool replace(const StreamerElement& member, ByteCursor there, ByteWriter& to) {
    if (depth_ != 1) return false;  // an axis
    const hist::Moments& moments = parts_.moments;
    const std::string_view name = member.name;
    if (name == "fEntries") return to.write(moments.entries), true;
    if (name == "fTsumw") return to.write(moments.weights), true;
    if (name == "fTsumw2") return to.write(parts_.squares.empty() ? -1.0 : moments.squared_weights), true;
    if (name == "fTsumwx") return write_array(moments.weighted_values, to), true;
    if (name == "fTsumwx2") return write_array(moments.weighted_squares, to), true;
    if (name == "fFilledBins") return to.write(static_cast<std::int64_t>(parts_.contents.size())), true;
    if (name == "fChunkSize") cells_of_block_ = there.read<std::int32_t>();
    if (name != "fBinContent") return false;
    object::ObjectWriter writer(key_length_ + to.size());
    // A block has room for all its cells, also if a file says that it is a huge one.
    const auto most = std::max<std::size_t>(parts_.contents.size(), hist::default_cells_of_block);
    hist::write_cell_blocks(
        writer, parts_, parts_.class_name,
        static_cast<std::int32_t>(std::clamp<std::int64_t>(cells_of_block_, 1, std::int64_t(most))));
    to.append(writer.payload());
    return true;
  }

 private:
  static void write_array(std::span<const double> numbers, ByteWriter& to) {
    to.write(static_cast<std::uint32_t>(numbers.size()));
    for (const double number : numbers) to.write(number);
  }

  const hist::SparseHistogramParts& parts_;
  std::size_t key_length_;
  std::int32_t cells_of_block_ = hist::default_cells_of_block;
  int depth_ = 0;
};

}  // namespace

bool is_sparse_class(std::string_view class_name) noexcept { return class_name.starts_with("THnSparseT<"); }

bool SparseSum::add(const file::Record& record, object::Layouts layouts) {
  hist::FigureReader reader(layouts);
  const hist::Figure figure = reader.read(record.bytes.span(), record.key_length, class_name_);
  const hist::SparseHistogramParts& parts = std::get<hist::SparseHistogram>(figure).parts();
  if (!sum_) {
    sum_ = parts;
    sum_->bins.clear();
    sum_->contents.clear();
    sum_->squares.clear();
  } else {
    if (!has_same_bins(*sum_, parts)) return false;
    add_moments(sum_->moments, parts.moments);
  }
  add_cells(parts);
  return true;
}

bool SparseSum::fits() const noexcept { return !sum_ || hist::has_room_for(class_name_, sum_->contents); }

void SparseSum::add_cells(const hist::SparseHistogramParts& from) {
  const std::size_t axes = from.axes.size();
  const bool is_first_weighted = sum_->squares.empty() && !from.squares.empty();
  if (is_first_weighted)
    for (const double content : sum_->contents) sum_->squares.push_back(std::abs(content));
  const bool is_weighted = !sum_->squares.empty() || is_first_weighted;
  for (std::size_t cell = 0; cell < from.contents.size(); ++cell) {
    const auto bins = std::span(from.bins).subspan(cell * axes, axes);
    const auto [place, is_new] = cells_.try_emplace({bins.begin(), bins.end()}, sum_->contents.size());
    if (is_new) {
      sum_->bins.insert(sum_->bins.end(), bins.begin(), bins.end());
      sum_->contents.push_back(0);
      if (is_weighted) sum_->squares.push_back(0);
    }
    sum_->contents[place->second] += from.contents[cell];
    if (is_weighted)
      sum_->squares[place->second] += from.squares.empty() ? std::abs(from.contents[cell]) : from.squares[cell];
  }
}

bytes::Buffer SparseSum::payload(const file::Record& first, std::size_t key_length, object::Layouts layouts) const {
  Replacing replacing(*sum_, key_length);
  object::StreamCopy copy(first.bytes.span(), first.key_length, key_length, layouts);
  bytes::Buffer payload = copy.copy(class_name_, {[&](std::string_view, ByteCursor) { replacing.begin(); },
                                                  [&](std::string_view) { replacing.end(); },
                                                  [&](const StreamerElement& member, ByteCursor there, ByteWriter& to) {
                                                    return replacing.replace(member, there, to);
                                                  }});
  if (!copy.left_out().empty())
    detail::fail(ErrorKind::unsupported, "it has an object of class '{}', whose layout is unknown",
                 copy.left_out().front());
  return payload;
}

}  // namespace ramet::inline v1::merge::internal
