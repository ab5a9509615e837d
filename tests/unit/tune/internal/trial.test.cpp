#include "ramet/tune/internal/trial.hpp"

#include "unit/tune/sample_table.hpp"
#include <doctest/doctest.h>

#include "ramet/dataset/session.hpp"
#include "ramet/dataset/table.hpp"

using namespace ramet;
using namespace ramet::tune::internal;

TEST_CASE("trial: what is written has all entries, the clusters and the compressions of the profile") {
  for (const write::Format format : {write::Format::ttree, write::Format::rntuple}) {
    const Sample taken = sample::counting_sample(40'000, format);
    const tune::Profile profile{.compression = compression::Settings::parse("none"),
                                .columns = {{"x", compression::Settings::parse("zlib:6")}},
                                .cluster_bytes = 200'000};
    const Written plain = write_sample(taken, format, profile);
    CHECK(plain.bytes == plain.file->size());
    CHECK(plain.seconds > 0);
    const auto executor = schedule::make_serial_executor();
    const dataset::Session session(*executor);
    const auto rows = dataset::open_table(session.open(plain.file), "Events");
    CHECK(rows->entries() == 40'000);
    CHECK(rows->cluster_starts().size() > 4);
    const auto columns = rows->columns();
    const auto is_packed = [&](std::string_view name) {
      for (const dataset::Column& column : columns)
        if (column.name == name) return 10 * column.compressed_bytes < 9 * column.uncompressed_bytes;
      return false;
    };
    CHECK(is_packed("x"));
    CHECK_FALSE(is_packed("y"));
  }
}

TEST_CASE("trial: reading fewer columns takes less, and bytes take time") {
  const Sample taken = sample::counting_sample(200'000, write::Format::ttree);
  const Written written =
      write_sample(taken, write::Format::ttree, {.compression = compression::Settings::parse("lzma:4")});
  const double all = seconds_to_read(written.file, taken.stored.schema, {true, true, true, true});
  const double one = seconds_to_read(written.file, taken.stored.schema, {true, false, false, false});
  CHECK(all > 1.5 * one);
  CHECK(seconds_to_read(written.file, taken.stored.schema, {false, false, false, false}) == 0);
  CHECK(seconds_per_byte(10'000'000) > 0);
  CHECK(seconds_per_byte(10'000'000) < 1e-6);
}
