#include "ramet/merge/internal/safety/journal_plan.hpp"

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::internal::difference_of;
using merge::internal::JournalPlan;
using merge::internal::mark_of;

TEST_CASE("journal plan: is read as it was written") {
  const JournalPlan plan{
      "options", {{"a", 1, -2, 3}, {std::string(300, 'b'), 4, 5, 6}}, {{1, true, "Events", "bad", 7}}};
  bytes::ByteWriter writer;
  merge::internal::write(writer, plan);
  bytes::ByteCursor cursor(writer.span());
  CHECK(merge::internal::read_journal_plan(cursor) == plan);
  CHECK(cursor.at_end());
}

TEST_CASE("journal plan: says in what merges differ") {
  const JournalPlan plan{"options", {{"a", 1, 2, 3}, {"b", 4, 5, 0}}, {}};
  CHECK_FALSE(difference_of(plan, plan));
  JournalPlan other = plan;
  other.inputs[1].contents = 9;  // was not opened before
  CHECK_FALSE(difference_of(plan, other));
  other.inputs[0].contents = 9;
  CHECK(difference_of(plan, other) == "input 'a' has changed since");
  other = plan;
  other.inputs[1].modified = 6;
  CHECK(difference_of(plan, other) == "input 'b' has changed since");
  other.inputs[1].path = "c";
  CHECK(difference_of(plan, other) == "its input 2 is 'b', not 'c'");
  other.inputs.pop_back();
  CHECK(difference_of(plan, other) == "it has 2 inputs, not 1");
  other.options = "others";
  CHECK(difference_of(plan, other) == "it has other options ('options' instead of 'others')");
}

TEST_CASE("journal plan: options that change the output change their text") {
  using merge::MergeOptions;
  const std::string text = merge::internal::text_of({});
  CHECK(merge::internal::text_of({}) == text);
  CHECK(merge::internal::text_of(MergeOptions{.on_difference = merge::OnDifference::skip_file}) != text);
  CHECK(merge::internal::text_of(MergeOptions{.on_missing_column = merge::OnMissingColumn::fill}) != text);
  CHECK(merge::internal::text_of(MergeOptions{.on_other_type = merge::OnOtherType::convert}) != text);
  CHECK(merge::internal::text_of(MergeOptions{.on_bad_input = merge::OnBadInput::skip}) != text);
  CHECK(merge::internal::text_of(MergeOptions{.rules = {{"TNamed", merge::Rule::first}}}) != text);
  CHECK(merge::internal::text_of(MergeOptions{.filter = {merge::NameFilter::Kind::skip, {"a"}}}) != text);
  CHECK(merge::internal::text_of(MergeOptions{.compression = compression::Settings::from_code(505)}) != text);
  CHECK(merge::internal::text_of(MergeOptions{.reproducible = true}) != text);
  CHECK(merge::internal::text_of(MergeOptions{.max_size = 5}) != text);
}

TEST_CASE("journal plan: marks of files have their size and date") {
  const TemporaryFolder folder;
  write_file(folder / "a", "12345");
  const auto mark = mark_of(folder / "a");
  CHECK(mark.size == 5);
  CHECK(mark.modified != 0);
  CHECK(mark_of("https://nowhere.example/a.root").size == 0);
}
