#include "ramet/recovery/internal/reports/findings.hpp"

#include "ramet/recovery/internal/reports/kind_of_message.hpp"

namespace ramet::inline v1::recovery::internal {

void Findings::add(std::vector<Finding>& to, Finding finding) {
  finding.message = shortened(std::move(finding.message));
  const MutexLock lock(mutex_);
  std::string kind = kind_of_message(finding.message);
  if (kinds_.size() >= most_findings && !kinds_.contains({&to, kind})) kind = "others";
  Alike& alike = kinds_[{&to, std::move(kind)}];
  if (alike.count++ == 0) alike = {&to, finding.message, 1};
  if (alike.count <= most_alike_ && to.size() < most_listed_) to.push_back(std::move(finding));
}

void Findings::finish() {
  const MutexLock lock(mutex_);
  for (const auto& [kind, alike] : kinds_)
    if (alike.count > most_alike_)
      alike.in->push_back({"", fmt::format("and {} more like this: {}", alike.count - most_alike_, alike.example), {}});
}

}  // namespace ramet::inline v1::recovery::internal
