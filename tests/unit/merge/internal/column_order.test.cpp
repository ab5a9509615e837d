#include "ramet/merge/internal/column_order.hpp"

#include <filesystem>
#include <fstream>

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using merge::InputOrder;
using merge::internal::ordered_inputs;
using sample::error_of;

namespace {

using Numbers = std::vector<std::int64_t>;

/// Add a file with a table "d/Events" of two columns that begins with these numbers.
void add_numbers(sample::Inputs& inputs, std::int64_t run, std::int64_t event, write::Format format) {
  inputs.add([&](write::ParallelWriter& writer) {
    writer.put("first", sample::histogram_of({0.5}));
    write::TableWriter table =
        writer.add_table(sample::in("d", sample::schema_of({"int64", "int64"})), {.format = format});
    write::FillContext context = table.context();
    context.extend(std::vector{sample::column_of(Numbers{run, 0}), sample::column_of(Numbers{event, 0})});
    context.close();
  });
}

/// The numbers of the files in an order.
std::vector<std::size_t> order_of(const sample::Inputs& inputs, std::vector<std::string> columns) {
  merge::MergeOptions options{.order = InputOrder::columns, .order_columns = std::move(columns)};
  std::vector<std::size_t> order;
  for (const std::string& path : ordered_inputs(inputs.session(), inputs.paths(), options))
    order.push_back(static_cast<std::size_t>(std::ranges::find(inputs.paths(), path) - inputs.paths().begin()));
  return order;
}

}  // namespace

TEST_CASE("column order: files come by the values of their first entries, the others last") {
  using Order = std::vector<std::size_t>;
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    sample::Inputs inputs;
    inputs.add([](write::ParallelWriter& writer) { writer.put("h", sample::histogram_of({0.5})); });
    add_numbers(inputs, 10, 2, format);
    add_numbers(inputs, -3, 7, format);
    inputs.add([&](write::ParallelWriter& writer) {  // without entries
      sample::put_entries(writer, sample::entries_of(1), 0, 0, format, "d");
    });
    add_numbers(inputs, 10, 1, format);
    add_numbers(inputs, 9, 7, format);
    CHECK(order_of(inputs, {"c0", "c1"}) == Order{2, 5, 4, 1, 0, 3});
    CHECK(order_of(inputs, {"c0"}) == Order{2, 5, 1, 4, 0, 3});
    CHECK(order_of(inputs, {"c1"}) == Order{4, 1, 2, 5, 0, 3});
    std::ofstream(inputs.paths()[2]) << "damaged";
    std::filesystem::remove(inputs.paths()[5]);
    CHECK(order_of(inputs, {"c0", "c1"}) == Order{4, 1, 0, 2, 3, 5});
    const merge::MergeOptions options{
        .on_bad_input = merge::OnBadInput::skip, .order = InputOrder::columns, .order_columns = {"c0", "c1"}};
    CHECK(inputs.merged(options).plan.inputs.front() == inputs.paths()[4]);
  }
}

TEST_CASE("column order: texts are sorted by bytes; columns that are not there, or lists, are refused") {
  sample::Inputs inputs;
  const auto columns = sample::entries_of(3);
  for (std::size_t entry = 0; entry < 3; ++entry)
    inputs.add([&](write::ParallelWriter& writer) { sample::put_entries(writer, columns, entry, entry + 1); });
  std::vector<std::pair<std::string, std::size_t>> expected;
  for (std::size_t entry = 0; entry < 3; ++entry) {
    const auto offsets = columns[2].list_offsets();
    const auto characters = columns[2].values().subspan(static_cast<std::size_t>(offsets[entry]),
                                                        static_cast<std::size_t>(offsets[entry + 1] - offsets[entry]));
    expected.emplace_back(std::string(reinterpret_cast<const char*>(characters.data()), characters.size()), entry);
  }
  std::ranges::stable_sort(expected, {}, &std::pair<std::string, std::size_t>::first);
  const std::vector<std::size_t> order = order_of(inputs, {"c2"});
  for (std::size_t place = 0; place < 3; ++place) CHECK(order[place] == expected[place].second);
  CHECK(error_of([&] { order_of(inputs, {"c1"}); }).find("'c1', which is of type 'var * float32'") !=
        std::string::npos);
  CHECK(error_of([&] { order_of(inputs, {"c0", "z"}); }).find("has entries with 'c0', 'z'") != std::string::npos);
  CHECK(error_of([&] { order_of(inputs, {}); }).find("needs columns") != std::string::npos);
  CHECK_THROWS_AS(order_of(inputs, {}), merge::OptionError);
}
