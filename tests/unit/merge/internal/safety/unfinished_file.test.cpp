#include "ramet/merge/internal/safety/unfinished_file.hpp"

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"

using namespace ramet;
using merge::OnExisting;
using merge::OnUnfinished;
using merge::internal::JournalPlan;
using merge::internal::UnfinishedFile;
using sample::error_of;

namespace {

JournalPlan plan_of(std::string options) { return {std::move(options), {{"a.root", 5, 6, 7}}, {}}; }

/// Write a file that is complete, and leave it before it gets its name.
void write_complete(const std::filesystem::path& path) {
  UnfinishedFile file(path, OnExisting::fail);
  file.prepare(plan_of("one"), OnUnfinished::resume);
  const auto sink = file.open();
  sink->write_at(0, bytes_of("contents"));
  file.journal().add_extent({{0, 8}, {}, {{{0, 8}, bytes::xxh3(bytes_of("contents"))}}});
  sink->close();
  file.journal().add_complete();
}

}  // namespace

TEST_CASE("unfinished file: what was stopped goes on with the same plan, and begins anew with another") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root";
  for (const char* options : {"one", "two"}) {
    write_complete(path);
    UnfinishedFile file(path, OnExisting::fail);
    CHECK(file.stopped() == plan_of("one"));
    file.prepare(plan_of(options), OnUnfinished::resume);
    const bool is_same = std::string(options) == "one";
    CHECK(file.is_complete() == is_same);
    CHECK(file.resumed_bytes() == (is_same ? 8 : 0));
    CHECK(file.discarded().empty() == is_same);
    file.discard();
    CHECK_FALSE(std::filesystem::exists(file.place()));
    CHECK_FALSE(std::filesystem::exists(folder / "x.root.part.journal"));
  }
  write_complete(path);
  UnfinishedFile file(path, OnExisting::fail);
  file.prepare(plan_of("one"), OnUnfinished::discard);
  CHECK_FALSE(file.is_complete());
  file.give_up("of no use");
  CHECK(file.discarded() == "of no use");
  file.prepare(plan_of("one"), OnUnfinished::resume);
  file.discard();
}

TEST_CASE("unfinished file: what an earlier merge into more files has left is removed, if it is of that number") {
  const TemporaryFolder folder;
  const auto path = folder / "x_2.root";
  {
    UnfinishedFile file(path, OnExisting::fail);
    file.prepare(plan_of("one" + merge::internal::file_mark(2)), OnUnfinished::resume);
    file.open()->write_at(0, bytes_of("contents"));
  }
  CHECK_FALSE(merge::internal::discard_file(path, 1));
  CHECK(std::filesystem::exists(folder / "x_2.root.part"));
  CHECK(merge::internal::discard_file(path, 2));
  CHECK_FALSE(std::filesystem::exists(folder / "x_2.root.part"));
  CHECK_FALSE(std::filesystem::exists(folder / "x_2.root.part.journal"));
  CHECK_FALSE(merge::internal::discard_file(path, 2));
  for (const std::size_t number : {1U, 2U, 4U}) {
    UnfinishedFile file(folder / ("x_" + std::to_string(number) + ".root"), OnExisting::fail);
    file.prepare(plan_of("one" + merge::internal::file_mark(number)), OnUnfinished::resume);
    file.open()->write_at(0, bytes_of("contents"));
  }
  write_file(folder / "x_y.root.part.journal", "of somebody else");
  merge::internal::discard_files_from(folder / "x.root", 2);
  CHECK(std::filesystem::exists(folder / "x_1.root.part"));
  CHECK(std::filesystem::exists(folder / "x_y.root.part.journal"));
  CHECK_FALSE(std::filesystem::exists(folder / "x_2.root.part"));
  CHECK_FALSE(std::filesystem::exists(folder / "x_4.root.part"));
  CHECK_FALSE(std::filesystem::exists(folder / "x_4.root.part.journal"));
}

TEST_CASE("unfinished file: one that has its name already stays, any other existing file is refused") {
  const TemporaryFolder folder;
  const auto path = folder / "x.root";
  const auto publish = [&] {
    write_complete(path);
    UnfinishedFile file(path, OnExisting::fail);
    file.prepare(plan_of("one"), OnUnfinished::resume);
    file.publish();  // and is killed before the journal is removed
  };
  publish();
  {
    UnfinishedFile file(path, OnExisting::fail);
    CHECK(file.place() == path);
    CHECK(file.is_complete());
    CHECK(file.stopped() == plan_of("one"));
    CHECK(error_of([&] { file.prepare(plan_of("two"), OnUnfinished::resume); }).find("exists") != std::string::npos);
    file.prepare(plan_of("one"), OnUnfinished::resume);
    CHECK(file.resumed_bytes() == 8);
    file.publish();
    file.discard();
  }
  CHECK(read_file(path) == "contents");
  CHECK(error_of([&] { const UnfinishedFile file(path, OnExisting::fail); }).find("exists") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "x.root.part.journal"));
  {
    UnfinishedFile file(path, OnExisting::replace);
    CHECK_FALSE(file.is_complete());
    file.discard();
  }
  CHECK(read_file(path) == "contents");
  std::filesystem::remove(path);
  publish();
  write_file(path, "changed!");
  UnfinishedFile file(path, OnExisting::fail);
  CHECK(error_of([&] { file.prepare(plan_of("one"), OnUnfinished::resume); }).find("exists") != std::string::npos);
}
