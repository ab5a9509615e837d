#include "ramet/merge/internal/keys/occurrence_file.hpp"

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using ramet::merge::internal::OccurrenceFile;

namespace {

std::string text_of(std::size_t file, std::size_t object) {
  if (object % 5 == file) return {};
  return std::to_string(file) + std::string(object % 300, 'x') + std::to_string(object);
}

}  // namespace

TEST_CASE("occurrence file: what was added of some objects is read, also of those that only later files have") {
  const TemporaryFolder folder;
  OccurrenceFile file(folder.path());
  constexpr std::size_t objects[] = {1000, 3000};
  for (std::size_t number = 0; number < 2; ++number)
    file.add(objects[number], [&](std::size_t object) { return text_of(number, object); });
  CHECK(std::filesystem::is_empty(folder.path()));  // the files have no names
  const std::vector<std::vector<std::uint32_t>> runs = {{0}, {255, 256, 257}, {7, 999, 1000, 2999}, {2000}, {}};
  for (const std::vector<std::uint32_t>& numbers : runs) {
    const std::vector<std::string> taken = file.read(numbers);
    REQUIRE(taken.size() == numbers.size());
    for (std::size_t place = 0; place < numbers.size(); ++place) {
      const std::uint32_t object = numbers[place];
      CHECK(taken[place] == (object < objects[0] ? text_of(0, object) : std::string()) + text_of(1, object));
    }
  }
}

TEST_CASE("occurrence file: a folder that cannot be written is an error, and nothing is left") {
  const TemporaryFolder folder;
  OccurrenceFile missing(folder / "missing");
  CHECK_THROWS_AS(missing.add(1, [](std::size_t) { return std::string("x"); }), ramet::Error);
  OccurrenceFile stopped(folder.path());
  CHECK_THROWS_AS(stopped.add(1, [](std::size_t) -> std::string { throw ramet::Error(ramet::ErrorKind::io, "no"); }),
                  ramet::Error);
  CHECK(std::filesystem::is_empty(folder.path()));
}
