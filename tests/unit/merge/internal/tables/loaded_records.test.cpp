#include "ramet/merge/internal/tables/loaded_records.hpp"

#include "unit/merge/sample_inputs.hpp"
#include <doctest/doctest.h>

using namespace ramet;

TEST_CASE("loaded records: views have the bytes of the records, in whatever order they were asked for") {
  bytes::Buffer bytes(100);
  for (std::size_t at = 0; at < 100; ++at) bytes.data()[at] = static_cast<std::byte>(at);
  const auto source = io::source_of(std::move(bytes), "some.root");
  merge::internal::LoadedRecords records;
  records.add(*source, {90, 10});
  records.add(*source, {5, 20});
  records.read();
  CHECK(records.size() == 30);
  const io::ByteSource& loaded = records.of(*source);
  CHECK(loaded.name() == "some.root");
  CHECK(loaded.view(5, 20).value()[19] == std::byte{24});
  CHECK(loaded.view(90, 10).value()[0] == std::byte{90});
  CHECK_FALSE(loaded.view(6, 3).has_value());
  CHECK_FALSE(loaded.view(5, 21).has_value());
}

TEST_CASE("loaded records: one beyond the end of its source is refused before memory is taken") {
  const auto source = io::source_of(bytes::Buffer(100), "some.root");
  merge::internal::LoadedRecords records;
  CHECK(sample::error_of([&] { records.add(*source, {90, std::uint64_t{1} << 60}); }).find("some.root") !=
        std::string::npos);
}
