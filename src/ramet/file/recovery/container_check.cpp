#include "ramet/file/recovery/container_check.hpp"

#include "ramet/core/error.hpp"
#include "ramet/file/internal/existing/existing_file.hpp"
#include "ramet/file/recovery/record_scan.hpp"

namespace ramet::inline v1::file {

namespace {

constexpr std::string_view had_written_more =
    "its writer had written more when it died, which `ramet recover` can find";

}  // namespace

ContainerReport check_container(const FileReader& file) {
  ContainerReport report;
  if (file.is_recovered()) {
    report.damage.emplace_back("the file was not closed: it has no key list");
  } else {
    try {
      const ExistingFile found = look_at(file, OnLeftovers::overwrite);
      report.remarks = found.contradictions;
      for (const io::Extent segment : found.left_over)
        report.remarks.push_back(fmt::format("clusters stand in the free segment of {} bytes at byte {}: {}",
                                             segment.size, segment.offset, had_written_more));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      report.damage.emplace_back(error.what());
    }
  }
  const std::uint64_t end = file.header().end;
  RecordScan scan(file.source(), file.header().begin);
  std::uint64_t behind = 0;
  while (const auto key = scan.next()) {
    ++report.records;
    if (key->seek >= end) ++behind;
  }
  for (const io::Extent& skipped : scan.skipped())
    if (skipped.offset < end)
      report.remarks.push_back(
          fmt::format("{} bytes at byte {} are neither a record nor free", skipped.size, skipped.offset));
  if (behind > 0 && !file.is_recovered())
    report.remarks.push_back(
        fmt::format("{} records stand behind the file's end at byte {}: {}", behind, end, had_written_more));
  return report;
}

}  // namespace ramet::inline v1::file
