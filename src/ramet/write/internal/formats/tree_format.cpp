#include "ramet/write/internal/formats/tree_format.hpp"

#include <algorithm>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::write::internal {
namespace {

/// The entries of a cluster, to be encoded as baskets.
class TreeJob final : public ClusterJob {
 public:
  TreeJob(const tree::BasketFrame& frame, std::span<const tree::BranchPlan> branches,
          std::span<const array::Array> columns, std::size_t first, std::size_t last)
      : frame_(frame), branches_(branches), columns_(columns), first_(first), last_(last) {}

  std::size_t part_count() const noexcept override { return branches_.size(); }

  void encode(std::size_t part, Encoders& encoders, bytes::Buffer& out, EncodedPart& to,
              StageTrace trace) const override {
    std::vector<tree::EncodedBasket> baskets;
    tree::BranchMaximum maximum;
    tree::BasketFrame frame = frame_;
    frame.compression = branches_[part].compression.value_or(frame.compression);
    encoders.baskets.encode(frame, branches_[part], columns_, first_, last_, out, baskets, maximum, trace);
    for (const tree::EncodedBasket& basket : baskets)
      to.pieces.push_back({basket.entries, basket.record_size, basket.plain_size, basket.offset});
    to.number = maximum.value;
  }

 private:
  tree::BasketFrame frame_;
  std::span<const tree::BranchPlan> branches_;
  std::span<const array::Array> columns_;
  std::size_t first_;
  std::size_t last_;
};

}  // namespace

TreeFormat::TreeFormat(const file::RecordArea& area, TablePlace place, const table::Schema& schema,
                       std::uint32_t basket_size, compression::Settings compression)
    : area_(area),
      place_(std::move(place)),
      schema_(schema),
      basket_size_(basket_size),
      compression_(compression),
      branches_(tree::plan_branches(schema)) {
  if (schema.name.empty()) detail::fail(ErrorKind::misuse, "a tree has no name");
  if (!schema.projections.empty())
    detail::fail(ErrorKind::misuse, "column '{}' is a projection, which only ntuples support",
                 schema.projections.front().name);
}

void TreeFormat::extend(const table::Schema& schema) {
  detail::fail(ErrorKind::misuse, "'{}' is a tree: columns can only be added to ntuples", schema.name);
}

TreeFormat::TreeFormat(const file::RecordArea& area, TablePlace place,
                       std::shared_ptr<const tree::ContinuedTree> continued, std::uint32_t basket_size,
                       compression::Settings compression)
    : area_(area),
      place_(std::move(place)),
      schema_(continued->schema()),
      basket_size_(basket_size),
      compression_(compression),
      branches_(continued->branches()),
      is_described_(true),
      continued_(std::move(continued)) {}

void TreeFormat::check(OffsetsOf offsets_of, std::size_t first, std::size_t last) const {
  const auto& specs = schema_.columns;
  for (const tree::BranchPlan& branch : branches_) {
    if (!branch.is_counter || branch.element) continue;
    const auto counts = offsets_of(branch.column);
    for (const std::size_t other : branch.counted_columns) {
      const auto offsets = offsets_of(other);
      for (std::size_t row = first; row < last && other != branch.column; ++row)
        if (offsets[row + 1] - offsets[row] != counts[row + 1] - counts[row])
          detail::fail(ErrorKind::misuse,
                       "columns '{}' and '{}' share the counter '{}', but an entry has {} and {} values",
                       specs[branch.column].name, specs[other].name, branch.name, counts[row + 1] - counts[row],
                       offsets[row + 1] - offsets[row]);
    }
  }
}

tree::BasketFrame TreeFormat::frame(bool big) const {
  return {.tree_name = schema_.name,
          .date = area_.date(),
          .seek_directory = place_.seek,
          .big = big,
          .basket_size = basket_size_,
          .compression = compression_};
}

std::unique_ptr<const ClusterJob> TreeFormat::begin(std::span<const array::Array> columns, std::size_t first,
                                                    std::size_t last, bool big) const {
  return std::make_unique<TreeJob>(frame(big), branches_, columns, first, last);
}

void TreeFormat::place(std::span<std::byte> encoded, std::span<table::Piece> pieces, bool big,
                       std::uint64_t address) const {
  std::vector<tree::EncodedBasket> baskets;
  for (const table::Piece& piece : pieces)
    baskets.push_back({piece.elements, piece.stored_size, piece.plain_size, piece.offset});
  tree::place_baskets(encoded, baskets, big, address);
  for (table::Piece& piece : pieces) piece.offset += address;
}

tree::TreeContents TreeFormat::contents_of(std::span<const table::ClusterDescriptor> clusters) const {
  tree::TreeContents contents;
  contents.branches.resize(branches_.size());
  for (const table::ClusterDescriptor& cluster : clusters) {
    contents.entries += cluster.entries;
    contents.cluster_sizes.push_back(cluster.entries);
    auto piece = cluster.pieces.begin();
    for (std::size_t branch = 0; branch < branches_.size(); ++branch) {
      tree::BranchContents& into = contents.branches[branch];
      for (std::uint32_t i = 0; i < cluster.pieces_of_part[branch]; ++i, ++piece)
        into.baskets.push_back({piece->elements, piece->stored_size, piece->plain_size, piece->offset});
      into.maximum.value = std::max(into.maximum.value, cluster.part_numbers[branch]);
    }
  }
  return contents;
}

void TreeFormat::write_embedded(file::FileWriter& file) {
  if (!embedded_.empty()) return;
  std::vector<std::vector<tree::EncodedBasket>> baskets(branches_.size());
  if (continued_->has_embedded()) {
    for (bool big = area_.needs_big_keys(0);; big = true) {
      tree::BasketEncoder encoder;
      bytes::Buffer encoded;
      for (std::size_t branch = 0; branch < branches_.size(); ++branch) {
        baskets[branch].clear();
        continued_->encode_embedded(branch, frame(big), encoder, encoded, baskets[branch]);
      }
      const io::Extent extent = area_.take_extent(encoded.size());
      if (!big && !file::RecordArea::fits_small_keys(extent)) {
        file.abandon_extent(extent);
        continue;
      }
      for (auto& of_branch : baskets) tree::place_baskets(encoded.span(), of_branch, big, extent.offset);
      try {
        area_.sink().write_at(extent.offset, encoded.span());
      } catch (...) {
        file.abandon_extent(extent);
        throw;
      }
      break;
    }
  }
  embedded_ = std::move(baskets);
}

void TreeFormat::describe(file::FileWriter& file, std::span<const table::ClusterDescriptor> clusters) {
  const tree::TreeContents now = contents_of(clusters);
  if (continued_) write_embedded(file);
  const std::string& title = schema_.title.empty() && !continued_ ? schema_.name : schema_.title;
  file.put(
      place_.directory, continued_ ? continued_->class_name() : "TTree", schema_.name, title,
      [&](std::uint16_t key_length) {
        if (continued_) return continued_->encode(embedded_, now, key_length);
        return tree::encode_tree(schema_, branches_, now, basket_size_, compression_, key_length);
      },
      is_described_ ? file::FileWriter::OnConflict::replace : place_.if_taken);
  is_described_ = true;
}

}  // namespace ramet::inline v1::write::internal
