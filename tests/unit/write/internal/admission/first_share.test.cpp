#include "ramet/write/internal/admission/first_share.hpp"

#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/write/internal/output/table_output.hpp"

using namespace ramet;
using namespace ramet::write;
using internal::smallest_share;

TEST_CASE("first share: gathered rows do not keep a context from beginning, but held rows do") {
  internal::OutputFile file(file::FileWriter::create(std::make_unique<sample::SharedSink>(sample::empty_disk())),
                            2 * smallest_share);
  internal::TableOutput table(file, 0U, internal::TablePlace{{0}, sample::file_of(file).seek_of({0})},
                              sample::counting_schema(), {});
  internal::Sheaf sheaf;
  sheaf.append(sample::counting(0, 20'000), 0, 20'000, {0, 0});
  sheaf.memory = file.admission.budget().reserve_anyway(sheaf.memory_bytes());
  const std::uint64_t gathered = sheaf.memory.bytes();
  table.rows().gatherer().add(sheaf);
  const auto first = internal::first_share(file, table, 0);
  const auto second = internal::first_share(file, table, 1);
  CHECK(file.admission.budget().used() == 2 * smallest_share + gathered);
  CHECK(sample::error_of([&] { internal::first_share(file, table, 2); }) ==
        fmt::format("misuse: a memory budget of {} bytes, of which {} are used, has no room for another fill context, "
                    "which needs {} bytes",
                    2 * smallest_share, 2 * smallest_share + gathered, smallest_share));
}
