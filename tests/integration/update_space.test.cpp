// The space of removed objects is reused by later clusters.
#include "integration/sample_updates.hpp"
#include "unit/write/internal/formats/sample_ntuples.hpp"
#include <doctest/doctest.h>

#include "ramet/file/detail/cluster_mark.hpp"
#include "ramet/file/detail/container_check.hpp"
#include "ramet/file/internal/existing_file.hpp"

using namespace ramet;
using namespace ramet::write;
using sample::error_of;
using sample::update;

namespace {

void fill(TableWriter tree, std::size_t entries) {
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

/// Whether there are marks of clusters in free segments.
bool has_lost_clusters(const sample::Disk& disk) {
  const auto source = sample::source_of(disk);
  const auto existing = file::look_at(*file::FileReader::open(source), file::OnLeftovers::refuse);
  return std::ranges::any_of(existing.free.all(), [&](io::Extent segment) {
    bytes::Buffer bytes(segment.size);
    source->read_at(segment.offset, bytes.span());
    for (std::uint64_t at = 0; at < segment.size; ++at) {
      bytes::ByteCursor cursor(std::as_const(bytes).span().subspan(at), segment.offset + at);
      try {
        const file::Key key = file::read_record_head(cursor);
        if (key.seek == segment.offset + at && file::is_cluster_mark(key)) return true;
      } catch (const Error&) {
        continue;  // not a head
      }
    }
    return false;
  });
}

// Uncompressed, so that sizes follow from the entries.
const WriterOptions plain{.compression = compression::Settings::from_code(0)};

}  // namespace

TEST_CASE("updating space: a table that is removed and written again many times does not make the file grow") {
  for (const Format format : {Format::ttree, Format::rntuple})
    for (const std::string directory : {"", "dir"}) {
      CAPTURE(directory);
      const TableOptions options{.format = format, .cluster_entries = 5000};
      const auto disk = sample::empty_disk();
      auto writer = sample::writer_to(disk, plain);
      fill(writer->add_table(sample::in(directory, sample::counting_schema()), options), 50'000);
      writer->close();
      const std::size_t once = disk->contents().size();
      for (int round = 0; round < 10; ++round) {
        writer = update(disk, plain);
        writer->remove(directory + "/Events");
        fill(writer->add_table(sample::in(directory, sample::counting_schema()), options), 50'000);
        writer->close();
        const std::string path = directory.empty() ? "Events" : directory + "/Events";
        CHECK(sample::is_same(read(disk, format, path), sample::counting(0, 50'000)));
        CHECK(sample::is_gapless(*sample::source_of(disk), sample::open(disk)->header()));
      }
      // A directory's old state is in use until the commit is done, so its space is free one commit later.
      CHECK(disk->contents().size() < (directory.empty() ? 11 : 21) * once / 10);
    }
}

TEST_CASE("updating space: threads fill holes in parallel during checkpoints, and nothing is overwritten") {
  for (const Format format : {Format::ttree, Format::rntuple}) {
    const auto disk = sample::empty_disk();
    auto writer = sample::writer_to(disk, plain);
    auto schema = sample::counting_schema();
    for (const std::string name : {"Old", "Kept", "Older"}) {
      schema.name = name;
      fill(writer->add_table(schema, {.format = format, .cluster_entries = 777}), 30'000);
    }
    writer->close();
    writer = update(disk, plain);
    writer->remove("Old");
    writer->remove("Older");
    writer->checkpoint();
    const std::size_t before = disk->contents().size();
    TableWriter tree = writer->add_table(sample::counting_schema(), {.format = format, .cluster_entries = 500});
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

TEST_CASE("updating space: clusters of a dead writer in holes are overwritten only on request") {
  for (const Format format : {Format::ttree, Format::rntuple}) {
    const TableOptions options{.format = format, .cluster_entries = 1000};
    const auto disk = sample::empty_disk();
    auto writer = sample::writer_to(disk, plain);
    auto schema = sample::counting_schema();
    for (const std::string name : {"Old", "Kept"}) {
      schema.name = name;
      fill(writer->add_table(schema, options), 20'000);
    }
    writer->close();
    writer = update(disk, plain);
    writer->remove("Old");
    TableWriter tree = writer->add_table(sample::counting_schema(), options);
    writer->checkpoint();
    const std::size_t before = disk->contents().size();
    fill(tree, 5000);
    CHECK(disk->contents().size() == before);  // all of it is in holes
    const auto killed = sample::empty_disk();
    killed->write_at(0, disk->contents().span());
    writer->close();

    CHECK(error_of([&] { update(killed); }).find("the free segment at byte") != std::string::npos);
    const auto remarks = file::check_container(*sample::open(killed)).remarks;
    CHECK(std::ranges::any_of(remarks,
                              [](const std::string& remark) { return remark.starts_with("clusters stand in "); }));
    writer = update(killed, {.compression = plain.compression, .leftovers = file::OnLeftovers::overwrite});
    writer->make_directory("new");
    writer->checkpoint();
    fill(writer->open_table("Events", options), 15'000);
    writer->close();
    CHECK(killed->contents().size() < before + before / 10);
    CHECK(sample::is_same(read(killed, format), sample::counting(0, 15'000)));
    CHECK_FALSE(has_lost_clusters(killed));
    CHECK(file::check_container(*sample::open(killed)).remarks.empty());
  }
}
