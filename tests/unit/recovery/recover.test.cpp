#include "ramet/recovery/recover.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "sample_killed.hpp"
#include "temporary_folder.hpp"
#include "unit/file/sample_keys.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/recovery/check.hpp"
#include "ramet/recovery/internal/ntuple_salvage.hpp"

using namespace ramet;
using recovery::RecoveredTable;

namespace {

const RecoveredTable& table_of(const recovery::RecoverReport& report, std::string_view path) {
  for (const RecoveredTable& table : report.tables)
    if (table.path == path) return table;
  detail::fail(ErrorKind::not_found, "no table '{}'", path);
}

bool is_sound(const std::shared_ptr<const io::ByteSource>& source) {
  const sample::SerialSession serial;
  return recovery::check(serial.session, source).is_sound();
}

void write_out(const sample::Disk& disk, const std::filesystem::path& path) {
  io::create_local(path)->write_at(0, disk->contents().span());
}

std::ptrdiff_t files_in(const TemporaryFolder& folder) {
  return std::distance(std::filesystem::directory_iterator(folder.path()), {});
}

}  // namespace

TEST_CASE("recover: all clusters and objects of a writer that died are recovered, in order") {
  for (const int compression : {0, 101, 404, 505}) {
    CAPTURE(compression);
    const auto killed = sample::killed_file(compression);
    CHECK(sample::numbers_in(sample::source_of(killed), "some/Events") == sample::count_to(20));
    CHECK(sample::numbers_in(sample::source_of(killed), "Rows") == sample::count_to(20));
    const auto [source, report] = sample::recovered(sample::source_of(killed));
    CHECK(sample::numbers_in(source, "some/Events") == sample::count_to(50));
    CHECK(sample::numbers_in(source, "Rows") == sample::count_to(40));
    CHECK(table_of(report, "some/Events").saved_entries == 20);
    CHECK(table_of(report, "some/Events").entries == 50);
    CHECK(table_of(report, "some/Events").clusters == 5);
    CHECK(table_of(report, "Rows").entries == 40);
    CHECK(report.objects == std::vector<std::string>{"spectrum", "later/spectrum"});
    CHECK(report.problem.empty());
    CHECK(report.lost.empty());
    CHECK(is_sound(source));
  }
}

TEST_CASE("recover: clusters of several contexts are ordered by sequence number") {
  const auto disk = sample::empty_disk();
  const auto writer = sample::writer_to(disk);
  write::TableOptions options;
  options.cluster_entries = 10;
  write::TableWriter tree = writer->add_table(sample::counting_schema(), options);
  write::FillContext second = tree.context(7);
  write::FillContext first = tree.context(3);
  second.extend(sample::counting(30, 10));
  first.extend(sample::counting(0, 10));
  writer->checkpoint();
  second.extend(sample::counting(40, 10));
  first.extend(sample::counting(10, 20));
  const auto [source, report] = sample::recovered(sample::source_of(disk));
  CHECK(sample::numbers_in(source, "Events") == sample::count_to(50));
}

TEST_CASE("recover: a truncated file is recovered up to the cut, and the new file is undamaged") {
  const auto killed = sample::killed_file();
  std::size_t most = 0;
  for (std::uint64_t size = 0; size <= killed->contents().size(); size += 13) {
    CAPTURE(size);
    std::optional<sample::Recovered> recovered;
    const std::string error = sample::error_of([&] { recovered = sample::recovered(sample::cut(killed, size)); });
    if (error != "none") {
      CHECK(error.starts_with("corrupt: "));
      continue;
    }
    CHECK(is_sound(recovered->source));
    for (const RecoveredTable& table : recovered->report.tables) {
      CHECK(sample::numbers_in(recovered->source, table.path) ==
            sample::count_to(static_cast<std::int64_t>(table.entries)));
      most = std::max<std::size_t>(most, table.entries);
    }
  }
  CHECK(most == 50);
}

TEST_CASE("recover: clusters with a damaged basket or page are left out and reported") {
  const auto killed = sample::killed_file();
  std::size_t lost = 0;
  for (std::uint64_t offset = 300; offset + 8 < killed->contents().size(); offset += 97) {
    CAPTURE(offset);
    std::optional<sample::Recovered> recovered;
    const auto source = sample::changed(killed, offset, {1, 2, 3, 4, 5});
    if (sample::error_of([&] { recovered = sample::recovered(source); }) != "none") continue;
    CHECK(is_sound(recovered->source));
    for (const RecoveredTable& table : recovered->report.tables) {
      const auto numbers = sample::numbers_in(recovered->source, table.path);
      CHECK(numbers.size() == table.entries);
      CHECK(std::ranges::is_sorted(numbers));
      lost += table.lost_clusters;
    }
  }
  CHECK(lost > 0);
}

TEST_CASE("recover: tables of a file without header are found by their records") {
  auto contents = sample::killed_file()->contents();
  std::memset(contents.data(), 0, 100);
  const auto [source, report] = sample::recovered(io::source_of(std::move(contents), "headless.root"));
  CHECK_FALSE(report.problem.empty());
  CHECK(table_of(report, "Rows").entries == 40);
  CHECK(table_of(report, "some/Events").entries == 50);
  CHECK(is_sound(source));
}

TEST_CASE("recover: a tree's description can be taken from an undamaged file") {
  const auto killed = sample::killed_file();
  auto contents = killed->contents();
  // Remove the class name from the tree's records.
  for (std::size_t at = 0; at + 6 < contents.size(); ++at)
    if (std::memcmp(contents.data() + at, "\5TTree", 6) == 0) std::memcpy(contents.data() + at, "\5TFile", 6);
  const sample::SerialSession serial;
  const auto source = io::source_of(std::move(contents), "treeless.root");
  const recovery::RecoverOptions options{.like = serial.session.open(sample::source_of(killed))};
  const auto [found, report] = sample::recovered(source, options);
  CHECK(sample::numbers_in(found, "some/Events") == sample::count_to(50));
  CHECK(table_of(report, "some/Events").saved_entries == 0);
}

TEST_CASE("recover: only the description is taken from an undamaged file, not its entries") {
  const auto like = sample::empty_disk();
  auto contents = bytes::Buffer();
  for (const auto& [disk, entries] : {std::pair(like, 10), std::pair(sample::empty_disk(), 30)}) {
    const auto writer = sample::writer_to(disk);
    write::TableWriter tree = writer->add_table(sample::counting_schema(), {.cluster_entries = 10});
    write::FillContext context = tree.context();
    context.extend(sample::counting(0, static_cast<std::size_t>(entries)));
    context.close();
    if (disk == like) writer->close();
    contents = disk->contents();
  }
  // Remove the marks: ROOT writes none.
  for (std::size_t at = 0; at + 14 < contents.size(); ++at)
    if (std::memcmp(contents.data() + at, "\5RBlob\7cluster", 14) == 0) std::memcpy(contents.data() + at, "\5TFile", 6);
  for (std::size_t at = 0; at + 6 < contents.size(); ++at)
    if (std::memcmp(contents.data() + at, "\5TTree", 6) == 0) std::memcpy(contents.data() + at, "\5TFile", 6);
  const sample::SerialSession serial;
  const recovery::RecoverOptions options{.like = serial.session.open(sample::source_of(like))};
  const auto [found, report] = sample::recovered(io::source_of(std::move(contents), "markless.root"), options);
  CHECK(sample::numbers_in(found, "Events") == sample::count_to(30));
  CHECK(table_of(report, "Events").lost_entries == 0);
  CHECK(report.lost.empty());
}

TEST_CASE("recover: a file without objects is an error with its name") {
  bytes::Buffer zeros(5000);
  std::memset(zeros.data(), 0, zeros.size());
  CHECK(sample::error_of([&] { sample::recovered(io::source_of(std::move(zeros), "zeros.root")); }) ==
        "corrupt: 'zeros.root': no object was found");
}

TEST_CASE("recover: the new file gets its name when it is complete; an unfinished one is removed") {
  const TemporaryFolder folder;
  const sample::SerialSession serial;
  write_out(sample::killed_file(), folder / "killed.root");
  recovery::recover(serial.session, folder / "killed.root", folder / "new.root");
  CHECK(std::filesystem::exists(folder / "new.root"));
  CHECK(files_in(folder) == 2);
  CHECK(sample::error_of([&] {
          recovery::recover(serial.session, folder / "killed.root", folder / "killed.root");
        }).find("cannot be recovered into itself") != std::string::npos);
  io::create_local(folder / "nothing.root")->resize(1000);
  CHECK_THROWS_AS(recovery::recover(serial.session, folder / "nothing.root", folder / "out.root"), Error);
  CHECK_FALSE(std::filesystem::exists(folder / "out.root"));
  CHECK(files_in(folder) == 3);
}

TEST_CASE("recover: a source whose name ends in .part is neither changed nor removed") {
  const TemporaryFolder folder;
  const sample::SerialSession serial;
  const auto killed = sample::killed_file();
  write_out(killed, folder / "x.root.part");
  recovery::recover(serial.session, folder / "x.root.part", folder / "x.root");
  CHECK(recovery::check(serial.session, folder / "x.root").is_sound());
  CHECK(std::filesystem::file_size(folder / "x.root.part") == killed->contents().size());
}

TEST_CASE("recover: links at predictable names are not followed, but an output that is a link is") {
  const TemporaryFolder folder;
  const sample::SerialSession serial;
  write_out(sample::killed_file(), folder / "killed.root");
  std::ofstream(folder / "precious") << "precious";
  std::filesystem::create_symlink("precious", folder / "x.root.part");
  std::filesystem::create_hard_link(folder / "precious", folder / "y.root.part");
  std::filesystem::create_symlink("x.root", folder / "link.root");
  recovery::recover(serial.session, folder / "killed.root", folder / "link.root");
  recovery::recover(serial.session, folder / "killed.root", folder / "y.root");
  CHECK(std::filesystem::file_size(folder / "precious") == 8);
  CHECK(std::filesystem::is_symlink(folder / "link.root"));
  CHECK(recovery::check(serial.session, folder / "x.root").is_sound());
  CHECK(sample::error_of([&] {
          recovery::recover(serial.session, folder / "x.root", folder / "link.root");
        }).find("cannot be recovered into itself") != std::string::npos);
}

TEST_CASE("recover: an output that is being written is refused") {
  const TemporaryFolder folder;
  const sample::SerialSession serial;
  write_out(sample::killed_file(), folder / "killed.root");
  const auto sink = io::create_local(folder / "x.root");
  CHECK(sample::error_of([&] {
          recovery::recover(serial.session, folder / "killed.root", folder / "x.root");
        }).find("another writer of this process is writing it") != std::string::npos);
  CHECK(files_in(folder) == 2);
}

namespace {

/// Lists of 50 entries in five clusters; in the third cluster, they end after its last value.
bytes::Buffer strange_lists() {
  const auto disk = sample::empty_disk();
  {
    const auto writer = sample::writer_to(disk, {.compression = compression::Settings::from_code(0)});
    write::TableWriter tree = writer->add_table(sample::schema_of({"var * int64"}),
                                                {.format = write::Format::rntuple, .cluster_entries = 10});
    write::FillContext context = tree.context();
    const sample::Array lists = sample::noise_of("var * int64", 50, 1);
    context.extend({&lists, 1});
    context.close();
    writer->close();
  }
  const sample::SerialSession serial;
  // Make the lists of the third cluster end after its last value, with a matching checksum.
  const auto file = serial.session.open(sample::source_of(disk));
  const recovery::internal::FoundKey anchor{.key = file->reader().key("Events"), .directory = ""};
  const auto page = recovery::internal::find_saved(*file, anchor).segments.at(2).parts.at(0).pieces.at(0);
  auto contents = disk->contents();
  const auto bytes = contents.span().subspan(page.seek, page.stored_size);
  std::ranges::fill(bytes, std::byte{0x11});
  bytes::store_little_endian(contents.data() + page.seek + page.stored_size, bytes::xxh3(bytes));
  return contents;
}

}  // namespace

TEST_CASE("recover: parts that are damaged in the written file are left out before it gets its name") {
  const sample::SerialSession serial;
  const TemporaryFolder folder;
  io::create_local(folder / "strange.root")->write_at(0, strange_lists().span());
  const auto report = recovery::recover(serial.session, folder / "strange.root", folder / "new.root");
  REQUIRE(report.tables.size() == 1);
  CHECK(report.tables[0].entries == 40);
  CHECK(report.tables[0].lost_entries == 10);
  REQUIRE(report.lost.size() == 1);
  CHECK(report.lost[0].reason.starts_with("10 entries: cannot be read: "));
  CHECK(recovery::check(serial.session, folder / "new.root").is_sound());
  CHECK(files_in(folder) == 2);
}

TEST_CASE("recover: with any limit of work the new file is undamaged, or the report says that not all was checked") {
  const TemporaryFolder folder;
  const sample::SerialSession serial;
  io::create_local(folder / "strange.root")->write_at(0, strange_lists().span());
  std::size_t limited = 0, whole = 0;
  for (std::uint64_t max_work = 100; max_work < 60'000; max_work += max_work / 4) {
    CAPTURE(max_work);
    const auto report =
        recovery::recover(serial.session, folder / "strange.root", folder / "new.root", {.max_work = max_work});
    REQUIRE_FALSE(report.lost.empty());
    const bool is_limited = report.lost.back().reason.starts_with("not all of the new file was checked");
    CHECK((is_limited || recovery::check(serial.session, folder / "new.root").is_sound()));
    limited += is_limited ? 1 : 0;
    if (!report.tables.empty() && report.tables[0].entries == 40) ++whole;
  }
  CHECK(limited > 0);
  CHECK(whole > 0);
}

TEST_CASE("recover: several keys of one record are recovered once") {
  const auto disk = sample::empty_disk();
  {
    const auto writer = sample::writer_to(disk);
    write::TableWriter tree = writer->add_table(sample::counting_schema());
    write::FillContext context = tree.context();
    context.extend(sample::counting(0, 10));
    context.close();
    writer->close();
  }
  // The tree is listed as "Events" and "Eventz".
  const auto reader = sample::open(disk);
  const file::Key tree = reader->key("Events");
  file::Key other = tree;
  other.name.back() = 'z';
  auto contents = sample::with_keys(disk->contents(), {tree, other});
  const auto [source, report] = sample::recovered(io::source_of(std::move(contents), "twice.root"));
  REQUIRE(report.tables.size() == 1);
  REQUIRE(report.lost.size() == 1);
  CHECK(report.lost[0].reason.find("is the record of 'Event") != std::string::npos);
  CHECK(is_sound(source));
}
