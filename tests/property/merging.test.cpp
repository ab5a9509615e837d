// Files with random differences are merged: every entry is in the output or in the report.
#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>
#include <rapidcheck.h>

using namespace ramet;

TEST_CASE("merge: of random inputs, all entries are in the output, in its parts, or in the report") {
  rc::check([] {
    const auto columns = sample::entries_of(300);
    sample::Inputs inputs;
    std::uint64_t written = 0;
    std::uint64_t other = 0;
    const int files = *rc::gen::inRange(1, 6);
    for (int number = 0; number < files; ++number)
      inputs.add([&](write::ParallelWriter& writer) {
        const auto first = static_cast<std::size_t>(*rc::gen::inRange(0, 300));
        const auto last = first + static_cast<std::size_t>(*rc::gen::inRange(0, 300 - static_cast<int>(first)));
        if (number > 0 && *rc::gen::inRange(0, 3) == 0) {  // a tree with one more column
          table::Schema schema = sample::schema_of({"int64", "var * float32", "string", "int8"});
          write::TableWriter table = writer.add_table(schema);
          write::FillContext context = table.context();
          auto more = sample::slices(columns, first, last);
          more.push_back(sample::noise_of("int8", last - first, 1));
          if (last > first) context.extend(more);
          context.close();
          other += last - first;
          return;
        }
        sample::put_entries(writer, columns, first, last);
        written += last - first;
      });
    const merge::MergeReport report =
        inputs.merged({.on_difference = merge::OnDifference::skip_file, .on_existing = merge::OnExisting::replace});
    RC_ASSERT(report.is_written);
    const auto entries = inputs.result()->tree("Events")->tree().entries;
    std::uint64_t in = 0;
    std::uint64_t lost = 0;
    for (const merge::PlannedObject& object : report.plan.objects) {
      in += object.entries;
      lost += object.lost_entries;
    }
    RC_ASSERT(in == written + other);
    RC_ASSERT(entries + lost == in);
    merge::MergeOptions apart{.on_difference = merge::OnDifference::split,
                              .on_existing = merge::OnExisting::replace,
                              .verify = merge::Verify::values};
    apart.max_size = *rc::gen::inRange(1, 30'000);
    const merge::MergeReport whole = inputs.merged(apart);
    RC_ASSERT(whole.is_written);
    std::uint64_t out = 0;
    for (const merge::OutputFile& file : whole.plan.files)
      for (const merge::OutputTable& table : file.tables) out += table.entries;
    RC_ASSERT(out == in);
  });
}
