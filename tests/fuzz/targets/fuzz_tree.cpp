// The record of a TTree, uncompressed, or only its branches. Input: an ObjectInput of class 0, or 1.

#include "fuzz_target.hpp"
#include "unit/tree/samples/sample_branch.hpp"

#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/tree/basket.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"
#include "ramet/tree/internal/branch_parser.hpp"
#include "ramet/tree/internal/decode/column_decoder.hpp"
#include "ramet/tree/internal/tree_parser.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

constexpr std::size_t key_length = 60;

// Parsing must not depend on what was parsed before, so one catalogue serves all inputs.
const std::shared_ptr<const tree::ClassLayouts>& classes() {
  static const auto shared = std::make_shared<const tree::ClassLayouts>(nullptr, schema::make_catalogue());
  return shared;
}

void check_branch(const Branch& branch) {
  const EntryRange stored = branch.stored_entries();
  for (std::uint64_t number = 0; number < basket_count(branch); ++number) {
    const EntryRange entries = basket_entries(branch, {number});
    fuzz::require(stored.first <= entries.first && entries.last <= stored.last,
                  "a basket lies in its branch's entries");
    if (!entries.empty())
      fuzz::require(basket_of(branch, entries.first).number == number, "an entry's basket is the one that has it");
  }
  // Embedded baskets can be decoded without a file.
  BasketReader reader;
  const auto nothing = io::source_of(bytes::Buffer(), "nothing");
  for (std::uint64_t number = 0; number < basket_count(branch); ++number) {
    if (embedded_basket(branch, {number}) == nullptr) continue;
    if (!branch.layout().is_readable()) break;
    array::ArrayBuilder to(branch.layout().type);
    try {
      const Basket basket = reader.read(*nothing, branch, {number});
      decode_rows(branch.layout(), basket, {0, basket.entries}, to);
      array::validate(to.borrow());
    } catch (const Error& error) {
      fuzz::require(error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported, error.what());
    }
  }
}

table::Schema schema_of_all() {
  table::Schema schema{"Events", "", {}};
  for (const char* const type : {"int32", "var * float32", "string", "{a: int8, b: 2 * float64}", "3 * bool"})
    schema.columns.push_back({.name = "c" + std::to_string(schema.columns.size()), .type = array::parse_type(type)});
  for (const char* const type : {"var * float64", "string"})
    schema.columns.push_back({.name = "v" + std::to_string(schema.columns.size()),
                              .type = array::parse_type(type),
                              .form = table::ListForm::standard_vector});
  schema.columns.push_back({.name = "d", .type = array::parse_type("float64"), .packed_range = "[0,100,16]"});
  return schema;
}

/// Branches alone, as they are inside of a tree's record.
void check_branches(const fuzz::ObjectInput& object) {
  object::ObjectReader reader(object.record, object.key_length, classes()->view());
  tree::internal::BranchParser parser;
  auto branches = parser.read_branches(reader);
  parser.finish(reader, branches, classes().get());
  for (const Branch& branch : branches) check_branch(branch);
}

/// With baskets inside of the branch, behind those with records and between them.
std::vector<sample::BranchRecipe> recipes_of_branches() {
  sample::BranchRecipe last{.write_basket = 1, .entries = 7};
  last.basket_bytes[0] = 80;
  last.basket_seek[0] = 100;
  last.basket_entry = {0, 4, 7};
  last.baskets = {{.number = 1, .data = {7, 8, 9}, .entries = 3}};
  sample::BranchRecipe between{.write_basket = 3, .entries = 9};
  between.basket_bytes = {80, 0, 90};
  between.basket_seek = {100, 0, 200};
  between.basket_entry = {0, 4, 6, 9};
  between.baskets = {{.number = 1, .data = {1, 2}, .entries = 2}};
  sample::BranchRecipe varying{.entries = 3, .leaf_class = "TLeafC"};
  varying.baskets = {{.data = {1, 'a', 0}, .offsets = {0, 2, 2}, .entries = 3, .flag = 11}};
  return {last, between, varying};
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  const ObjectInput object = object_input(input);
  if (object.class_number == 1) return check_branches(object);
  file::Record record;
  record.key_length = object.key_length;
  record.bytes.append(object.record);
  const Tree tree = tree::internal::parse_tree(record, "TTree", classes());
  require(tree.cluster_starts.front() == 0, "clusters begin at entry 0");
  require(tree.cluster_starts.back() == tree.entries || tree.cluster_count() == 0, "clusters end with the tree");
  const auto branches = all_branches(tree);
  for (const NamedBranch& named : branches) {
    check_branch(*named.branch);
    require(tree.find(named.path) != nullptr, "a branch is found by its path");
  }
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all;
  const table::Schema schema = schema_of_all();
  const auto plan = plan_branches(schema);
  for (const std::size_t baskets : {0U, 1U, 12U}) {
    TreeContents contents;
    contents.branches.resize(plan.size());
    for (std::size_t basket = 0; basket < baskets; ++basket) {
      contents.entries += 5;
      contents.cluster_sizes.push_back(5);
      for (BranchContents& branch : contents.branches) branch.baskets.push_back({5, 70, 90, 1000 + 100 * basket});
    }
    const bytes::Buffer payload = encode_tree(schema, plan, contents, 32000, {}, key_length);
    all.push_back(object_seed(0, key_length, payload.span()));
  }
  for (const sample::BranchRecipe& recipe : recipes_of_branches())
    all.push_back(object_seed(1, key_length, sample::branch_array(recipe, key_length).span()));
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader& file) {
  return object_seeds_of(file,
                         [](std::string_view class_name) -> std::ptrdiff_t { return class_name == "TTree" ? 0 : -1; });
}
