#include "ramet/merge/join_files.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge {

frame::JoinFiles join_files(const dataset::Session& session) {
  return [&session](const std::vector<std::filesystem::path>& parts, const std::filesystem::path& output) {
    std::vector<std::string> inputs;
    for (const std::filesystem::path& part : parts) inputs.push_back(part.string());
    const MergeOptions options{.on_existing = OnExisting::replace, .on_unfinished = OnUnfinished::discard};
    const MergeReport report = merge(session, inputs, output, options);
    if (report.is_written) return;
    const std::string why = report.plan.differences.empty() ? "" : ": " + report.plan.differences.front().message;
    detail::fail(ErrorKind::corrupt, "'{}': its {} parts differ{}", output.string(), parts.size(), why);
  };
}

}  // namespace ramet::inline v1::merge
