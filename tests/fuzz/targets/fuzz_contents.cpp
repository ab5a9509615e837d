// Whole files and all that is in them: trees, ntuples, objects, figures. Input: the bytes of a file.

#include <string>

#include "badinput/everything.hpp"
#include "fuzz_target.hpp"
#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/tree/samples/sample_tree.hpp"

#include "ramet/core/error.hpp"
#include "ramet/dataset/session.hpp"

using namespace ramet;

namespace {

constexpr std::uint64_t most_entries = 2000;

fuzz::Bytes bytes_of(const io::ByteSource& source) {
  fuzz::Bytes bytes(source.size());
  source.read_at(0, bytes);
  return bytes;
}

fuzz::Bytes tree_file(compression::Settings settings) {
  const std::vector<std::string> types = {"int32", "var * float32", "string", "{a: int8, b: 2 * float64}"};
  sample::TreeRecipe recipe{sample::schema_of(types), {}, {5, 7}, 200, settings};
  for (const std::string& type : types) recipe.columns.push_back(sample::noise_of(type, 12, recipe.columns.size()));
  return bytes_of(*sample::file_of(recipe));
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  bytes::Buffer contents;
  contents.append(input);
  const auto executor = schedule::make_serial_executor();
  const dataset::Session session(*executor);
  const auto file = session.open(io::source_of(std::move(contents), "input"));
  const badinput::Everything once = badinput::read_everything(*file, *executor, most_entries);
  require(badinput::read_everything(*file, *executor, most_entries).content == once.content,
          "a file gives the same every time");
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all;
  for (const int code : {0, 505}) all.push_back(tree_file(compression::Settings::from_code(code)));
  const sample::NTupleFile ntuple(sample::events({false, false, 5}, {9, 1, 12}));
  all.emplace_back(ntuple.contents.span().begin(), ntuple.contents.span().end());
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader& file) { return whole_of(file); }
