#include "ramet/recovery/internal/reports/left_out.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace ramet::inline v1::recovery::internal {
namespace {

std::string reason_of(const Finding& finding) { return fmt::format("cannot be read: {}", finding.message); }

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
  const auto first = std::ranges::upper_bound(written.ends, finding.entries.first.number);
  for (auto number = static_cast<std::size_t>(first - written.ends.begin()); number < written.segments.size();
       ++number) {
    if (number > 0 && written.ends[number - 1] >= finding.entries.last.number) break;
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
    // The place is a table's path, or begins with it and a slash. Names may contain slashes, too.
    const std::string& place = finding.place;
    for (std::size_t end = place.size(); end != std::string::npos;
         end = end == 0 ? std::string::npos : place.rfind('/', end - 1))
      if (const auto table = tables_.find(place.substr(0, end)); table != tables_.end())
        is_new |= add_to_table(table->first, table->second, finding);
  }
  tables_.clear();
  objects_.clear();
  return is_new;
}

}  // namespace ramet::inline v1::recovery::internal
