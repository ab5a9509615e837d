// Columns of every type that can be written, with random values, are read back.
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>
#include <rapidcheck.h>

using namespace ramet;
using namespace ramet::write;

namespace {

array::Type random_number() { return array::Type::of(static_cast<array::NumberType>(*rc::gen::inRange(0, 11))); }

/// Up to two dimensions around a number.
array::Type random_fixed() {
  array::Type type = random_number();
  for (int dimensions = *rc::gen::inRange(0, 3); dimensions > 0; --dimensions)
    type = array::Type::regular_of(static_cast<std::uint64_t>(*rc::gen::inRange(1, 4)), std::move(type));
  return type;
}

array::Type random_nested() {
  array::Type type = *rc::gen::inRange(0, 4) == 0 ? array::Type::string() : random_number();
  for (int depth = *rc::gen::inRange(1, 3); depth > 0; --depth) type = array::Type::list_of(std::move(type));
  return type;
}

array::Type random_record() {
  std::vector<std::string> names;
  std::vector<array::Type> contents;
  for (int member = *rc::gen::inRange(2, 5); member > 0; --member) {  // one leaf alone is read as a number
    names.push_back("m" + std::to_string(member));
    contents.push_back(random_fixed());
  }
  return array::Type::record_of(std::move(names), std::move(contents));
}

table::Column random_column(std::size_t number) {
  const std::string name = "c" + std::to_string(number);
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      return {.name = name, .type = array::Type::list_of(random_fixed())};
    case 1:
      return {.name = name, .type = random_nested(), .form = table::ListForm::standard_vector};
    case 2:
      return {.name = name, .type = array::Type::string()};
    case 3:
      return {.name = name, .type = array::Type::string(), .form = table::ListForm::standard_vector};
    case 4:
      return {.name = name, .type = random_record()};
    default:
      return {.name = name, .type = random_fixed()};
  }
}

table::Schema random_schema() {
  table::Schema schema{"Events", "", {}};
  const auto columns = *rc::gen::inRange<std::size_t>(1, 6);
  while (schema.columns.size() < columns) schema.columns.push_back(random_column(schema.columns.size()));
  return schema;
}

std::vector<array::Array> random_columns(const table::Schema& schema, std::size_t entries) {
  std::vector<array::Array> columns;
  for (const table::Column& column : schema.columns)
    columns.push_back(sample::noise_of(to_string(column.type), entries, *rc::gen::arbitrary<std::uint64_t>()));
  return columns;
}

TableOptions random_options() {
  return {.compression = compression::Settings::from_code(*rc::gen::element(0, 101, 404, 505)),
          .cluster_bytes = *rc::gen::inRange<std::uint64_t>(1, 20000),
          .cluster_entries = *rc::gen::inRange<std::uint64_t>(0, 60),
          .basket_bytes = *rc::gen::inRange<std::uint32_t>(1, 3000)};
}

/// Divide the entries among contexts, each a part of the job, and fill them in batches, one batch of each in turn.
void fill_at_random(TableWriter& tree, const std::vector<array::Array>& columns, std::size_t entries) {
  const auto contexts = *rc::gen::inRange<std::size_t>(1, 5);
  std::vector<FillContext> open;
  std::vector<std::size_t> next;
  std::vector<std::size_t> end;
  for (std::size_t context = 0; context < contexts; ++context) {
    open.push_back(tree.context());
    next.push_back(entries * context / contexts);
    end.push_back(entries * (context + 1) / contexts);
  }
  for (bool busy = true; busy;) {
    busy = false;
    for (std::size_t context = 0; context < contexts; ++context) {
      const std::size_t last = std::min(end[context], next[context] + *rc::gen::inRange<std::size_t>(1, 50));
      open[context].extend(sample::slices(columns, next[context], last));
      next[context] = last;
      busy = busy || last < end[context];
    }
  }
  for (FillContext& context : open) context.close();
}

}  // namespace

TEST_CASE(
    "round trip: any columns, split into any contexts, batches, clusters and baskets, are read back as they were") {
  const bool holds = rc::check("written columns are read back", [] {
    const table::Schema schema = random_schema();
    const auto entries = *rc::gen::inRange<std::size_t>(0, 120);
    const auto columns = random_columns(schema, entries);
    const auto disk = sample::empty_disk();
    const auto writer = sample::writer_to(disk);
    TableWriter tree = writer->add_table(schema, random_options());
    fill_at_random(tree, columns, entries);
    writer->close();
    const auto source = sample::source_of(disk);
    RC_ASSERT(sample::is_same(sample::read_all(source, schema), columns));
    RC_ASSERT(sample::is_gapless(sample::open(disk)->source(), sample::open(disk)->header()));
    const auto reader = sample::tree_of(source);
    const auto executor = schedule::make_serial_executor();
    const auto first = *rc::gen::inRange<std::size_t>(0, entries + 1);
    const auto last = *rc::gen::inRange<std::size_t>(first, entries + 1);
    for (std::size_t column = 0; column < columns.size(); ++column)
      RC_ASSERT(
          sample::is_same(reader->read(reader->tree().at(schema.columns[column].name), {{first}, {last}}, {*executor}),
                          columns[column].slice(first, last)));
  });
  CHECK(holds);
}

TEST_CASE("round trip: packed numbers that were read are written as the same values") {
  const bool holds = rc::check("packed numbers are stored once and for all", [] {
    table::Schema schema{"Events", "", {{.name = "x", .type = array::parse_type("var * float64")}}};
    schema.columns[0].packed_range =
        *rc::gen::element<std::string>("[]", "[0,0,7]", "[-10,10,12]", "[0,1]", "[0,pi,20]");
    const auto write = [&](const std::vector<array::Array>& columns) {
      const auto disk = sample::empty_disk();
      const auto writer = sample::writer_to(disk);
      TableWriter tree = writer->add_table(schema, random_options());
      FillContext context = tree.context();
      context.extend(columns);
      context.close();
      writer->close();
      return sample::read_all(sample::source_of(disk), schema);
    };
    const auto lists = *rc::gen::arbitrary<std::vector<std::vector<double>>>();
    std::vector<array::Array> columns;
    columns.push_back(sample::column_of(lists));
    const auto once = write(columns);
    RC_ASSERT(sample::is_same(write(once), once));
    RC_ASSERT(std::ranges::equal(once[0].list_offsets(), columns[0].list_offsets()));
  });
  CHECK(holds);
}
