#include "ramet/merge/internal/comparing/object_contrast.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge;

namespace {

/// What differs between two histograms.
std::vector<FileContrast> contrasts_of(const hist::Histogram& left, const hist::Histogram& right,
                                       const CompareOptions& options = {}) {
  sample::Inputs inputs;
  for (const hist::Histogram& histogram : {left, right})
    inputs.add([&](write::ParallelWriter& writer) { writer.put("h", histogram); });
  const auto one = inputs.session().open(std::filesystem::path(inputs.paths()[0]));
  const auto other = inputs.session().open(std::filesystem::path(inputs.paths()[1]));
  std::vector<FileContrast> found;
  internal::compare_objects({one.get(), one->reader().key("h")}, {other.get(), other->reader().key("h")}, "h", options,
                            found);
  return found;
}

}  // namespace

TEST_CASE("object_contrast: members that differ are named, with the first number of an array") {
  const auto found = contrasts_of(sample::histogram_of({0.5, 3.5}), sample::histogram_of({0.5, 2.5}));
  const auto contents = std::ranges::find(found, "fArray", &FileContrast::part);
  for (const FileContrast& one : found) CHECK(one.path == "h");
  CHECK(std::ranges::find(found, "fTsumwx", &FileContrast::part) != found.end());
  CHECK(std::ranges::find(found, "fEntries", &FileContrast::part) == found.end());
  if (contents != found.end()) {
    CHECK(contents->entry == 3);
    CHECK(contents->count == 2);
  }
  CHECK(std::ranges::any_of(found, [](const FileContrast& one) { return one.entry == 3 && one.count == 2; }));
}

TEST_CASE("object_contrast: the same objects are the same, and a tolerance is for all numbers") {
  CHECK(contrasts_of(sample::histogram_of({0.5}), sample::histogram_of({0.5})).empty());
  CHECK_FALSE(contrasts_of(sample::histogram_of({0.5}), sample::histogram_of({0.5000001})).empty());
  CHECK(contrasts_of(sample::histogram_of({0.5}), sample::histogram_of({0.5000001}), {.tolerance = 1e-5}).empty());
}
