#include "ramet/merge/internal/formats/ntuple_format.hpp"

#include <cstring>

#include "ramet/core/error.hpp"
#include "ramet/file/key.hpp"
#include "ramet/ntuple/encode/plan/field_shape.hpp"
#include "ramet/schema/value_range.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

constexpr std::uint64_t largest_record = 0x7fffffff;  // sizes in keys are signed

/// Columns on their way into pages.
class NTupleJob final : public ClusterJob {
 public:
  NTupleJob(const ntuple::NTuplePlan& plan, const ntuple::PageOptions& options, std::span<const array::Array> columns,
            std::size_t first, std::size_t last)
      : plan_(plan), options_(options), rows_(plan, columns, first, last) {}

  std::size_t part_count() const noexcept override { return plan_.schema.columns.size(); }

  void encode(std::size_t part, Encoders& encoders, bytes::Buffer& out, EncodedPart& to,
              StageTimes* times) const override {
    const auto column = encoders.pages.encode(plan_, {part}, rows_, options_, out, times);
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

std::optional<ntuple::ColumnCoding> real_of(const tree::ColumnSpec& column) {
  if (column.packed_range.empty() || column.packed_range == "[]") return std::nullopt;
  const schema::ValueRange range = schema::parse_range(column.packed_range);
  if (range.factor == 0)
    return ntuple::ColumnCoding{ntuple::ColumnType::real32_trunc, static_cast<std::uint16_t>(9 + range.bits)};
  const double steps = range.factor * (range.maximum - range.minimum);
  std::uint16_t bits = 1;
  while (bits < 32 && static_cast<double>(std::uint64_t{1} << bits) < steps) ++bits;
  return ntuple::ColumnCoding{ntuple::ColumnType::real32_quant, bits, range.minimum, range.maximum};
}

std::vector<ntuple::FieldSpec> fields_of(const tree::TreeSchema& schema, std::size_t first) {
  std::vector<ntuple::FieldSpec> fields;
  for (std::size_t column = first; column < schema.columns.size(); ++column) {
    const tree::ColumnSpec& spec = schema.columns[column];
    fields.push_back({.name = spec.name, .type = spec.type, .real = real_of(spec), .type_name = spec.type_name});
    const bool is_double32 = spec.packed_range == "[]" && spec.type == array::Type::of(array::NumberType::float64);
    if (is_double32 && spec.type_name.empty()) fields.back().type_name = "Double32_t";
  }
  return fields;
}

std::vector<ntuple::ProjectionSpec> projections_of(const tree::TreeSchema& schema, std::size_t first) {
  std::vector<ntuple::ProjectionSpec> projections;
  for (std::size_t projection = first; projection < schema.projections.size(); ++projection) {
    const tree::ProjectionSpec& spec = schema.projections[projection];
    projections.push_back({.name = spec.name,
                           .source = spec.source,
                           .kind = spec.sizes ? ntuple::ProjectionKind::sizes : ntuple::ProjectionKind::values});
  }
  return projections;
}

}  // namespace

ntuple::NTupleSpec ntuple_spec_of(const tree::TreeSchema& schema) {
  return {schema.name, schema.title, fields_of(schema, 0), projections_of(schema, 0), schema.classes};
}

NTupleFormat::NTupleFormat(const file::RecordArea& area, TablePlace place, const tree::TreeSchema& schema,
                           const ntuple::PageOptions& options)
    : area_(area),
      place_(place),
      options_(options),
      models_{{ntuple::plan_ntuple(ntuple_spec_of(schema), options.compression.level > 0), nullptr}},
      newest_(&models_.back()),
      records_(area, std::move(place), models_.back().plan, options) {}

NTupleFormat::NTupleFormat(const file::RecordArea& area, TablePlace place,
                           std::shared_ptr<const ntuple::ContinuedNTuple> continued, const ntuple::PageOptions& options)
    : area_(area),
      place_(place),
      options_(options),
      models_{{continued->plan(), nullptr}},
      newest_(&models_.back()),
      records_(area, std::move(place), std::move(continued), options) {
  models_.back().plan.is_compressed = options.compression.level > 0;
}

tree::TreeSchema schema_of(const ntuple::NTuplePlan& plan) {
  tree::TreeSchema schema{plan.spec.name, plan.spec.description, {}};
  for (const ntuple::FieldSpec& field : plan.spec.fields)
    schema.columns.push_back({.name = field.name, .type = field.type});
  for (const ntuple::ProjectionSpec& projection : plan.spec.projections)
    schema.projections.push_back({.name = projection.name, .source = projection.source});
  return schema;
}

void NTupleFormat::extend(const tree::TreeSchema& schema) {
  const Model& now = models_.back();
  const ntuple::NTupleSpec& known = now.plan.spec;
  models_.push_back({ntuple::extend_plan(now.plan, fields_of(schema, known.fields.size()),
                                         projections_of(schema, known.projections.size())),
                     &now});
  newest_.store(&models_.back());
}

const ntuple::NTuplePlan& NTupleFormat::plan_of(std::size_t fields) const noexcept {
  const Model* model = newest_.load();
  while (model->older != nullptr && model->plan.spec.fields.size() > fields) model = model->older;
  return model->plan;
}

std::unique_ptr<const ClusterJob> NTupleFormat::begin(std::span<const array::Array> columns, std::size_t first,
                                                      std::size_t last, bool) const {
  return std::make_unique<NTupleJob>(plan_of(columns.size()), options_, columns, first, last);
}

std::size_t NTupleFormat::head_size(bool big) const { return file::key_length_of(blob_class, "", "", big); }

ClusterLimits NTupleFormat::limits() const noexcept {
  // All pages of a cluster are one record, of less than 2 GiB: an entry after the last but one takes at most 1 GiB of
  // it, what is before it 3/4 GiB. The rest is for marks of variants, which are larger in pages. A page may have a
  // checksum.
  constexpr std::uint64_t largest_entry = (std::uint64_t{1} << 30) - (std::uint64_t{1} << 20);
  constexpr std::uint64_t largest_cluster = std::uint64_t{3} << 28;
  const auto with_checksums = [page = std::uint64_t{options_.page_bytes}](std::uint64_t bytes) {
    return bytes * page / (page + sizeof(std::uint64_t));
  };
  return {with_checksums(largest_cluster), with_checksums(largest_entry)};
}

void NTupleFormat::place(std::span<std::byte> encoded, std::span<Piece> pieces, bool big, std::uint64_t address) const {
  if (encoded.size() > largest_record)
    fail(ErrorKind::misuse, "a cluster of {} bytes is larger than a record can be, {}: make smaller clusters",
         encoded.size(), largest_record);
  const bytes::Buffer head = blob_head(area_, place_, address, encoded.size(), big);
  std::memcpy(encoded.data(), head.data(), head.size());
  for (Piece& piece : pieces) piece.offset += address;
}

std::vector<schema::StreamerInfo> NTupleFormat::layouts() const {
  const ntuple::FieldClasses& classes = *newest_.load()->plan.classes;
  std::vector<schema::StreamerInfo> layouts = classes.infos;
  // Pairs and tuples are the format's own.
  std::erase_if(layouts, [](const schema::StreamerInfo& info) {
    return info.class_name.starts_with("pair<") || info.class_name.starts_with("tuple<");
  });
  return layouts;
}

void NTupleFormat::describe(file::FileWriter& file, std::span<const ClusterDescriptor> clusters) {
  records_.describe(file, models_.back().plan, clusters);
}

}  // namespace ramet::inline v1::merge::internal
