#include "ramet/schema/streamer_info.hpp"

#include <algorithm>
#include <tuple>

namespace ramet::inline v1::schema {
namespace {

/// The infos of one class: a range of the sorted vector.
std::span<const StreamerInfo> infos_of(std::span<const StreamerInfo> infos, std::string_view class_name) noexcept {
  const auto found = std::ranges::equal_range(
      infos, class_name, {}, [](const StreamerInfo& info) { return std::string_view(info.class_name); });
  return {found.begin(), found.end()};
}

}  // namespace

StreamerInfos::StreamerInfos(std::vector<StreamerInfo> infos) : infos_(std::move(infos)) {
  std::ranges::stable_sort(infos_, {},
                           [](const StreamerInfo& info) { return std::tie(info.class_name, info.version); });
}

const StreamerInfo* StreamerInfos::find(std::string_view class_name, int version) const noexcept {
  const auto infos = infos_of(infos_, class_name);
  const auto found = std::ranges::find(infos, version, &StreamerInfo::version);
  return found == infos.end() ? nullptr : &*found;
}

const StreamerInfo* StreamerInfos::find_by_checksum(std::string_view class_name,
                                                    std::uint32_t checksum) const noexcept {
  const auto infos = infos_of(infos_, class_name);
  const auto found = std::ranges::find(infos, checksum, &StreamerInfo::checksum);
  return found == infos.end() ? nullptr : &*found;
}

const StreamerInfo* StreamerInfos::find_latest(std::string_view class_name) const noexcept {
  const auto infos = infos_of(infos_, class_name);
  return infos.empty() ? nullptr : &infos.back();
}

std::span<const StreamerInfo> StreamerInfos::of_class(std::string_view class_name) const noexcept {
  return infos_of(infos_, class_name);
}

}  // namespace ramet::inline v1::schema
