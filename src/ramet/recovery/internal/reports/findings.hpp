#pragma once

#include <cstddef>
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/core/mutex.hpp"
#include "ramet/recovery/check.hpp"

namespace ramet::inline v1::recovery::internal {

/// Collects findings. Only a number of findings that differ in numbers and quoted names is kept; the last one of a kind
/// has the count of the others. Threads: any.
class Findings {
 public:
  Findings(CheckReport& report, std::size_t most_alike, std::size_t most_listed = CheckOptions().most_listed)
      : report_(report), most_alike_(most_alike), most_listed_(most_listed) {}

  /// Run a part of the check, and report its errors as findings; Error(io) and Error(cancelled) are thrown. Returns
  /// whether there was no error.
  template <class Work>
  bool attempt(const std::string& place, Work&& work, EntryRange entries = {}) {
    try {
      std::forward<Work>(work)();
      return true;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io || error.kind() == ErrorKind::cancelled) throw;
      const bool is_unread = error.kind() == ErrorKind::unsupported;
      add(is_unread ? report_.not_checked : report_.damage, {place, error.what(), entries});
    } catch (const std::bad_alloc&) {
      add(report_.not_checked, {place, "there is not enough memory to read it", entries});
    }
    return false;
  }

  void damage(Finding finding) { add(report_.damage, std::move(finding)); }
  void not_checked(Finding finding) { add(report_.not_checked, std::move(finding)); }
  void remark(Finding finding) { add(report_.remarks, std::move(finding)); }

  /// Add the counts of findings that were not kept. Call it last.
  void finish();

 private:
  /// Findings of one kind. Threads: a value.
  struct Alike {
    std::vector<Finding>* in = nullptr;
    std::string example;
    std::size_t count = 0;
  };

  void add(std::vector<Finding>& to, Finding finding);

  Mutex mutex_;
  CheckReport& report_;
  std::size_t most_alike_;
  std::size_t most_listed_;  // the limit of each list
  std::map<std::pair<const std::vector<Finding>*, std::string>, Alike> kinds_;
};

}  // namespace ramet::inline v1::recovery::internal
