#include "ramet/recovery/internal/reports/left_out.hpp"

#include <string_view>

#include <fmt/format.h>

namespace ramet::inline v1::recovery::internal {
namespace {

bool is_in(std::string_view place, std::string_view path) {
  return place.starts_with(path) && (place.size() == path.size() || place[path.size()] == '/');
}

std::string reason_of(const Finding& finding) { return fmt::format("it cannot be read: {}", finding.message); }

}  // namespace

std::string LeftOut::reason_for(const std::string& path, std::uint64_t seek) const {
  const auto records = whole_.find(path);
  if (records == whole_.end()) return {};
  const auto reason = records->second.find(seek);
  return reason == records->second.end() ? std::string() : reason->second;
}

void LeftOut::mark(const std::string& path, std::vector<Segment>& segments) const {
  const auto marked = segments_.find(path);
  if (marked == segments_.end()) return;
  for (const auto& [segment, reason] : marked->second)
    if (segment < segments.size()) segments[segment].damage = reason;
}

void LeftOut::wrote(const std::string& path, std::uint64_t seek, const std::vector<Segment>& segments) {
  Written& written = tables_[path];
  written = {.seek = seek, .segments = {}, .ends = {}};
  std::uint64_t end = 0;
  for (std::size_t segment = 0; segment < segments.size(); ++segment) {
    if (!segments[segment].damage.empty()) continue;
    written.segments.push_back(segment);
    written.ends.push_back(end += segments[segment].entries);
  }
}

void LeftOut::wrote(const std::string& path, std::uint64_t seek, const std::string& place) {
  objects_[place] = {path, seek};
}

bool LeftOut::add_to_table(const std::string& path, const Written& written, const Finding& finding) {
  if (finding.entries.empty()) return whole_[path].emplace(written.seek, reason_of(finding)).second;
  bool is_new = false;
  for (std::size_t number = 0; number < written.segments.size(); ++number) {
    const std::uint64_t begin = number == 0 ? 0 : written.ends[number - 1];
    if (begin >= finding.entries.last.number || written.ends[number] <= finding.entries.first.number) continue;
    is_new |= segments_[path].emplace(written.segments[number], reason_of(finding)).second;
  }
  return is_new;
}

bool LeftOut::add(const std::vector<Finding>& damage) {
  bool is_new = false;
  for (const Finding& finding : damage) {
    if (const auto object = objects_.find(finding.place); object != objects_.end()) {
      is_new |= whole_[object->second.path].emplace(object->second.seek, reason_of(finding)).second;
      continue;
    }
    for (const auto& [path, written] : tables_)
      if (is_in(finding.place, path)) is_new |= add_to_table(path, written, finding);
  }
  tables_.clear();
  objects_.clear();
  return is_new;
}

}  // namespace ramet::inline v1::recovery::internal
