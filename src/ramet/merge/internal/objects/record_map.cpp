#include "ramet/merge/internal/objects/record_map.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ramet/object/detail/stream_copy.hpp"

// The members are those of TH1.h, TH2.h, TH3.h, TProfile.h, TProfile2D.h, TProfile3D.h, TEfficiency.h, THnBase.h,
// THn.h.

namespace ramet::inline v1::merge::internal {
namespace {

namespace code = schema::type_code;
using bytes::ByteCursor;
using schema::StreamerElement;

constexpr std::uint32_t is_average_bit = std::uint32_t{1} << 18;

constexpr std::array<std::string_view, 22> added_classes = {
    "TH1C", "TH1S", "TH1I", "TH1L", "TH1F", "TH1D", "TH2C", "TH2S",     "TH2I",       "TH2L",       "TH2F",
    "TH2D", "TH3C", "TH3S", "TH3I", "TH3L", "TH3F", "TH3D", "TProfile", "TProfile2D", "TProfile3D", "TEfficiency"};

constexpr std::array<std::string_view, 14> summed_members = {"fEntries", "fTsumw",   "fTsumw2",  "fTsumwx", "fTsumwx2",
                                                             "fTsumwy",  "fTsumwy2", "fTsumwxy", "fTsumwt", "fTsumwt2",
                                                             "fTsumwz",  "fTsumwz2", "fTsumwxz", "fTsumwyz"};
constexpr std::array<std::string_view, 3> summed_arrays = {"fSumw2", "fBinEntries", "fBinSumw2"};
constexpr std::array<std::string_view, 4> axis_numbers = {"fNcells", "fNbins", "fXmin", "fXmax"};

/// The bits of a TParameter that say how it is merged (TParameter.h).
constexpr std::array<std::pair<std::uint32_t, Treatment>, 5> parameter_bits = {{
    {std::uint32_t{1} << 16, Treatment::multiply},
    {std::uint32_t{1} << 17, Treatment::largest},
    {std::uint32_t{1} << 18, Treatment::smallest},
    {std::uint32_t{1} << 19, Treatment::first},
    {std::uint32_t{1} << 20, Treatment::last},
}};

bool is_parameter(std::string_view class_name) noexcept {
  return class_name == "TParameter<double>" || class_name == "TParameter<float>" || class_name == "TParameter<int>" ||
         class_name == "TParameter<Long64_t>" || class_name == "TParameter<long>" || class_name == "TParameter<bool>";
}

/// A dense histogram of any number of axes, of its own layout.
bool is_of_many_axes(std::string_view class_name) noexcept { return class_name.starts_with("THnT<"); }

template <std::size_t Count>
bool is_one_of(const std::array<std::string_view, Count>& names, std::string_view name) noexcept {
  return std::ranges::find(names, name) != names.end();
}

bool is_histogram(std::string_view class_name) noexcept {
  return class_name.starts_with("TH1") || class_name.starts_with("TH2") || class_name.starts_with("TH3") ||
         class_name.starts_with("TProfile");
}

std::optional<Number> number_of_array(std::string_view class_name) noexcept {
  if (class_name == "TArrayC") return Number::int8;
  if (class_name == "TArrayS") return Number::int16;
  if (class_name == "TArrayI") return Number::int32;
  if (class_name == "TArrayL64" || class_name == "TArrayL") return Number::int64;
  if (class_name == "TArrayF") return Number::float32;
  if (class_name == "TArrayD") return Number::float64;
  return std::nullopt;
}

std::optional<Number> number_of_type(int type) noexcept {
  switch (type) {
    case code::int_:
    case code::counter:
      return Number::int32;
    case code::long64:
    case code::long_:
      return Number::int64;
    case code::float_:
      return Number::float32;
    case code::double_:
      return Number::float64;
    default:
      return std::nullopt;
  }
}

/// The numbers of "vector<double>", as the cells of a THn are stored.
std::optional<Number> number_in_vector(std::string_view type_name) noexcept {
  if (type_name == "vector<char>") return Number::int8;
  if (type_name == "vector<short>") return Number::int16;
  if (type_name == "vector<int>") return Number::int32;
  if (type_name == "vector<long>" || type_name == "vector<Long64_t>") return Number::int64;
  if (type_name == "vector<float>") return Number::float32;
  if (type_name == "vector<double>") return Number::float64;
  return std::nullopt;
}

/// Collects the runs of numbers while a record is walked. Threads: one thread.
class Mapper {
 public:
  void begin(std::string_view class_name) {
    // Only the record's histogram, and the two of an efficiency, are added: not what a list of functions has.
    // Axes of a histogram of many axes lie behind pointers.
    const bool is_part = open_.size() == 1 &&
                         ((is_efficiency_ && is_histogram(class_name)) || (is_of_many_axes_ && class_name == "TAxis"));
    if (open_.empty()) {
      is_efficiency_ = class_name == "TEfficiency";
      is_parameter_ = is_parameter(class_name);
      is_of_many_axes_ = is_of_many_axes(class_name);
      open_.push_back(true);
      return;
    }
    open_.push_back(is_part);
  }
  void end() { open_.pop_back(); }

  void visit(const StreamerElement& member, ByteCursor there) {
    if (!open_.back()) return;
    const std::string_view name = member.name;
    if (is_parameter_) return visit_parameter(member, there);
    if (member.element_class == "TStreamerBase") {
      if (const auto number = number_of_array(name)) add_array(*number, name, there, Treatment::add);
      return;
    }
    if (is_of_many_axes_ && visit_of_many_axes(member, there)) return;
    if (is_efficiency_ && open_.size() == 1 && name == "fWeight") return add_number(member, there, Treatment::parallel);
    if (is_one_of(summed_members, name)) return add_number(member, there, Treatment::add);
    if (is_one_of(axis_numbers, name)) return add_number(member, there, Treatment::equal);
    if (is_one_of(summed_arrays, name)) return add_array(Number::float64, name, there, Treatment::add);
    if (name == "fXbins") return add_array(Number::float64, name, there, Treatment::equal);
    if (name == "fLabels" && there.read<std::uint32_t>() != 0) map_.has_labels = true;
    if (name == "fBufferSize") buffer_size_ = std::max(0, there.read<std::int32_t>());
    if (name == "fBuffer" && buffer_size_ > 0 && there.read<std::uint8_t>() != 0) add_buffer(there);
  }

  RecordMap take() {
    const auto place_of = [&](std::string_view name) {
      return static_cast<std::size_t>(std::ranges::find(map_.parts, name) - map_.parts.begin());
    };
    map_.entries = place_of("fEntries");
    map_.weights = place_of("fTsumw");
    return std::move(map_);
  }

 private:
  /// Arrays of a THn: sums along each axis, and cells, which are not there while all are 0. Returns whether it is one.
  bool visit_of_many_axes(const StreamerElement& member, ByteCursor there) {
    if (member.name == "fSumw2" || member.name == "fArray") {
      cells_name_ = member.name;
      return true;
    }
    if (member.name == "fData") {
      const auto number = number_in_vector(member.type_name);
      if (!number) detail::fail(ErrorKind::unsupported, "contents of type '{}' are not added", member.type_name);
      schema::read_version(there);
      const std::size_t count = there.count(size_of(*number), "cells of a histogram");
      if (count > 0) add(*number, cells_name_, there.position(), count, Treatment::add);
      return true;
    }
    if (member.type_name != "TArrayD" || !is_one_of(summed_members, member.name)) return false;
    add_array(Number::float64, member.name, there, Treatment::add);
    return true;
  }

  /// The value is added, unless a bit of its TObject says otherwise.
  void visit_parameter(const StreamerElement& member, ByteCursor there) {
    if (member.element_class == "TStreamerBase" && member.name == "TObject") {
      there.skip(sizeof(std::uint16_t) + sizeof(std::uint32_t));  // version, unique number
      map_.parameter_bits = there.position();
      const auto bits = there.read<std::uint32_t>();
      for (const auto& [bit, treatment] : parameter_bits)
        if ((bits & bit) != 0) parameter_ = treatment;
    }
    if (member.name != "fVal") return;
    if (member.type != code::bool_) return add_number(member, there, parameter_);
    // A sum of truths is whether one of them is true, a product whether all are.
    const Treatment treatment = parameter_ == Treatment::add        ? Treatment::largest
                                : parameter_ == Treatment::multiply ? Treatment::smallest
                                                                    : parameter_;
    add(Number::int8, member.name, there.position(), 1, treatment);
  }

  void add(Number number, std::string_view name, std::uint64_t offset, std::size_t count, Treatment treatment) {
    map_.runs.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(count), number, treatment});
    map_.parts.emplace_back(name);
  }
  /// Fills wait in the buffer if their number, which comes first, is positive; otherwise they are in the bins, too.
  void add_buffer(ByteCursor there) {
    const auto count = static_cast<std::uint32_t>(buffer_size_);
    map_.buffer = {static_cast<std::uint32_t>(there.position()), count, Number::float64, Treatment::first};
    map_.is_buffered = there.read<double>() > 0;
    there.skip((count - std::uint64_t{1}) * sizeof(double));
  }
  void add_number(const StreamerElement& member, ByteCursor there, Treatment treatment) {
    if (const auto number = number_of_type(member.type)) add(*number, member.name, there.position(), 1, treatment);
  }
  void add_array(Number number, std::string_view name, ByteCursor there, Treatment treatment) {
    const std::size_t count = there.count(size_of(number), "numbers of an array");
    add(number, name, there.position(), count, treatment);
  }

  RecordMap map_;
  std::vector<bool> open_;  // whether each of the nested objects is added
  bool is_efficiency_ = false;
  bool is_parameter_ = false;
  bool is_of_many_axes_ = false;
  std::string cells_name_;  // of the array of cells that comes next
  Treatment parameter_ = Treatment::add;
  std::int32_t buffer_size_ = 0;
};

/// Whether the bins of a histogram are averages: a bit of its TObject, behind the version heads of its classes.
bool is_average(std::span<const std::byte> record, std::size_t key_length, object::Layouts layouts) {
  object::ObjectReader reader(record, key_length, layouts);
  bool found = false;
  for (int level = 0; level < 6; ++level) {
    reader.read_version();
    bytes::ByteCursor ahead = reader.cursor();
    if (ahead.read<std::uint16_t>() != 1) continue;  // TObject's version, which has no byte count
    found = (reader.read_tobject().bits & is_average_bit) != 0;
    break;
  }
  return found;
}

}  // namespace

std::size_t size_of(Number number) noexcept {
  switch (number) {
    case Number::int8:
      return 1;
    case Number::int16:
      return 2;
    case Number::int32:
    case Number::float32:
      return 4;
    case Number::int64:
    case Number::float64:
      break;
  }
  return 8;
}

bool RecordMap::has_shape_of(const RecordMap& other) const noexcept {
  return std::ranges::equal(runs, other.runs, [](const NumberRun& left, const NumberRun& right) {
    return left.count == right.count && left.number == right.number && left.treatment == right.treatment;
  });
}

bool is_summed_class(std::string_view class_name) noexcept {
  return is_one_of(added_classes, class_name) || is_parameter(class_name) || is_of_many_axes(class_name);
}

RecordMap map_record(std::span<const std::byte> record, std::size_t key_length, std::string_view class_name,
                     object::Layouts layouts) {
  Mapper mapper;
  object::StreamCopy walk(record, key_length, key_length, layouts);
  const auto begin = [&](std::string_view name, ByteCursor) { mapper.begin(name); };
  const auto end = [&](std::string_view) { mapper.end(); };
  const auto visit = [&](const StreamerElement& member, ByteCursor there, bytes::ByteWriter&) {
    mapper.visit(member, there);
    return false;
  };
  walk.copy(class_name, {begin, end, visit});
  RecordMap map = mapper.take();
  map.is_average = class_name.starts_with("TH") && is_histogram(class_name) && is_average(record, key_length, layouts);
  return map;
}

}  // namespace ramet::inline v1::merge::internal
