#include "ramet/write/internal/formats/ntuple_format.hpp"

#include <cstring>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/ntuple/detail/field_shape.hpp"
#include "ramet/ntuple/detail/records/blob_record.hpp"

namespace ramet::inline v1::write::internal {
namespace {

/// The entries of a cluster, to be encoded as pages.
class NTupleJob final : public ClusterJob {
 public:
  NTupleJob(const ntuple::NTuplePlan& plan, const ntuple::PageOptions& options, std::span<const array::Array> columns,
            std::size_t first, std::size_t last)
      : plan_(plan), options_(options), rows_(plan, columns, first, last) {}

  std::size_t part_count() const noexcept override { return plan_.schema.columns.size(); }

  void encode(std::size_t part, Encoders& encoders, bytes::Buffer& out, EncodedPart& to,
              StageTrace trace) const override {
    const auto column = encoders.pages.encode(plan_, {part}, rows_, options_, out, trace);
    const ntuple::ColumnCoding& coding = plan_.schema.columns[part].coding;
    for (const ntuple::EncodedPage& page : column.pages)
      to.pieces.push_back(
          {page.elements, page.size, static_cast<std::uint32_t>(coding.page_size(page.elements)), page.offset});
    to.number = column.elements;
  }

 private:
  const ntuple::NTuplePlan& plan_;
  const ntuple::PageOptions& options_;
  ntuple::ClusterRows rows_;
};

/// The items of `all` after the first `known` ones.
template <class Item>
std::vector<Item> added_to(const std::vector<Item>& known, const std::vector<Item>& all) {
  return {all.begin() + static_cast<std::ptrdiff_t>(known.size()), all.end()};
}

}  // namespace

NTupleFormat::NTupleFormat(const file::RecordArea& area, TablePlace place, const table::Schema& schema,
                           const ntuple::PageOptions& options)
    : area_(area),
      place_(std::move(place)),
      options_(options),
      models_{{ntuple::plan_ntuple(schema, options.compression.level > 0), nullptr}},
      newest_(&models_.back()),
      records_({place_.directory, place_.seek, place_.if_taken}, models_.back().plan, options) {}

NTupleFormat::NTupleFormat(const file::RecordArea& area, TablePlace place,
                           std::shared_ptr<const ntuple::ContinuedNTuple> continued, const ntuple::PageOptions& options)
    : area_(area),
      place_(std::move(place)),
      options_(options),
      models_{{continued->plan(), nullptr}},
      newest_(&models_.back()),
      records_({place_.directory, place_.seek, place_.if_taken}, std::move(continued), options) {
  models_.back().plan.is_compressed = options.compression.level > 0;
}

void NTupleFormat::extend(const table::Schema& schema) {
  const Model& now = models_.back();
  const table::Schema& known = now.plan.table;
  models_.push_back({ntuple::extend_plan(now.plan, added_to(known.columns, schema.columns),
                                         added_to(known.projections, schema.projections)),
                     &now});
  newest_.store(&models_.back());
}

const ntuple::NTuplePlan& NTupleFormat::plan_of(std::size_t fields) const noexcept {
  const Model* model = newest_.load();
  while (model->older != nullptr && model->plan.table.columns.size() > fields) model = model->older;
  return model->plan;
}

std::unique_ptr<const ClusterJob> NTupleFormat::begin(std::span<const array::Array> columns, std::size_t first,
                                                      std::size_t last, bool) const {
  return std::make_unique<NTupleJob>(plan_of(columns.size()), options_, columns, first, last);
}

std::size_t NTupleFormat::head_size(bool big) const { return ntuple::blob_head_size(big); }

ClusterLimits NTupleFormat::limits() const noexcept {
  // All pages of a cluster are one record of less than 2 GiB. The last entry of a cluster has at most 1 GiB, the
  // entries before it 3/4 GiB; the rest is for variants' tags, which are larger in pages, and checksums.
  constexpr std::uint64_t largest_entry = (std::uint64_t{1} << 30) - (std::uint64_t{1} << 20);
  constexpr std::uint64_t largest_cluster = std::uint64_t{3} << 28;
  const auto with_checksums = [page = std::uint64_t{options_.page_bytes}](std::uint64_t bytes) {
    return bytes * page / (page + sizeof(std::uint64_t));
  };
  return {with_checksums(largest_cluster), with_checksums(largest_entry)};
}

void NTupleFormat::place(std::span<std::byte> encoded, std::span<table::Piece> pieces, bool big,
                         std::uint64_t address) const {
  if (encoded.size() > file::largest_record_size)
    detail::fail(ErrorKind::misuse, "a cluster has {} bytes, the largest possible record {}: make smaller clusters",
                 encoded.size(), file::largest_record_size);
  const bytes::Buffer head = ntuple::blob_head(area_.date(), place_.seek, {address, encoded.size()}, big);
  std::memcpy(encoded.data(), head.data(), head.size());
  for (table::Piece& piece : pieces) piece.offset += address;
}

std::vector<schema::StreamerInfo> NTupleFormat::layouts() const {
  const ntuple::FieldClasses& classes = *newest_.load()->plan.classes;
  std::vector<schema::StreamerInfo> layouts = classes.infos;
  // Pairs and tuples need no description.
  std::erase_if(layouts, [](const schema::StreamerInfo& info) {
    return info.class_name.starts_with("pair<") || info.class_name.starts_with("tuple<");
  });
  return layouts;
}

void NTupleFormat::describe(file::FileWriter& file, std::span<const table::ClusterDescriptor> clusters) {
  records_.describe(file, models_.back().plan, clusters);
}

}  // namespace ramet::inline v1::write::internal
