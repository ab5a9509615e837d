#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/recovery/check.hpp"

namespace ramet::inline v1::recovery::internal {

/// Collects what checks find. Threads: any.
class Findings {
 public:
  explicit Findings(CheckReport& report) : report_(report) {}

  /// Do a part of the check, of some entries or all; what it throws is a finding, but for what stops the whole.
  template <class Work>
  void attempt(const std::string& place, Work&& work, EntryRange entries = {}) {
    try {
      std::forward<Work>(work)();
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io || error.kind() == ErrorKind::cancelled) throw;
      if (error.kind() == ErrorKind::unsupported) {
        add(report_.not_checked, {place, error.what(), entries});
      } else {
        add(report_.damage, {place, error.what(), entries});
      }
    }
  }

  void damage(Finding finding) { add(report_.damage, std::move(finding)); }
  void not_checked(Finding finding) { add(report_.not_checked, std::move(finding)); }

 private:
  void add(std::vector<Finding>& to, Finding finding) {
    const MutexLock lock(mutex_);
    if (to.size() == most_findings) to.push_back({"", "and more, which are not listed", {}});
    if (to.size() < most_findings) to.push_back(std::move(finding));
  }

  Mutex mutex_;
  CheckReport& report_;
};

}  // namespace ramet::inline v1::recovery::internal
