#include "ramet/merge/internal/objects/object_merge.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge;

namespace {

void add_text(sample::Inputs& files, const std::string& text) {
  files.add([&](write::ParallelWriter& writer) { writer.put("text", sample::named_payload(text)); });
}

std::size_t keys_of(const sample::Inputs& files) { return files.result()->reader().root().keys.size(); }

}  // namespace

TEST_CASE("object merge: texts that are the same are one, others are refused, or kept by rule") {
  sample::Inputs files;
  add_text(files, "one");
  add_text(files, "one");
  CHECK(files.merged().is_written);
  CHECK(keys_of(files) == 1);
  add_text(files, "two");
  const MergeReport refused = files.merged();
  CHECK_FALSE(refused.is_written);
  REQUIRE(refused.plan.differences.size() == 1);
  CHECK(refused.plan.differences[0].kind == DifferenceKind::contents);
  CHECK(refused.plan.differences[0].input == 2);
  const auto keys_by = [&](Rule rule) {
    CHECK(files.merged({.on_existing = merge::OnExisting::replace, .rules = {{"TNamed", rule}}}).is_written);
    return keys_of(files);
  };
  CHECK(keys_by(Rule::first) == 1);
  CHECK(keys_by(Rule::last) == 1);
  CHECK(keys_by(Rule::distinct) == 2);
  CHECK(keys_by(Rule::all) == 3);
  CHECK(keys_by(Rule::leave_out) == 0);
}

TEST_CASE("object merge: objects beyond the memory are merged in several runs") {
  sample::Inputs files;
  for (int number = 0; number < 3; ++number)
    files.add([](write::ParallelWriter& writer) {
      for (int name = 0; name < 20; ++name)
        writer.put("h" + std::to_string(name), sample::histogram_of({0.5, static_cast<double>(name % 4)}));
    });
  REQUIRE(files.merged({.on_existing = merge::OnExisting::replace, .max_memory = 1}).is_written);
  CHECK(keys_of(files) == 20);
  for (int name = 0; name < 20; ++name)
    CHECK(sample::histogram_in(*files.result(), "h" + std::to_string(name)).parts().moments.entries == 6);
}
