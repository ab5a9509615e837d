#include "ramet/merge/internal/objects/efficiency_sum.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

#include "ramet/hist/figures/efficiency.hpp"

using namespace ramet;

namespace {

hist::Efficiency efficiency_of(const std::vector<double>& passed, const std::vector<double>& all,
                               const hist::Axis& axis, double weight = 1) {
  return {{.class_name = "TEfficiency", .name = "e", .title = "one", .confidence_level = 0.68, .weight = weight},
          sample::histogram_of(passed, axis),
          sample::histogram_of(all, axis)};
}

/// What the merge of efficiencies gives.
hist::Efficiency sum_of(const std::vector<hist::Efficiency>& all) {
  sample::Inputs files;
  for (const hist::Efficiency& one : all) files.add([&](write::ParallelWriter& writer) { writer.put("dir/e", one); });
  REQUIRE(files.merged().is_written);
  const auto file = files.result();
  const file::Key key = file->reader().key("dir/e");
  const file::Record record = file->reader().read_record(key);
  hist::FigureReader reader(file->forms().layouts());
  return std::get<hist::Efficiency>(reader.read(record.bytes.span(), record.key_length, key.class_name));
}

}  // namespace

TEST_CASE("efficiency sum: bins whose edges fit are added, and the others before and after them") {
  const hist::Axis coarse = hist::RegularAxis{2, 0, 4};
  const hist::Axis fine = hist::RegularAxis{4, 0, 4};
  const hist::Efficiency sum = sum_of({efficiency_of({1}, {1, 3}, coarse), efficiency_of({3.5}, {2.5, 3.5}, fine),
                                       efficiency_of({}, {0.5}, coarse), efficiency_of({1}, {1}, fine)});
  CHECK(sum.parts().title == "one");
  CHECK(sum.passed().parts().contents == std::vector<double>{0, 2, 1, 0});
  CHECK(sum.total().parts().contents == std::vector<double>{0, 3, 3, 0});
  CHECK(sum.passed().parts().moments.entries == 3);
  CHECK(sum.total().parts().moments.entries == 6);
  CHECK(sum.total().parts().moments.weighted_values == std::vector<double>{1 + 3 + 2.5 + 3.5 + 0.5 + 1});
}

TEST_CASE("efficiency sum: weights of samples are joined as those of equal bins") {
  const hist::Axis coarse = hist::RegularAxis{2, 0, 4};
  const hist::Axis fine = hist::RegularAxis{4, 0, 4};
  CHECK(sum_of({efficiency_of({}, {1}, coarse, 3), efficiency_of({}, {1}, fine, 6)}).parts().weight == 2);
  CHECK(sum_of({efficiency_of({}, {1}, coarse, 3), efficiency_of({}, {1}, coarse, 6)}).parts().weight == 2);
}

TEST_CASE("efficiency sum: other bins are refused, with their axis") {
  sample::Inputs files;
  for (const double end : {4.0, 4.5})
    files.add(
        [&](write::ParallelWriter& writer) { writer.put("e", efficiency_of({1}, {1}, hist::RegularAxis{4, 0, end})); });
  const merge::MergeReport report = files.merged();
  CHECK_FALSE(report.is_written);
  REQUIRE(report.plan.differences.size() == 1);
  CHECK(report.plan.differences[0].kind == merge::DifferenceKind::axes);
  CHECK(report.plan.differences[0].part == "x");
}
