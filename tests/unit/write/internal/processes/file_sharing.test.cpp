#include "ramet/write/internal/processes/file_sharing.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/write/internal/processes/joined_file.hpp"

using namespace ramet;
using namespace ramet::write::internal;
using sample::error_of;
using write::ProcessReport;

namespace {

/// A shared file with a table of one column.
struct Owner {
  explicit Owner(std::shared_ptr<io::SharedCounters> counters = nullptr)
      : path(folder / "x.root"),
        output(file::FileWriter::create(io::create_local(path)), 1 << 20),
        sharing(path, *output.file, std::move(counters)) {
    tables.push_back(std::make_shared<TableOutput>(output, 0U, TablePlace{{0}, sample::file_of(output).seek_of({0})},
                                                   sample::counting_schema(), write::TableOptions{}));
    handle.id = sharing.folder().id();
    handle.file = path;
    handle.folder = sharing.folder().path();
    handle.begin = sharing.begin();
  }

  std::uint64_t entries() { return tables[0]->report(OutputLock(output)).entries; }

  TemporaryFolder folder;
  std::filesystem::path path;
  OutputFile output;
  FileSharing sharing;
  FileSharing::Tables tables;
  SharingHandle handle;
};

/// A cluster of one basket, in space that was taken before.
ClusterWritten cluster_of(const JoinedFile& joined, std::uint32_t entries) {
  ClusterWritten written;
  written.cluster.entries = entries;
  written.cluster.extent = joined.area().take_extent(100);
  written.cluster.pieces = {{entries, 100, 200, written.cluster.extent.offset}};
  written.cluster.pieces_of_part = {1};
  written.cluster.part_numbers = {0};
  return written;
}

}  // namespace

TEST_CASE("file sharing: clusters of other processes are added to the table, and reported for each process") {
  Owner owner;
  JoinedFile joined(owner.handle, nullptr);
  joined.append(ContextBegan{0, 0, 9});
  joined.append(cluster_of(joined, 5));
  owner.sharing.collect(owner.tables);
  CHECK(owner.entries() == 5);
  auto reports = owner.sharing.reports();
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].state == ProcessReport::State::running);
  CHECK(reports[0].pid == io::process_number());
  CHECK(reports[0].entries == 5);
  CHECK(reports[0].clusters == 1);
  CHECK(reports[0].open_sequences == std::vector<std::uint64_t>{9});
  write::ContextReport ended;
  ended.entries = 5;
  joined.append(ContextEnded{0, ended, 3});
  joined.append(ProcessLeft{});
  owner.sharing.collect(owner.tables);
  reports = owner.sharing.reports();
  CHECK(reports[0].state == ProcessReport::State::left);
  CHECK(reports[0].open_sequences.empty());
  CHECK(owner.tables[0]->contexts().lost_entries() == 3);
  CHECK(owner.sharing.faults().empty());
  CHECK(owner.sharing.losses().empty());
}

TEST_CASE("file sharing: closing is refused while processes are alive, not for dead ones") {
  Owner owner;
  {
    JoinedFile joined(owner.handle, nullptr);
    joined.append(ContextBegan{0, 0, 9});
    CHECK(error_of([&] { owner.sharing.begin_closing(owner.tables); }).find("has joined and not left") !=
          std::string::npos);
    joined.require_shared();  // it goes on
  }
  owner.sharing.begin_closing(owner.tables);
  CHECK(owner.sharing.reports()[0].state == ProcessReport::State::died);
  CHECK(owner.sharing.losses().find("died while it filled parts 9") != std::string::npos);
  CHECK(error_of([&] { JoinedFile(owner.handle, nullptr); }).find("being closed") != std::string::npos);
}

TEST_CASE("file sharing: a process that died without filling is not reported") {
  Owner owner;
  {
    const JoinedFile joined(owner.handle, nullptr);
  }
  owner.sharing.begin_closing(owner.tables);
  CHECK(owner.sharing.losses().empty());
}

TEST_CASE("file sharing: holes are extents that were taken and not recorded, except the owner's") {
  Owner owner;
  JoinedFile joined(owner.handle, nullptr);
  const auto dead = joined.area().take_extent(70);
  joined.append(cluster_of(joined, 5));
  sample::file_of(owner.output).take_extent(30);
  const auto last = joined.area().take_extent(8);
  joined.append(ProcessLeft{});
  owner.sharing.begin_closing(owner.tables);
  const auto holes = owner.sharing.take_holes();
  REQUIRE(holes.size() == 2);
  CHECK(holes[0].offset == dead.offset);
  CHECK(holes[0].size == 70);
  CHECK(holes[1].offset == last.offset);
  CHECK(holes[1].size == 8);
  CHECK(owner.sharing.take_holes().empty());
}

TEST_CASE("file sharing: each invalid cluster is refused with its numbers") {
  const auto fault_of = [](auto&& change) {
    Owner owner;
    JoinedFile joined(owner.handle, nullptr);
    joined.append(cluster_of(joined, 5));
    ClusterWritten wrong = cluster_of(joined, 7);
    change(wrong);
    joined.append(wrong);
    joined.append(cluster_of(joined, 9));
    owner.sharing.collect(owner.tables);
    const auto entries = owner.entries();
    CHECK((entries == 5 || entries == 21));  // up to the wrong one, or all
    return owner.sharing.faults();
  };
  CHECK(fault_of([](ClusterWritten&) {}).empty());
  CHECK(fault_of([](ClusterWritten& wrong) { wrong.table = 1; }).find("table 1") != std::string::npos);
  CHECK(fault_of([](ClusterWritten& wrong) {
          wrong.cluster.extent.offset -= 100;  // where the one before is
          wrong.cluster.pieces[0].offset -= 100;
        }).find("were not taken by the process") != std::string::npos);
  CHECK(fault_of([](ClusterWritten& wrong) {
          wrong.cluster.extent.size = 1 << 20;
        }).find("were not taken by the process") != std::string::npos);
  CHECK(fault_of([](ClusterWritten& wrong) {
          wrong.cluster.pieces_of_part.push_back(0);
          wrong.cluster.part_numbers.push_back(0);
        }).find("2 parts, expected 1") != std::string::npos);
}

TEST_CASE("file sharing: processes continue to write while journals are read") {
  /// A process writes a cluster just when the end of the space is read. Threads: one thread.
  class Interrupting final : public io::SharedCounters {
   public:
    std::size_t size() const noexcept override { return numbers.size(); }
    std::uint64_t add(std::size_t number, std::uint64_t amount) override {
      return std::exchange(numbers.at(number), numbers.at(number) + amount);
    }
    std::uint64_t raise(std::size_t number, std::uint64_t least) override {
      return std::exchange(numbers.at(number), std::max(numbers.at(number), least));
    }
    std::uint64_t load(std::size_t number) override {
      const std::uint64_t now = numbers.at(number);
      if (number == counter::space && interrupt) std::exchange(interrupt, nullptr)();
      return now;
    }
    std::vector<std::uint64_t> numbers = std::vector<std::uint64_t>(6);
    std::function<void()> interrupt;
  };
  const auto counters = std::make_shared<Interrupting>();
  Owner owner(counters);
  JoinedFile joined(owner.handle, counters);
  counters->interrupt = [&] { joined.append(cluster_of(joined, 5)); };
  owner.sharing.collect(owner.tables);
  owner.sharing.collect(owner.tables);
  CHECK(owner.sharing.faults().empty());
  CHECK(owner.entries() == 5);
}

TEST_CASE("file sharing: an impossible number of processes is damage") {
  Owner owner;
  owner.sharing.counters()->raise(counter::processes, std::uint64_t{1} << 60);
  CHECK(error_of([&] { owner.sharing.collect(owner.tables); }).starts_with("corrupt"));
}
