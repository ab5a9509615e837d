#include "ramet/ntuple/detail/continued_ntuple.hpp"

#include "unit/ntuple/encode/sample_written.hpp"
#include "unit/ntuple/samples/sample_events.hpp"
#include "unit/ntuple/samples/sample_streamed.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::ntuple;

namespace {

ContinuedNTuple continued(std::shared_ptr<const io::ByteSource> source, std::string_view name) {
  const auto file = file::FileReader::open(std::move(source));
  return ContinuedNTuple(*file, file->key(name), sample::point_forms());
}

sample::WrittenNTuple recipe_of(std::vector<std::vector<std::uint64_t>> groups) {
  sample::WrittenNTuple recipe{{"n", "said", {}}, {}, std::move(groups)};
  for (const std::string type : {"int64", "2 * bool", "string"}) {
    recipe.table.columns.push_back({"f" + std::to_string(recipe.columns.size()), array::parse_type(type)});
    recipe.columns.push_back(sample::noise_of(type, 10));
  }
  return recipe;
}

}  // namespace

TEST_CASE("continued ntuple: its clusters end where the last one does, in each column") {
  const sample::WrittenNTuple recipe = recipe_of({{2, 3}, {4}});
  const ContinuedNTuple ntuple = continued(sample::file_of(recipe), "n");
  CHECK(ntuple.entries() == 9);
  CHECK(ntuple.groups().size() == 2);
  const auto characters = static_cast<std::uint64_t>(recipe.columns[2].list_offsets()[9]);
  CHECK(ntuple.end().elements == std::vector<std::uint64_t>{9, 18, 9, characters});
  CHECK(ntuple.plan().table.columns.size() == 3);
}

TEST_CASE("continued ntuple: without clusters it begins at the beginning") {
  const ContinuedNTuple ntuple = continued(sample::file_of(recipe_of({})), "n");
  CHECK(ntuple.entries() == 0);
  CHECK(ntuple.end().elements == std::vector<std::uint64_t>(4, 0));
}

TEST_CASE("continued ntuple: an anchor whose header is another's is damaged") {
  const auto source = sample::file_of(recipe_of({{2}}));
  const auto file = file::FileReader::open(source);
  const file::Key key = file->key("n");
  bytes::Buffer contents(source->size());
  source->read_at(0, contents.span());
  contents.span()[key.seek + key.key_length + 20] ^= std::byte{1};
  CHECK_THROWS_AS(continued(io::source_of(std::move(contents), "x.root"), "n"), Error);
}
