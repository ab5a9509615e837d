// What is removed leaves space, and clusters that come later fill it.
#include "integration/sample_updates.hpp"
#include "unit/merge/internal/formats/sample_ntuples.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::merge;
using sample::update;

namespace {

void fill(ParallelTree tree, std::size_t entries) {
  auto context = tree.context();
  for (std::size_t first = 0; first < entries; first += 1000)
    context.extend(sample::counting(static_cast<std::int64_t>(first), 1000));
  context.close();
}

std::vector<array::Array> read(const sample::Disk& disk, Format format, std::string_view path = "Events") {
  const auto source = sample::source_of(disk);
  return format == Format::rntuple ? sample::read_fields(source, path)
                                   : sample::read_all(source, sample::counting_schema(), path);
}

// Plain, so that sizes say what was written.
const WriterOptions plain{.compression = compression::Settings::from_code(0)};

}  // namespace

TEST_CASE("updating space: a table that is removed and written anew, again and again, does not make the file grow") {
  for (const Format format : {Format::ttree, Format::rntuple})
    for (const std::string directory : {"", "dir"}) {
      CAPTURE(directory);
      const TreeOptions options{.format = format, .cluster_entries = 5000};
      const auto disk = sample::empty_disk();
      auto writer = sample::writer_to(disk, plain);
      fill(writer->add_tree(sample::counting_schema(), options, directory), 50'000);
      writer->close();
      const std::size_t once = disk->contents().size();
      for (int round = 0; round < 10; ++round) {
        writer = update(disk, plain);
        writer->remove(directory, "Events");
        fill(writer->add_tree(sample::counting_schema(), options, directory), 50'000);
        writer->close();
        const std::string path = directory.empty() ? "Events" : directory + "/Events";
        CHECK(sample::is_same(read(disk, format, path), sample::counting(0, 50'000)));
        CHECK(sample::is_gapless(*sample::source_of(disk), sample::open(disk)->header()));
      }
      // A directory's old state is led to until a commit is done: what it had is free one commit later.
      CHECK(disk->contents().size() < (directory.empty() ? 11 : 21) * once / 10);
    }
}

TEST_CASE("updating space: threads fill holes side by side while checkpoints are made, and nothing is overwritten") {
  for (const Format format : {Format::ttree, Format::rntuple}) {
    const auto disk = sample::empty_disk();
    auto writer = sample::writer_to(disk, plain);
    auto schema = sample::counting_schema();
    for (const std::string name : {"Old", "Kept", "Older"}) {
      schema.name = name;
      fill(writer->add_tree(schema, {.format = format, .cluster_entries = 777}), 30'000);
    }
    writer->close();
    writer = update(disk, plain);
    writer->remove("", "Old");
    writer->remove("", "Older");
    writer->checkpoint();
    const std::size_t before = disk->contents().size();
    ParallelTree tree = writer->add_tree(sample::counting_schema(), {.format = format, .cluster_entries = 500});
    constexpr std::size_t parts = 4;
    sample::fill_side_by_side(tree, parts, 0, 1000, [&] {
      writer->checkpoint();
      CHECK(sample::open(disk)->key("Kept").name == "Kept");
    });
    writer->close();
    CHECK(sample::is_same(read(disk, format), sample::counting(0, 40'000)));
    const auto source = sample::source_of(disk);
    schema.name = "Kept";
    const auto kept =
        format == Format::rntuple ? sample::read_fields(source, "Kept") : sample::read_all(source, schema, "Kept");
    CHECK(sample::is_same(kept, sample::counting(0, 30'000)));
    CHECK(sample::is_gapless(*source, file::FileReader::open(source)->header()));
    CHECK(disk->contents().size() < before + before / 10);
  }
}
