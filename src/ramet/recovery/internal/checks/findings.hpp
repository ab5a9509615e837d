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

  /// Do a part of the check; what it throws is a finding, but for what stops the whole.
  template <class Work>
  void attempt(const std::string& place, Work&& work) {
    try {
      std::forward<Work>(work)();
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io || error.kind() == ErrorKind::cancelled) throw;
      if (error.kind() == ErrorKind::unsupported) {
        add(report_.not_checked, place, error.what());
      } else {
        add(report_.damage, place, error.what());
      }
    }
  }

  void damage(const std::string& place, std::string message) { add(report_.damage, place, std::move(message)); }
  void not_checked(const std::string& place, std::string message) {
    add(report_.not_checked, place, std::move(message));
  }

 private:
  void add(std::vector<Finding>& to, const std::string& place, std::string message) {
    const MutexLock lock(mutex_);
    if (to.size() == most_findings) to.push_back({"", "and more, which are not listed"});
    if (to.size() < most_findings) to.push_back({place, std::move(message)});
  }

  Mutex mutex_;
  CheckReport& report_;
};

}  // namespace ramet::inline v1::recovery::internal
