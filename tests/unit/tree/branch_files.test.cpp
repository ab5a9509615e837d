#include "ramet/tree/branch_files.hpp"

#include <cstring>
#include <fstream>

#include "temporary_folder.hpp"
#include "unit/tree/samples/sample_tree.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

sample::TreeRecipe some_recipe() {
  sample::TreeRecipe recipe{sample::schema_of({"int32", "float64"}), {}, {60, 40}};
  recipe.columns.push_back(sample::noise_of("int32", 100));
  recipe.columns.push_back(sample::noise_of("float64", 100));
  return recipe;
}

void save(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// A tree whose baskets, all of them, are in "baskets.root" beside it. Threads: one thread.
struct TwoFiles {
  TemporaryFolder folder;
  sample::TreeRecipe recipe = some_recipe();
  std::unique_ptr<TreeReader> reader;
  std::vector<Branch> branches;
  std::unique_ptr<schedule::Executor> executor = schedule::make_serial_executor();

  TwoFiles() {
    const auto file = sample::file_of(recipe);
    bytes::Buffer contents(file->size());
    file->read_at(0, contents.span());
    save(folder / "baskets.root", contents.span());
    const auto whole = sample::tree_of(file);
    for (const Branch& branch : whole->tree().branches)
      for (std::uint64_t basket = 0; basket < branch.baskets.size(); ++basket)
        std::memset(contents.data() + branch.baskets.location({basket}).seek, 0,
                    branch.baskets.location({basket}).record_size);
    save(folder / "tree.root", contents.span());
    reader = sample::tree_of(io::open_local(folder / "tree.root"));
    branches = reader->tree().branches;
    for (Branch& branch : branches) branch.file_name = "baskets.root";
  }

  array::Array column(std::size_t number) const {
    return reader->read(branches[number], reader->tree().all_entries(), {.executor = *executor});
  }
  std::string error() const {
    try {
      column(0);
    } catch (const Error& error) {
      return fmt::format("{}: {}", to_string(error.kind()), error.what());
    }
    return "none";
  }
};

}  // namespace

TEST_CASE("branch files: baskets that are in another file are read from the one beside the tree's") {
  const TwoFiles files;
  for (std::size_t number = 0; number < 2; ++number)
    CHECK(sample::is_same(files.column(number), files.recipe.columns[number]));
  const Branch* const both[] = {&files.branches[0], &files.branches[1]};
  std::size_t seen = 0;
  files.reader->for_each_batch(
      both, files.reader->tree().all_entries(), 30, {.executor = *files.executor}, [&](const Batch& batch) {
        for (std::size_t column = 0; column < 2; ++column)
          CHECK(sample::is_same(batch.columns[column], files.recipe.columns[column].slice(batch.entries.first.number,
                                                                                          batch.entries.last.number)));
        seen += batch.entries.size();
      });
  CHECK(seen == 100);
}

TEST_CASE("branch files: each file is opened once") {
  const TwoFiles files;
  const BranchFiles sources(files.reader->file().source());
  CHECK(&sources.source_of(files.branches[0]) == &sources.source_of(files.branches[1]));
  CHECK(&sources.source_of(files.reader->tree().branches[0]) == &files.reader->file().source());
}

TEST_CASE("branch files: one that is missing, or elsewhere, is named with the branch") {
  TwoFiles files;
  files.branches[0].file_name = "none.root";
  CHECK(
      files.error().starts_with("file_missing: branch 'c0': its baskets are in another file, 'none.root': there is no "
                                "file 'none.root' beside '"));
  files.branches[0].file_name = "/data/none.root";
  CHECK(files.error().starts_with("unsupported: branch 'c0': its baskets are in another file, '/data/none.root': "));
  files.branches[0].file_name = "../baskets.root";
  CHECK(files.error().find("is outside of the folder") != std::string::npos);
  files.branches[0].file_name = "tree.root";
  CHECK(files.error().starts_with("corrupt: '"));
}

TEST_CASE("branch files: a file in memory has no files beside it") {
  const auto reader = sample::tree_of(sample::file_of(some_recipe()));
  Branch branch = reader->tree().branches[0];
  branch.file_name = "baskets.root";
  CHECK_THROWS_WITH_AS(reader->source_of(branch), doctest::Contains("has no files beside it"), Error);
}
