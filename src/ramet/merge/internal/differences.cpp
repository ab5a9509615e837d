#include "ramet/merge/internal/differences.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// A report of a million lines helps nobody; what is beyond is counted with the last one.
constexpr std::size_t most_differences = 10'000;

}  // namespace

void Differences::add(Difference difference) {
  loses_data_ = loses_data_ || (difference.is_loss && !difference.is_accepted);
  const Contents contents(difference.kind, difference.path, difference.part, difference.message, difference.is_loss,
                          difference.is_accepted);
  const auto known = alike_ == Alike::apart ? places_.end() : places_.find(contents);
  if (known == places_.end() && all_.size() < most_differences) {
    places_.emplace(contents, all_.size());
    all_.push_back(std::move(difference));
    return;
  }
  Difference& to = known == places_.end() ? all_.back() : all_[known->second];
  to.inputs += difference.inputs;
  to.entries += difference.entries;
}

}  // namespace ramet::inline v1::merge::internal
