#include "ramet/hist/internal/stored/many_axes_reader.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/detail/cell_blocks.hpp"
#include "ramet/hist/internal/stored/class_family.hpp"
#include "ramet/hist/internal/stored/containers.hpp"

// Member names and the packing of bin numbers are those of THnBase.h, THn.h, TNDArray.h, THnSparse.h and THnSparse.cxx.

namespace ramet::inline v1::hist::internal {

using object::ObjectReader;
using object::ObjectTag;
using object::VersionHeader;
using schema::Fundamental;

/// The common fields of THn and THnSparse. Threads: a value; it borrows the reader.
struct ManyAxesFields {
  AxisReader* axis_reader = nullptr;
  std::string name;
  std::string title;
  double entries = 0, weights = 0, squared_weights = 0;
  std::vector<double> weighted_values, weighted_squares;
  std::vector<AxisFields> axes;

  void read_axes(ObjectReader& reader) {
    reader.for_each_in_array([&](const ObjectTag& tag) {
      if (tag.kind == ObjectTag::Kind::object) axes.push_back(axis_reader->read(reader));
    });
  }
};

/// The fields that are read of a THn. Threads: a value; it borrows the reader.
struct DenseFields : ManyAxesFields {
  Fundamental content_type = Fundamental::double_;
  std::vector<double> contents;
  std::vector<double> squares;

  void read_contents(ObjectReader& reader) { contents = read_array(reader, content_type); }
  void read_squares(ObjectReader& reader) { squares = read_array(reader, Fundamental::double_); }

  /// A TNDArrayT:
  ///   | head | TNDArray | std::vector |          or, in version 1,    | head | TNDArray | count 4 | 1 | numbers |
  static std::vector<double> read_array(ObjectReader& reader, Fundamental type) {
    const VersionHeader header = reader.read_version();
    reader.skip_object();
    std::vector<double> numbers;
    if (header.version > 1) {
      numbers = read_number_vector(reader, type);
    } else {
      const auto count = reader.cursor().read<std::uint32_t>();
      if (reader.cursor().read<std::uint8_t>() != 0) numbers = read_numbers(reader, type, count);
    }
    reader.finish(header);
    return numbers;
  }
};

/// The fields that are read of a THnSparseArrayChunk, which has some of the filled cells. Threads: a value.
struct CellBlockFields {
  std::int32_t bytes_per_cell = 0;
  std::vector<std::int8_t> packed_bins;
  std::vector<double> contents;
  std::vector<double> squares;

  void read_contents(ObjectReader& reader) { contents = read_array(reader); }
  void read_squares(ObjectReader& reader) { squares = read_array(reader); }

  static std::vector<double> read_array(ObjectReader& reader);
};

/// The fields that are read of a THnSparse. Threads: a value; it borrows the readers.
struct SparseFields : ManyAxesFields {
  object::MemberPlans<CellBlockFields>* block_plans = nullptr;
  std::vector<CellBlockFields> blocks;

  void read_blocks(ObjectReader& reader) {
    reader.for_each_in_array([&](const ObjectTag& tag) {
      if (tag.kind == ObjectTag::Kind::object) block_plans->read(reader, tag.class_name, blocks.emplace_back());
    });
  }
};

namespace {

using DensePlans = object::MemberPlans<DenseFields>;
using SparsePlans = object::MemberPlans<SparseFields>;
using BlockPlans = object::MemberPlans<CellBlockFields>;

constexpr std::size_t most_unwritten_cells =
    std::size_t{1} << 24;  // limit for arrays that are not stored, because they were never filled

template <class Fields>
std::vector<object::Member<Fields>> members_with(std::vector<object::Member<Fields>> more) {
  using Field = object::Member<Fields>;
  std::vector<Field> members = {
      Field::template at<&Fields::name>("fName"),
      Field::template at<&Fields::title>("fTitle"),
      Field::template at<&Fields::entries>("fEntries"),
      Field::template at<&Fields::weights>("fTsumw"),
      Field::template at<&Fields::squared_weights>("fTsumw2"),
      Field::template at<&Fields::weighted_values>("fTsumwx"),
      Field::template at<&Fields::weighted_squares>("fTsumwx2"),
      Field::template at<&Fields::read_axes>("fAxes"),
  };
  members.insert(members.end(), more.begin(), more.end());
  return members;
}

std::optional<Fundamental> tarray_content(std::string_view class_name) noexcept {
  if (class_name == "TArrayC") return Fundamental::int8;
  if (class_name == "TArrayS") return Fundamental::int16;
  if (class_name == "TArrayI") return Fundamental::int32;
  if (class_name == "TArrayL" || class_name == "TArrayL64") return Fundamental::int64;
  if (class_name == "TArrayF") return Fundamental::float_;
  if (class_name == "TArrayD") return Fundamental::double_;
  return std::nullopt;
}

/// The number type of a THnT<...>'s cells, from its name or that of the THnT that it derives from.
Fundamental content_of(const object::Layouts& layouts, std::string_view class_name) {
  constexpr std::array<std::pair<std::string_view, Fundamental>, 12> types = {{
      {"THnT<float>", Fundamental::float_},
      {"THnT<double>", Fundamental::double_},
      {"THnT<char>", Fundamental::int8},
      {"THnT<short>", Fundamental::int16},
      {"THnT<int>", Fundamental::int32},
      {"THnT<long>", Fundamental::int64},
      {"THnT<Long64_t>", Fundamental::int64},
      {"THnT<unsigned char>", Fundamental::uint8},
      {"THnT<unsigned short>", Fundamental::uint16},
      {"THnT<unsigned int>", Fundamental::uint32},
      {"THnT<unsigned long>", Fundamental::uint64},
      {"THnT<ULong64_t>", Fundamental::uint64},
  }};
  for (const auto& [name, type] : types)
    if (is_a(layouts, class_name, name)) return type;
  detail::fail(ErrorKind::unsupported, "the contents of class '{}' have an unknown type", class_name);
}

std::vector<NamedAxis> make_axes(ManyAxesFields& fields) {
  std::vector<NamedAxis> axes;
  for (AxisFields& axis : fields.axes) axes.push_back(make_axis(std::move(axis)));
  if (axes.empty()) detail::fail(ErrorKind::corrupt, "the histogram has no axis");
  return axes;
}

Moments make_moments(ManyAxesFields& fields) {
  const bool keeps_errors = fields.squared_weights >= 0;  // otherwise all weights were 1
  return {.entries = fields.entries,
          .weights = fields.weights,
          .squared_weights = keeps_errors ? fields.squared_weights : fields.weights,
          .weighted_values = std::move(fields.weighted_values),
          .weighted_squares = std::move(fields.weighted_squares)};
}

std::size_t cells_of(std::span<const NamedAxis> axes) {
  std::size_t cells = 1;
  for (const NamedAxis& axis : axes)
    if (__builtin_mul_overflow(cells, axis.bins.cells(), &cells))
      detail::fail(ErrorKind::unsupported, "the number of cells of {} axes overflows", axes.size());
  return cells;
}

/// Reorder numbers so that x changes fastest; in a TNDArray the last axis does.
std::vector<double> with_first_fastest(std::vector<double> numbers, std::span<const NamedAxis> axes) {
  if (axes.size() == 1 || numbers.empty()) return numbers;
  std::vector<std::size_t> strides(axes.size());  // in the result, last axis first
  std::size_t stride = 1;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    strides[axis] = stride;
    stride *= axes[axis].bins.cells();
  }
  std::vector<double> turned(numbers.size());
  std::vector<std::size_t> bins(axes.size());
  std::size_t to = 0;
  for (const double number : numbers) {
    turned[to] = number;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      to += strides[axis];
      if (++bins[axis] < axes[axis].bins.cells()) break;
      to -= strides[axis] * bins[axis];
      bins[axis] = 0;
    }
  }
  return turned;
}

std::vector<double> all_cells(std::string_view what, std::vector<double> numbers, std::span<const NamedAxis> axes) {
  const std::size_t cells = cells_of(axes);
  if (numbers.empty() && cells <= most_unwritten_cells) numbers.resize(cells);
  if (numbers.size() != cells)
    detail::fail(ErrorKind::corrupt, "there are {} {}, but {} cells", numbers.size(), what, cells);
  return with_first_fastest(std::move(numbers), axes);
}

Histogram make_dense(DenseFields fields, std::string_view class_name) {
  HistogramParts parts{.class_name = std::string(class_name),
                       .name = std::move(fields.name),
                       .title = std::move(fields.title),
                       .axes = make_axes(fields)};
  parts.contents = all_cells("contents", std::move(fields.contents), parts.axes);
  if (fields.squared_weights >= 0) parts.squares = all_cells("sums of squares", std::move(fields.squares), parts.axes);
  parts.moments = make_moments(fields);
  return Histogram(std::move(parts));
}

void append_block(SparseHistogramParts& parts, const CellBlockFields& block, const BinPacking& packing) {
  const std::size_t size = packing.bytes_per_cell();
  if (block.bytes_per_cell < 1 || static_cast<std::size_t>(block.bytes_per_cell) != size)
    detail::fail(ErrorKind::corrupt, "bin numbers have {} bytes, the axes need {}", block.bytes_per_cell, size);
  const std::size_t cells = block.packed_bins.size() / size;
  if (cells > block.contents.size())
    detail::fail(ErrorKind::corrupt, "there are bin numbers for {} cells, but {} contents", cells,
                 block.contents.size());
  const std::span<const std::int8_t> packed = block.packed_bins;
  for (std::size_t cell = 0; cell < cells; ++cell) packing.unpack(packed.subspan(cell * size, size), parts.bins);
  const auto append = [&](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.begin() + static_cast<std::ptrdiff_t>(cells));
  };
  append(parts.contents, block.contents);
  if (block.squares.size() >= cells) append(parts.squares, block.squares);
}

void check_bins(const SparseHistogramParts& parts) {
  for (std::size_t i = 0; i < parts.bins.size(); ++i) {
    const std::size_t axis = i % parts.axes.size();
    if (parts.bins[i] >= parts.axes[axis].bins.cells())
      detail::fail(ErrorKind::corrupt, "a cell has bin {} of axis {}, which has {} bins", parts.bins[i], axis,
                   parts.axes[axis].bins.bins());
  }
  if (!parts.squares.empty() && parts.squares.size() != parts.contents.size())
    detail::fail(ErrorKind::corrupt, "there are {} contents, but {} sums of squares", parts.contents.size(),
                 parts.squares.size());
}

SparseHistogram make_sparse(SparseFields fields, std::string_view class_name) {
  SparseHistogramParts parts{.class_name = std::string(class_name),
                             .name = std::move(fields.name),
                             .title = std::move(fields.title),
                             .axes = make_axes(fields)};
  const BinPacking packing(parts.axes);
  for (const CellBlockFields& block : fields.blocks) append_block(parts, block, packing);
  check_bins(parts);
  parts.moments = make_moments(fields);
  return SparseHistogram(std::move(parts));
}

}  // namespace

std::vector<double> CellBlockFields::read_array(ObjectReader& reader) {
  const ObjectTag tag = reader.read_tag();
  if (tag.kind != ObjectTag::Kind::object) return {};
  const auto type = tarray_content(tag.class_name);
  if (!type) detail::fail(ErrorKind::unsupported, "contents of class '{}' are not supported", tag.class_name);
  const auto count = reader.cursor().read<std::uint32_t>();
  return read_numbers(reader, *type, count);
}

ManyAxesReader::ManyAxesReader() {
  using Dense = object::Member<DenseFields>;
  using Sparse = object::Member<SparseFields>;
  using Block = object::Member<CellBlockFields>;
  dense_ = std::make_unique<DensePlans>(members_with<DenseFields>(
      {Dense::at<&DenseFields::read_contents>("fArray"), Dense::at<&DenseFields::read_squares>("fSumw2")}));
  sparse_ = std::make_unique<SparsePlans>(
      members_with<SparseFields>({Sparse::at<&SparseFields::read_blocks>("fBinContent")}));
  blocks_ = std::make_unique<BlockPlans>(std::vector<Block>{
      Block::at<&CellBlockFields::bytes_per_cell>("fSingleCoordinateSize"),
      Block::at<&CellBlockFields::packed_bins>("fCoordinates"), Block::at<&CellBlockFields::read_contents>("fContent"),
      Block::at<&CellBlockFields::read_squares>("fSumw2")});
}

ManyAxesReader::~ManyAxesReader() = default;

Histogram ManyAxesReader::read_dense(ObjectReader& reader, std::string_view class_name) {
  DenseFields fields;
  fields.axis_reader = &axes_;
  fields.content_type = content_of(reader.layouts(), class_name);
  dense_->read(reader, class_name, fields);
  return detail::while_doing([name = fields.name] { return fmt::format("histogram '{}'", name); },
                             [&] { return make_dense(std::move(fields), class_name); });
}

SparseHistogram ManyAxesReader::read_sparse(ObjectReader& reader, std::string_view class_name) {
  SparseFields fields;
  fields.axis_reader = &axes_;
  fields.block_plans = blocks_.get();
  sparse_->read(reader, class_name, fields);
  return detail::while_doing([name = fields.name] { return fmt::format("histogram '{}'", name); },
                             [&] { return make_sparse(std::move(fields), class_name); });
}

}  // namespace ramet::inline v1::hist::internal
