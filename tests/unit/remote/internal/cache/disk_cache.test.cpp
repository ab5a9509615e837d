#include "ramet/remote/internal/cache/disk_cache.hpp"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::remote::internal;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t size = 300'000;

std::vector<std::byte> contents() {
  std::vector<std::byte> bytes(size);
  for (std::size_t place = 0; place < size; ++place) bytes[place] = static_cast<std::byte>(place * 2654435761U >> 24U);
  return bytes;
}

/// Whether the cache has these bytes, and they are right.
bool has(const CachedExtents& extents, std::size_t offset, std::size_t count) {
  const auto all = contents();
  std::vector<std::byte> found(count);
  if (!extents.may_have(offset, count) || !extents.copy(offset, found)) return false;
  CHECK(std::ranges::equal(found, std::span(all).subspan(offset, count)));
  return true;
}

void keep(CachedExtents& extents, std::size_t offset, std::size_t count) {
  const auto all = contents();
  extents.keep(offset, std::span(all).subspan(offset, count));
}

std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  return files;
}

}  // namespace

TEST_CASE("disk cache: bytes are put together of runs that overlap, also by another process") {
  const TemporaryFolder folder;
  const auto cache = std::make_shared<DiskCache>(folder / "cache", 1 << 30);
  CachedExtents one(cache, "a\n1");
  CHECK(!has(one, 0, 1));
  keep(one, 1'000, 100'000);
  keep(one, 90'000, 50'000);
  keep(one, 1'000, 10);
  keep(one, 200'000, 100'000);
  const CachedExtents other(std::make_shared<DiskCache>(folder / "cache", 1 << 30), "a\n1");
  for (const CachedExtents* extents : {&std::as_const(one), &other}) {
    CHECK(has(*extents, 1'000, 139'000));
    CHECK(has(*extents, 65'535, 2));
    CHECK(has(*extents, 139'999, 1));
    CHECK(has(*extents, 299'990, 10));
    CHECK(!has(*extents, 999, 2));
    CHECK(!has(*extents, 139'999, 2));
    CHECK(!has(*extents, 139'999, 100'000));
  }
  CHECK(!has(CachedExtents(cache, "a\n2"), 1'000, 1));  // another version
  CHECK((fs::status(folder / "cache").permissions() & fs::perms::others_all) == fs::perms::none);
}

TEST_CASE("disk cache: what was damaged is not there any longer") {
  const TemporaryFolder folder;
  const auto cache = std::make_shared<DiskCache>(folder / "cache", 1 << 30);
  for (const std::size_t place : {std::size_t{0}, std::size_t{9}, std::size_t{20}, std::size_t{100'000}}) {
    CAPTURE(place);
    CachedExtents extents(cache, std::to_string(place));
    keep(extents, 0, size);
    REQUIRE(has(extents, 0, size));
    const fs::path file = files_of(folder / "cache").front();
    {
      std::fstream damaged(file, std::ios::in | std::ios::out | std::ios::binary);
      damaged.seekg(static_cast<std::streamoff>(place));
      const char old = static_cast<char>(damaged.get());
      damaged.seekp(static_cast<std::streamoff>(place));
      damaged.put(static_cast<char>(old ^ 1));
    }
    CHECK(!has(extents, 0, size));
    keep(extents, 0, size);
    CHECK(has(extents, 0, size));
    fs::resize_file(file, 200'000);
    CHECK(!has(extents, 0, size));
    fs::remove_all(folder / "cache");
    CHECK(!has(extents, 0, size));
  }
}

TEST_CASE("disk cache: the oldest go when there is too much") {
  const TemporaryFolder folder;
  const auto cache = std::make_shared<DiskCache>(folder / "cache", 10 * 10'000);
  CachedExtents extents(cache, "a");
  for (std::size_t number = 0; number < 25; ++number) {
    keep(extents, number * 10'000, 10'000);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK((has(extents, 0, 10'000) || number > 20));  // it is used all the time
  }
  std::uint64_t total = 0;
  for (const fs::path& file : files_of(folder / "cache")) total += fs::file_size(file);
  CHECK(total <= 12 * 10'000);
  CHECK(has(extents, 0, 10'000));
  CHECK(!has(extents, 10'000, 10'000));
  CHECK(has(extents, 240'000, 10'000));
}

TEST_CASE("disk cache: files of others in its folder stay") {
  const TemporaryFolder folder;
  const std::string long_name(32, 'a');
  const std::vector<fs::path> others = {folder / "thesis.txt", folder / "0-10", folder / "data" / "0-10",
                                        folder / long_name / "notes.txt", folder / long_name / "new-writing"};
  for (const fs::path& path : others) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << std::string(1'000, 'x');
  }
  CachedExtents extents(std::make_shared<DiskCache>(folder.path(), 1'000), "a");
  for (std::size_t number = 0; number < 5; ++number) keep(extents, number * 10'000, 10'000);
  for (const fs::path& path : others) CHECK(fs::exists(path));
  CHECK(files_of(folder.path()).size() == others.size());
}

TEST_CASE("disk cache: a folder that cannot be written is as none") {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "x";
  CachedExtents extents(std::make_shared<DiskCache>(folder / "file" / "cache", 1 << 20), "a");
  keep(extents, 0, 100);
  CHECK(!has(extents, 0, 100));
}

TEST_CASE("disk cache: the environment says where, and how much") {
  CHECK(cache_of("", "5") == nullptr);
  CHECK(cache_of("/tmp/x", "")->folder() == "/tmp/x");
  CHECK_THROWS_AS(cache_of("/tmp/x", "5 GB"), Error);
}

TEST_CASE("disk cache: threads share it") {
  const TemporaryFolder folder;
  const auto cache = std::make_shared<DiskCache>(folder / "cache", 50'000);
  CachedExtents extents(cache, "a");
  std::vector<std::jthread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      const auto all = contents();
      std::vector<std::byte> found(5'000);
      for (std::size_t round = 0; round < 40; ++round) {
        const std::size_t place = (thread * 7 + round) % 20 * 5'000;
        extents.keep(place, std::span(all).subspan(place, 5'000));
        if (extents.copy(place, found)) CHECK(std::ranges::equal(found, std::span(all).subspan(place, 5'000)));
      }
    });
}
