#include "ramet/io/detail/distant/stamped.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

#include "ramet/io/detail/distant/ahead_source.hpp"
#include "ramet/io/detail/distant/counted_source.hpp"
#include "ramet/io/traffic.hpp"

using namespace ramet;
using namespace ramet::io;

TEST_CASE("stamps: those of local files are other ones after they were written again") {
  const TemporaryFolder folder;
  const auto path = folder / "a";
  std::ofstream(path) << "abc";
  const auto first = open_local(path);
  const std::string stamp = stamp_of(*first);
  CHECK(stamp.starts_with("3 bytes, mtime "));
  CHECK(stamp_of(*open_local(path, LocalAccess::mapped)) == stamp);
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::microseconds(3));
  CHECK(stamp_of(*open_local(path)) != stamp);
  CHECK(stamp_of(*first) == stamp);  // of what was opened
  std::ofstream(path) << "abcd";
  CHECK(stamp_of(*open_local(path)).starts_with("4 bytes, mtime "));
}

TEST_CASE("stamps: sources around one have its stamp, and memory has its size") {
  const TemporaryFolder folder;
  std::ofstream(folder / "a") << "abc";
  const auto local = open_local(folder / "a");
  CHECK(stamp_of(AheadSource(local, std::make_shared<AheadBudget>(100))) == stamp_of(*local));
  CHECK(stamp_of(CountedSource(local, std::make_shared<Traffic>())) == stamp_of(*local));
  CHECK(stamp_of(*source_of(buffer_of("abc"), "letters")) == "3 bytes");
}
