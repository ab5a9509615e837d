#include "ramet/write/joined_writer.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ramet/file/detail/record_walk.hpp"
#include "ramet/io/detail/shared_folder.hpp"
#include "ramet/write/internal/processes/journal.hpp"
#include "ramet/write/internal/processes/sharing_handle.hpp"

using namespace ramet;
using sample::counting;
using sample::error_of;
using write::Format;
using write::JoinedWriter;
using write::ParallelWriter;
using write::ProcessReport;
using write::TableWriter;

namespace {

/// Run `work` in a child, which exits with 0, or with 1 if it throws; returns its process id.
pid_t in_child(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  int status = 0;
  try {
    work();
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    status = 1;
  }
  ::_exit(status);
}

int status_of(pid_t child) {
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::vector<std::int64_t> numbers_in(const std::filesystem::path& path) {
  const auto columns = sample::read_all(io::open_local(path), sample::counting_schema());
  const auto values = columns[0].numbers<std::int64_t>();
  return {values.begin(), values.end()};
}

constexpr std::int64_t part_size = 50;

/// Fill parts first, first + step, ... of `count`, each with its own numbers.
void fill_parts(TableWriter tree, std::int64_t first, std::int64_t step, std::int64_t count) {
  for (std::int64_t part = first; part < count; part += step) {
    auto context = tree.context(static_cast<std::uint64_t>(part));
    context.extend(counting(part * part_size, part_size));
    context.close();
  }
}

std::vector<std::int64_t> counted(std::int64_t count) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t number = 0; number < count; ++number) numbers.push_back(number);
  return numbers;
}

std::filesystem::path journals_of(std::filesystem::path file) { return file += ".journals"; }

}  // namespace

TEST_CASE("joined writer: one, two and eight processes make the same tree, in order of their parts") {
  for (const std::int64_t processes : {1, 2, 8}) {
    CAPTURE(processes);
    const TemporaryFolder folder;
    const auto path = folder / "shared.root";
    const auto writer = ParallelWriter::recreate(path);
    const TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 20});
    const bytes::Buffer handle = writer->share();
    std::vector<pid_t> children;
    for (std::int64_t process = 0; process < processes; ++process)
      children.push_back(in_child([&] {
        const auto joined = JoinedWriter::join(handle.span());
        fill_parts(joined->table("Events"), process, processes, 24);
        joined->close();
      }));
    for (const pid_t child : children) CHECK(status_of(child) == 0);
    CHECK(std::filesystem::exists(journals_of(path)));
    writer->close();
    CHECK(numbers_in(path) == counted(24 * part_size));
    CHECK(tree.report().entries == 24 * part_size);
    CHECK(tree.report().contexts.size() == 24);
    CHECK(writer->processes().size() == static_cast<std::size_t>(processes));
    CHECK(writer->processes()[0].state == ProcessReport::State::left);
  }
}

TEST_CASE("joined writer: sixty-four processes at once lose nothing") {
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  const auto writer = ParallelWriter::recreate(path);
  const TableWriter tree = writer->add_table(sample::counting_schema(), {.hand_over = write::HandOver::exact});
  const bytes::Buffer handle = writer->share();
  constexpr std::int64_t processes = 64;
  std::vector<pid_t> children;
  for (std::int64_t process = 0; process < processes; ++process)
    children.push_back(in_child([&] {
      const auto joined = JoinedWriter::join(handle.span(), {.memory_budget = 1 << 20});
      fill_parts(joined->table("Events"), process, processes, 5 * processes);
      joined->close();
    }));
  for (int turn = 0; turn < 5; ++turn) writer->checkpoint();
  for (const pid_t child : children) REQUIRE(status_of(child) == 0);
  writer->close();
  CHECK(numbers_in(path) == counted(5 * processes * part_size));
  CHECK(tree.report().clusters == 5 * processes);
}

TEST_CASE("joined writer: threads of the owner and of others fill at once, with checkpoints in between") {
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  const auto writer = ParallelWriter::recreate(path);
  TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 7});
  const bytes::Buffer handle = writer->share();
  const pid_t child = in_child([&] {
    const auto joined = JoinedWriter::join(handle.span());
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 2; ++thread)
      threads.emplace_back([&, thread] { fill_parts(joined->table("Events"), thread, 4, 40); });
    threads.clear();
    joined->close();
  });
  {
    std::vector<std::jthread> threads;
    for (int thread = 2; thread < 4; ++thread) threads.emplace_back([&, thread] { fill_parts(tree, thread, 4, 40); });
    for (int turn = 0; turn < 10; ++turn) {
      writer->checkpoint();
      CHECK(numbers_in(path).size() == tree.saved_entries());
    }
  }
  CHECK(status_of(child) == 0);
  writer->close();
  CHECK(numbers_in(path) == counted(40 * part_size));
}

TEST_CASE("joined writer: ntuples, trees in directories and automatic sequence numbers are shared, too") {
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  const auto writer = ParallelWriter::recreate(path, {.reproducible = true});
  TableWriter own = writer->add_table(sample::in("/a/b", sample::counting_schema()));
  auto first = own.context();
  first.extend(counting(0, 10));
  first.close();
  auto schema = sample::counting_schema();
  schema.name = "More";
  writer->add_table(schema, {.format = Format::rntuple, .cluster_entries = 3});
  const bytes::Buffer handle = writer->share();
  CHECK(status_of(in_child([&] {
          const auto joined = JoinedWriter::join(handle.span());
          if (joined->names() != std::vector<std::string>{"a/b/Events", "More"})
            detail::fail(ErrorKind::misuse, "names");
          for (const std::string& name : joined->names()) {
            TableWriter tree = joined->table(name);
            auto context = tree.context();
            context.extend(counting(10, 10));
            context.close();
            joined->flush();
            if (tree.report().entries != 10) detail::fail(ErrorKind::misuse, "{} entries", tree.report().entries);
          }
          joined->close();
        })) == 0);
  auto last = own.context();
  last.extend(counting(20, 10));
  last.close();
  CHECK(writer->share().size() == handle.size());  // again, as often as one likes
  writer->close();
  const auto columns = sample::read_all(io::open_local(path), sample::counting_schema(), "a/b/Events");
  for (std::int64_t number = 0; number < 30; ++number) CHECK(columns[0].numbers<std::int64_t>()[number] == number);
}

TEST_CASE("joined writer: a killed process loses only unwritten entries, and is named") {
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  const auto writer = ParallelWriter::recreate(path);
  writer->add_table(sample::counting_schema(), {.cluster_entries = 20});
  const bytes::Buffer handle = writer->share();
  const pid_t child = in_child([&] {
    const auto joined = JoinedWriter::join(handle.span());
    auto context = joined->table("Events").context(7);
    context.extend(counting(0, 50));  // two clusters, and ten entries more
    ::kill(::getpid(), SIGKILL);
  });
  CHECK(status_of(child) == -SIGKILL);
  const auto processes = writer->processes();
  REQUIRE(processes.size() == 1);
  CHECK(processes[0].state == ProcessReport::State::died);
  CHECK(processes[0].entries == 40);
  CHECK(processes[0].open_sequences == std::vector<std::uint64_t>{7});
  const std::string error = error_of([&] { writer->close(); });
  CHECK(error.find(fmt::format("process {} died while it filled parts 7", child)) != std::string::npos);
  CHECK(error_of([&] { writer->close(); }) == "none");  // the file is whole
  CHECK(numbers_in(path) == counted(40));
}

TEST_CASE("joined writer: unused space of a dead process becomes free, and records have no gaps") {
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  const auto writer = ParallelWriter::recreate(path);
  TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 20});
  const bytes::Buffer handle = writer->share();
  const pid_t child = in_child([&] {
    // What is left when the process dies between taking space and writing its cluster: nothing says where it is.
    const auto joined = JoinedWriter::join(handle.span());
    auto context = joined->table("Events").context(0);
    context.extend(counting(0, 20));
    const auto counters = io::MappedCounters::join(io::SharedFolder::counters_in(journals_of(path)),
                                                   write::internal::decode_handle(handle.span()).id);
    counters->add(write::internal::counter::space, 1000);
    ::kill(::getpid(), SIGKILL);
  });
  CHECK(status_of(child) == -SIGKILL);
  auto context = tree.context(1);
  context.extend(counting(20, 20));
  context.close();
  CHECK(error_of([&] { writer->close(); }).find("died") != std::string::npos);
  CHECK(numbers_in(path) == counted(40));
  const auto source = io::open_local(path);
  file::RecordWalk walk(*source, 100);
  std::size_t baskets = 0;
  while (const auto record = walk.next())
    if (record->class_name == "TBasket") ++baskets;
  CHECK(baskets == 2);
  CHECK(walk.position() == source->size());  // also over the 1000 bytes
}

TEST_CASE("joined writer: the file cannot be closed while a process fills it, nor joined after it is closed") {
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  const auto writer = ParallelWriter::recreate(path);
  writer->add_table(sample::counting_schema());
  const bytes::Buffer handle = writer->share();
  const auto joined = JoinedWriter::join(handle.span());
  CHECK(joined->number() == 0);
  {
    TableWriter tree = joined->table("Events");
    auto context = tree.context();
    context.extend(counting(0, 5));
    CHECK(error_of([&] { writer->close(); }).find("it has 1 open fill contexts") != std::string::npos);
    CHECK(error_of([&] { joined->close(); }).find("1 fill contexts of tree 'Events' are open") != std::string::npos);
    context.extend(counting(5, 5));
    context.close();
  }
  CHECK(error_of([&] { writer->close(); }).find("has joined and not left") != std::string::npos);
  CHECK(error_of([&] { joined->table("Event"); }).find("'Events'") != std::string::npos);
  joined->close();
  joined->close();
  CHECK(error_of([&] { joined->table("Events").context(); }).find("is closed") != std::string::npos);
  writer->close();
  CHECK(numbers_in(path) == counted(10));
  CHECK(error_of([&] { JoinedWriter::join(handle.span()); }).find("not shared any more") != std::string::npos);
}

TEST_CASE("joined writer: writing fails after the owner ended, and the folder is removed with it") {
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  auto writer = ParallelWriter::recreate(path);
  writer->add_table(sample::counting_schema(), {.cluster_entries = 5});
  const bytes::Buffer handle = writer->share();
  const auto joined = JoinedWriter::join(handle.span());
  TableWriter tree = joined->table("Events");
  auto context = tree.context();
  writer.reset();
  CHECK_FALSE(std::filesystem::exists(journals_of(path)));
  CHECK(error_of([&] { context.extend(counting(0, 5)); }).find("not shared any more") != std::string::npos);
}

TEST_CASE("joined writer: the folder of a killed owner is removed when the file is created again") {
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  const pid_t child = in_child([&] {
    const auto writer = ParallelWriter::recreate(path);
    writer->add_table(sample::counting_schema());
    const auto joined = JoinedWriter::join(writer->share().span());
    ::kill(::getpid(), SIGKILL);
  });
  CHECK(status_of(child) == -SIGKILL);
  CHECK(std::filesystem::exists(journals_of(path)));
  const auto writer = ParallelWriter::recreate(path);
  CHECK_FALSE(std::filesystem::exists(journals_of(path)));
  writer->add_table(sample::counting_schema());
  writer->share();
  CHECK(error_of([&] { ParallelWriter::recreate(path); }).find("is being written by a process that shares it") !=
        std::string::npos);
  writer->close();
}

TEST_CASE("joined writer: records after the damage of a journal are lost, and the journal is named") {
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  const auto writer = ParallelWriter::recreate(path);
  writer->add_table(sample::counting_schema(), {.cluster_entries = 10});
  const bytes::Buffer handle = writer->share();
  const auto id = write::internal::decode_handle(handle.span()).id;
  {
    const auto joined = JoinedWriter::join(handle.span());
    fill_parts(joined->table("Events"), 0, 1, 2);
    joined->close();
  }
  {
    // A process that says it wrote where others did.
    const auto counters = io::MappedCounters::join(io::SharedFolder::counters_in(journals_of(path)), id);
    write::internal::JournalWriter liar(journals_of(path),
                                        {id, counters->add(write::internal::counter::processes, 1), 1});
    write::internal::ClusterWritten lie;
    lie.cluster.entries = 5;
    lie.cluster.extent = {100, 50};
    lie.cluster.pieces_of_part = {0};
    lie.cluster.part_numbers = {0};
    liar.append(lie);
  }
  const std::string error = error_of([&] { writer->checkpoint(); });
  CHECK(error.find("corrupt") == 0);
  CHECK(error.find("journal-1") != std::string::npos);
  CHECK(error.find("50 bytes at byte 100 were not taken by the process") != std::string::npos);
  CHECK(numbers_in(path) == counted(100));
  CHECK(error_of([&] { writer->close(); }).find("corrupt") == 0);
  CHECK(error_of([&] { writer->close(); }) == "none");
  CHECK(numbers_in(path) == counted(100));
}

TEST_CASE("joined writer: only local files can be shared") {
  const auto writer = sample::writer_to(sample::empty_disk());
  CHECK(error_of([&] { writer->share(); }).find("is no local file") != std::string::npos);
  CHECK(writer->processes().empty());
}

TEST_CASE("joined writer: counters of the caller's are used instead of mapped ones") {
  struct Own final : io::SharedCounters {
    std::size_t size() const noexcept override { return numbers.size(); }
    std::uint64_t add(std::size_t counter, std::uint64_t amount) override {
      return numbers.at(counter).fetch_add(amount);
    }
    std::uint64_t raise(std::size_t counter, std::uint64_t least) override {
      const std::uint64_t before = numbers.at(counter);
      if (before < least) numbers.at(counter) = least;
      return before;
    }
    std::uint64_t load(std::size_t counter) override { return numbers.at(counter); }
    std::vector<std::atomic<std::uint64_t>> numbers =
        std::vector<std::atomic<std::uint64_t>>(ParallelWriter::counters_for(1));
  };
  const TemporaryFolder folder;
  const auto path = folder / "shared.root";
  const auto writer = ParallelWriter::recreate(path);
  TableWriter tree = writer->add_table(sample::counting_schema());
  const auto counters = std::make_shared<Own>();
  const bytes::Buffer handle = writer->share(counters);
  CHECK(error_of([&] { JoinedWriter::join(handle.span()); }).find("counters of the program") != std::string::npos);
  const auto joined = JoinedWriter::join(handle.span(), {.counters = counters});
  fill_parts(joined->table("Events"), 0, 2, 4);
  fill_parts(tree, 1, 2, 4);
  joined->close();
  writer->close();
  CHECK(numbers_in(path) == counted(4 * part_size));
  CHECK(counters->numbers[write::internal::counter::space] > 1000);
}
