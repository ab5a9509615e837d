#include "ramet/merge/internal/objects/histogram_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/object/detail/object_writer.hpp"
#include "ramet/object/detail/stream_copy.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

using bytes::ByteCursor;
using bytes::ByteWriter;
using schema::StreamerElement;

template <class Number>
void write_array(ByteWriter& to, std::span<const double> values, std::string_view class_name) {
  to.write(static_cast<std::uint32_t>(values.size()));
  for (const double value : values) {
    if constexpr (std::is_integral_v<Number>) {
      if (std::abs(value) > static_cast<double>(std::numeric_limits<Number>::max()))
        detail::fail(ErrorKind::unsupported, "a bin is too large for class {}", class_name);
    }
    to.write(static_cast<Number>(value));
  }
}

/// Replaces members of a histogram while its record is copied. Threads: one thread.
class Replacing {
 public:
  Replacing(const hist::HistogramParts& parts, std::size_t key_length, std::span<const double> waiting)
      : parts_(parts), key_length_(key_length), waiting_(waiting) {
    const hist::Moments& moments = parts.moments;
    numbers_ = {{"fEntries", moments.entries}, {"fTsumw", moments.weights}, {"fTsumw2", moments.squared_weights}};
    put({"fTsumwx", "fTsumwy", "fTsumwz"}, moments.weighted_values);
    put({"fTsumwx2", "fTsumwy2", "fTsumwz2"}, moments.weighted_squares);
    put({"fTsumwxy", "fTsumwxz", "fTsumwyz"}, moments.weighted_products);
    if (!parts.profile) return;
    constexpr std::array<const char*, 3> heights = {"fTsumwy", "fTsumwz", "fTsumwt"};
    constexpr std::array<const char*, 3> squares = {"fTsumwy2", "fTsumwz2", "fTsumwt2"};
    numbers_[heights.at(parts.axes.size() - 1)] = moments.weighted_heights;
    numbers_[squares.at(parts.axes.size() - 1)] = moments.weighted_squared_heights;
  }

  void begin() { ++depth_; }
  void end() { --depth_; }

  bool replace(const StreamerElement& member, ByteCursor there, ByteWriter& to) {
    if (depth_ != 1) return false;  // functions, labels
    const std::string& name = member.name;
    if (name == "fXaxis" || name == "fYaxis" || name == "fZaxis") {
      axis_ = name == "fXaxis" ? 0U : name == "fYaxis" ? 1U : 2U;
      return false;
    }
    if (member.element_class == "TStreamerBase") return replace_contents(name, to);
    if (name == "fBufferSize") return to.write(static_cast<std::int32_t>(waiting_.size())), true;
    if (name == "fBuffer") return replace_buffer(to);
    if (name == "fNcells") return to.write(static_cast<std::int32_t>(parts_.contents.size())), true;
    if (name == "fSumw2") return write_array<double>(to, parts_.squares, ""), true;
    if (name == "fBinEntries" && parts_.profile) return write_array<double>(to, parts_.profile->weights, ""), true;
    if (name == "fBinSumw2" && parts_.profile)
      return write_array<double>(to, parts_.profile->squared_weights, ""), true;
    if (const auto number = numbers_.find(name); number != numbers_.end() && member.type == schema::type_code::double_)
      return to.write(number->second), true;
    return axis_ < parts_.axes.size() && replace_in_axis(name, there, to);
  }

 private:
  void put(std::array<const char*, 3> names, const std::vector<double>& values) {
    for (std::size_t index = 0; index < std::min(names.size(), values.size()); ++index)
      numbers_[names.at(index)] = values[index];
  }

  bool replace_buffer(ByteWriter& to) const {
    to.write(static_cast<std::uint8_t>(waiting_.empty() ? 0 : 1));
    for (const double number : waiting_) to.write(number);
    return true;
  }

  bool replace_contents(const std::string& base, ByteWriter& to) const {
    const std::span<const double> contents = parts_.contents;
    if (base == "TArrayC") return write_array<std::int8_t>(to, contents, "TArrayC"), true;
    if (base == "TArrayS") return write_array<std::int16_t>(to, contents, "TArrayS"), true;
    if (base == "TArrayI") return write_array<std::int32_t>(to, contents, "TArrayI"), true;
    if (base == "TArrayL64") return write_array<std::int64_t>(to, contents, "TArrayL64"), true;
    if (base == "TArrayF") return write_array<float>(to, contents, "TArrayF"), true;
    if (base == "TArrayD") return write_array<double>(to, contents, "TArrayD"), true;
    return false;
  }

  bool replace_in_axis(const std::string& name, ByteCursor there, ByteWriter& to) const {
    const hist::NamedAxis& axis = parts_.axes[axis_];
    if (name == "fNbins") return to.write(static_cast<std::int32_t>(axis.bins.bins())), true;
    if (name == "fXmin") return to.write(axis.bins.low()), true;
    if (name == "fXmax") return to.write(axis.bins.high()), true;
    if (name == "fXbins") {
      const bool is_regular = axis.bins.is_regular();
      return write_array<double>(to, is_regular ? std::vector<double>() : axis.bins.edges(), ""), true;
    }
    if (name != "fLabels" || there.read<std::uint32_t>() == 0) return false;
    object::ObjectWriter writer(key_length_ + to.size());
    auto label = axis.bin_labels.begin();
    writer.object("THashList", [&] {
      writer.list("", axis.bin_labels.size(), [&](std::size_t) {
        writer.object("TObjString", [&] { writer.object_string(label->second, label->first); });
        ++label;
      });
    });
    to.append(writer.payload());
    return true;
  }

  const hist::HistogramParts& parts_;
  std::size_t key_length_;
  std::span<const double> waiting_;
  std::map<std::string, double, std::less<>> numbers_;
  std::size_t axis_ = 3;
  int depth_ = 0;
};

/// Replaces members of the two histograms of an efficiency, which are behind pointers. Threads: one thread.
class ReplacingTwo {
 public:
  ReplacingTwo(const hist::HistogramParts& passed, const hist::HistogramParts& total, double weight,
               std::size_t key_length)
      : passed_(passed, key_length, {}), total_(total, key_length, {}), weight_(weight) {}

  void begin() {
    ++depth_;
    if (depth_ > 1 && current_ != nullptr) current_->begin();
  }
  void end() {
    if (depth_ > 1 && current_ != nullptr) current_->end();
    --depth_;
  }

  bool replace(const StreamerElement& member, ByteCursor there, ByteWriter& to) {
    if (depth_ > 1) return current_ != nullptr && current_->replace(member, there, to);
    current_ = member.name == "fPassedHistogram" ? &passed_ : member.name == "fTotalHistogram" ? &total_ : nullptr;
    if (member.name != "fWeight") return false;
    to.write(weight_);
    return true;
  }

 private:
  Replacing passed_;
  Replacing total_;
  double weight_;
  Replacing* current_ = nullptr;  // that the copied bytes belong to
  int depth_ = 0;
};

template <class Edits>
bytes::Buffer replaced(Edits& edits, const file::Record& record, std::string_view class_name, object::Layouts layouts,
                       std::size_t key_length) {
  object::StreamCopy copy(record.bytes.span(), record.key_length, key_length, layouts);
  bytes::Buffer payload = copy.copy(
      class_name, {[&](std::string_view, ByteCursor) { edits.begin(); }, [&](std::string_view) { edits.end(); },
                   [&](const StreamerElement& member, ByteCursor there, ByteWriter& to) {
                     return edits.replace(member, there, to);
                   }});
  if (!copy.left_out().empty())
    detail::fail(ErrorKind::unsupported, "it has an object of class '{}', whose layout is unknown",
                 copy.left_out().front());
  return payload;
}

}  // namespace

bytes::Buffer with_parts(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                         const hist::HistogramParts& parts, std::size_t key_length, std::span<const double> waiting) {
  Replacing replacing(parts, key_length, waiting);
  return replaced(replacing, record, class_name, layouts, key_length);
}

bytes::Buffer with_parts_of_efficiency(const file::Record& record, std::string_view class_name, object::Layouts layouts,
                                       const hist::HistogramParts& passed, const hist::HistogramParts& total,
                                       double weight, std::size_t key_length) {
  ReplacingTwo replacing(passed, total, weight, key_length);
  return replaced(replacing, record, class_name, layouts, key_length);
}

}  // namespace ramet::inline v1::merge::internal
