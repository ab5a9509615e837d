// A basket's record and what becomes of it. Input: | layout 1 | entries 1 | rows 1 | record |

#include <algorithm>
#include <array>

#include "fuzz_target.hpp"

#include "ramet/bytes/endian.hpp"
#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/tree/detail/basket_encoder.hpp"
#include "ramet/tree/internal/decode/column_decoder.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::size_t input_header_size = 3;
constexpr std::uint64_t seek = 100;

struct Form {
  const char* type;
  table::ListForm form = table::ListForm::counted;
  const char* packed_range = "";
};
constexpr std::array forms = {Form{"int32"},
                              Form{"bool"},
                              Form{"2 * 3 * uint16"},
                              Form{"float64", table::ListForm::counted, "[0,100,16]"},
                              Form{"float32", table::ListForm::counted, "[]"},
                              Form{"var * float32"},
                              Form{"var * 2 * int64"},
                              Form{"string"},
                              Form{"{a: int8, b: 2 * float64}"},
                              Form{"string", table::ListForm::standard_vector},
                              Form{"var * uint8", table::ListForm::standard_vector},
                              Form{"var * string", table::ListForm::standard_vector},
                              Form{"var * var * float64", table::ListForm::standard_vector},
                              Form{"var * var * var * bool", table::ListForm::standard_vector}};

BranchPlan plan_of(std::size_t form) {
  table::Column column{.name = "x", .type = array::parse_type(forms[form].type), .form = forms[form].form};
  column.packed_range = forms[form].packed_range;
  return plan_branches({"Events", "", {column}}).back();
}

ColumnLayout layout_for(std::size_t form) {
  const BranchPlan plan = plan_of(form);
  ColumnLayout layout;
  layout.packing = plan.packing;
  layout.type = array::parse_type(forms[form].type);
  layout.coding = plan.coding;
  layout.values_per_row = plan.values_per_row();
  layout.leaves = plan.leaves;
  if (layout.packing == Packing::standard_vector && layout.type.contents.front().kind == array::Kind::number)
    layout.skip = 10;
  layout.has_head = layout.packing == Packing::standard_vector;
  return layout;
}

/// Columns of a few values, none of them empty.
array::ArrayBuilder some_values(const array::Type& type, std::size_t count) {
  array::ArrayBuilder values(type);
  values.length = count;
  if (type.kind == array::Kind::number) {
    values.values.resize(count * array::size_of(type.number));
    for (std::size_t byte = 0; byte < values.values.size(); ++byte)
      values.values.data()[byte] = static_cast<std::byte>(type.number == array::NumberType::boolean ? 1 : byte % 100);
  } else if (type.kind == array::Kind::record) {
    for (std::size_t member = 0; member < type.contents.size(); ++member)
      values.contents[member] = some_values(type.contents[member], count);
  } else if (type.kind == array::Kind::regular) {
    values.contents[0] = some_values(type.contents[0], count * type.size);
  } else {
    for (std::size_t value = 1; value <= count; ++value)
      array::append_offset(values, static_cast<std::int64_t>(2 * value));
    if (type.kind == array::Kind::list) values.contents[0] = some_values(type.contents[0], 2 * count);
    for (std::size_t byte = 0; type.kind == array::Kind::string && byte < 2 * count; ++byte)
      values.values.extend(1)[0] = std::byte{'a'};
  }
  return values;
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() < input_header_size) return;
  const std::size_t form = std::to_integer<std::size_t>(input[0]) % forms.size();
  const auto entries = std::to_integer<std::uint64_t>(input[1]);
  const std::size_t first = std::min<std::uint64_t>(std::to_integer<std::uint64_t>(input[2]), entries);
  const auto record = input.subspan(input_header_size);
  bytes::Buffer contents(seek);
  contents.append(record);
  const auto source = io::source_of(std::move(contents), "some.root");
  Branch branch;
  branch.name = std::string("x");
  const ColumnLayout layout = layout_for(form);
  branch.lazy_layout = LazyLayout(layout);
  branch.baskets = BasketIndex({0, entries}, {{seek, static_cast<std::uint32_t>(record.size())}});
  BasketReader reader;
  const Basket basket = reader.read(*source, branch, {0});
  require(basket.entries == entries, "a basket has the entries that its tree says");
  array::ArrayBuilder whole(layout.type);
  decode_rows(layout, basket, {0, basket.entries}, whole);
  array::validate(whole.borrow());
  require(whole.length == entries, "every entry becomes a value");
  array::ArrayBuilder parts(layout.type);
  decode_rows(layout, basket, {0, first}, parts);
  decode_rows(layout, basket, {first, basket.entries}, parts);
  array::validate(parts.borrow());
  require(parts.length == whole.length && parts.byte_count() == whole.byte_count(), "two parts make the whole");
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all;
  const std::string tree_name = "Events";
  BasketEncoder encoder;
  for (std::size_t form = 0; form < forms.size(); ++form)
    for (const int code : {0, 101, 505}) {
      constexpr std::uint8_t entries = 40;
      std::vector<array::Array> columns;
      columns.push_back(some_values(array::parse_type(forms[form].type), entries).finish());
      bytes::Buffer encoded;
      std::vector<EncodedBasket> baskets;
      BranchMaximum maximum;
      encoder.encode(
          {.tree_name = tree_name, .basket_size = 1 << 20, .compression = compression::Settings::from_code(code)},
          plan_of(form), columns, 0, entries, encoded, baskets, maximum, {});
      require(baskets.size() == 1, "a seed is one basket");
      Bytes input{static_cast<std::byte>(form), std::byte{entries}, std::byte{7}};
      input.insert(input.end(), encoded.span().begin(), encoded.span().end());
      all.push_back(std::move(input));
    }
  return all;
}
