#include "ramet/merge/internal/layouts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace ramet::inline v1::merge::internal {
namespace {

/// The type of what is stored: a counter is an Int_t that some other member, perhaps of a derived class, names; ROOT
/// marks it when it meets that member.
std::int32_t stored_type(std::int32_t type) noexcept {
  return type == schema::type_code::counter ? schema::type_code::int_ : type;
}

/// The name of the type of what is stored. Of numbers, and arrays of these, the type's code says all, and ROOT 5 calls
/// Int_t what ROOT 6 calls int.
std::string_view stored_type_name(const schema::StreamerElement& element) noexcept {
  constexpr std::int32_t first_object = 60;
  return element.type > 0 && element.type < first_object ? std::string_view() : std::string_view(element.type_name);
}

/// The version of a base on which stored bytes depend. These of ROOT say their version where they are stored; that in
/// the description is the one of the ROOT which wrote it: TH1 and TTree have TAttMarker 2 up to 6.38, then 3.
std::int32_t version_of_base(const schema::StreamerElement& element) noexcept {
  constexpr std::array<std::string_view, 3> bases = {"TAtt", "TBranch", "TStreamerElement"};
  const bool is_base = element.element_class == "TStreamerBase";
  const auto is_of = [&](std::string_view name) { return element.name.starts_with(name); };
  return is_base && std::ranges::any_of(bases, is_of) ? 0 : element.base_version;
}

}  // namespace

bool is_stored_alike(const schema::StreamerInfo& left, const schema::StreamerInfo& right) {
  const auto what = [](const schema::StreamerElement& element) {
    return std::tuple(std::string_view(element.name), stored_type(element.type), element.array_length,
                      stored_type_name(element), version_of_base(element), std::string_view(element.count_name));
  };
  return std::ranges::equal(left.elements, right.elements, {}, what, what);
}

LayoutUnion::LayoutUnion(const Inputs& inputs, const Catalogue& catalogue, Differences& differences) {
  std::map<std::pair<std::string, std::int32_t>, std::size_t> known;  // class, version -> number in infos_
  bool is_first = true;
  for (const std::size_t input : catalogue.layouts) {
    of_input(input, [&] {
      const auto file = inputs.open(input);
      const file::FileReader& reader = file->reader();
      const bytes::Buffer packed = reader.packed_streamer_infos();
      if (packed.empty()) return;
      file::Record record = reader.unpack_record(packed.span(), reader.header().seek_streamer_info);
      for (schema::StreamerInfo& info : schema::read_streamer_infos(record.bytes.span(), record.key_length)) {
        const auto [other, is_new] = known.try_emplace({info.class_name, info.version}, infos_.size());
        if (!is_new && is_stored_alike(infos_[other->second], info)) continue;
        if (!is_new) {
          Difference difference{.kind = DifferenceKind::layout, .path = info.class_name, .part = {}, .message = {}};
          difference.message = fmt::format("version {} of the class has another layout", info.version);
          difference.input = input;
          differences.add(std::move(difference));
          continue;
        }
        is_complete_ = is_complete_ && is_first;
        infos_.push_back(std::move(info));
      }
      if (is_first) {
        first_ = std::move(record);
        first_input_ = input;
      }
      is_first = false;
    });
  }
  std::set<std::string> promoted;
  for (const MergedObject& object : catalogue.objects)
    if (!object.promoted().empty()) promoted.insert(object.class_name);
  if (promoted.empty()) return;
  const std::size_t any = catalogue.layouts.front();
  const auto file = of_input(any, [&] { return inputs.open(any); });
  for (const std::string& class_name : promoted) {
    const schema::StreamerInfo* info = file->forms().layouts().catalogue->find_latest(class_name);
    if (info == nullptr || !known.try_emplace({class_name, info->version}, infos_.size()).second) continue;
    infos_.push_back(*info);
    is_complete_ = false;
  }
}

void LayoutUnion::write(Output& output) const {
  if (infos_.empty() || (is_complete_ && output.is_own(first_input_))) return;
  file::FileWriter& file = output.file();
  if (is_complete_ && file.key_length(file::FileWriter::streamer_info_class, file::FileWriter::streamer_info_name,
                                      file::FileWriter::streamer_info_title) == first_.key_length) {
    bytes::Buffer payload;
    payload.append(first_.payload());
    return file.set_streamer_infos(std::move(payload));
  }
  file.set_streamer_infos([&](std::uint16_t key_length) { return schema::write_streamer_infos(infos_, key_length); });
}

}  // namespace ramet::inline v1::merge::internal
