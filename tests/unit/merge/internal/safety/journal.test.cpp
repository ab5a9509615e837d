#include "ramet/merge/internal/safety/journal.hpp"

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/bytes/detail/checksum.hpp"

using namespace ramet;
using merge::internal::Journal;
using sample::error_of;

namespace {

const std::string contents = "0123456789abcdef0123456789abcdef";

merge::internal::WrittenPiece piece_of(std::size_t first, std::size_t size) {
  return {{first, size}, bytes::xxh3(bytes_of(std::string_view(contents).substr(first, size)))};
}

merge::internal::DonePut put_of(std::string name, std::size_t first, std::size_t size) {
  file::Key key;
  key.class_name = "C";
  key.name = std::move(name);
  key.seek = first;
  key.record_size = static_cast<std::uint32_t>(size);
  key.key_length = file::key_length_of("C", key.name, "", false);
  key.record_size = std::max<std::uint32_t>(key.record_size, key.key_length);
  return {"dir", key, 0};
}

merge::internal::JournalPlan plan_of(std::string options) {
  return {std::move(options), {{"a.root", 5, 6, 7}}, {{0, false, "", "gone", 0}}};
}

}  // namespace

TEST_CASE("journal: what was noted is read again, with what a torn record lacks") {
  const TemporaryFolder folder;
  write_file(folder / "x.part", contents);
  write_file(folder / "x.part.journal", "");
  {
    Journal journal(folder / "x.part2");  // of a file that is not there
    CHECK_FALSE(journal.plan());
    journal.remove();
  }
  std::filesystem::remove(folder / "x.part");
  {
    Journal journal(folder / "x.part");
    journal.restart(plan_of("one"));
    journal.add_put(put_of("h", 0, 30));
    journal.add_extent({{4, 8}, {}, {piece_of(4, 8)}});
    journal.add_put(put_of("g", 30, 30));
    CHECK(journal.steps() == 3);
  }
  write_file(folder / "x.part", contents);
  {
    const Journal journal(folder / "x.part");
    CHECK(journal.plan() == plan_of("one"));
    REQUIRE(journal.puts().size() == 2);
    CHECK(journal.puts()[1].key.name == "g");
    CHECK(journal.puts()[1].directory == "dir");
    REQUIRE(journal.extent_at(4) != nullptr);
    CHECK(journal.extent_at(4)->pieces == std::vector{piece_of(4, 8)});
    CHECK(journal.extent_at(5) == nullptr);
    CHECK_FALSE(journal.is_complete());
    CHECK(error_of([&] { const Journal other(folder / "x.part"); }).find("is writing it") != std::string::npos);
  }
  const std::string all = read_file(folder / "x.part.journal");
  for (std::size_t size = all.size() - 1; size > all.size() - 40; size -= 7) {
    write_file(folder / "x.part.journal", all.substr(0, size));
    const Journal journal(folder / "x.part");
    CHECK(journal.puts().size() == 1);
    CHECK(journal.extent_at(4) != nullptr);
  }
}

TEST_CASE("journal: records whose bytes are not in the file are forgotten") {
  const TemporaryFolder folder;
  {
    Journal journal(folder / "x.part");
    journal.restart(plan_of("one"));
    journal.add_extent({{0, 8}, {}, {piece_of(0, 8)}});
    journal.add_extent({{8, 8}, {}, {piece_of(8, 4), piece_of(12, 4)}});
    journal.add_extent({{40, 8}, {}, {{{40, 8}, 1}}});  // beyond the end
    journal.add_complete();
  }
  std::string damaged = contents;
  damaged[13] = 'X';
  write_file(folder / "x.part", damaged);
  Journal journal(folder / "x.part");
  CHECK(journal.is_complete());
  journal.verify(*io::open_local(folder / "x.part"));
  CHECK(journal.extent_at(0) != nullptr);
  CHECK(journal.extent_at(8) == nullptr);
  CHECK(journal.extent_at(40) == nullptr);
  CHECK_FALSE(journal.is_complete());
  CHECK(journal.done_bytes() == 8);
}

TEST_CASE("journal: of a merge that was complete, whose part is gone, the plan is known as finished") {
  const TemporaryFolder folder;
  for (const bool is_complete : {false, true}) {
    Journal journal(folder / "x.part");
    journal.restart(plan_of("one"));
    CHECK_FALSE(journal.finished());
    if (is_complete) journal.add_complete();
  }
  Journal journal(folder / "x.part");
  CHECK_FALSE(journal.plan());
  CHECK(journal.finished() == plan_of("one"));
  journal.restart(plan_of("two"));
  CHECK_FALSE(journal.finished());
}

TEST_CASE("journal: each byte that is damaged gives no more than what was noted before it") {
  const TemporaryFolder folder;
  {
    Journal journal(folder / "x.part");
    journal.restart(plan_of("one"));
    for (std::size_t number = 0; number < 4; ++number) journal.add_extent({{number * 8, 8}, {}, {}});
  }
  write_file(folder / "x.part", contents);
  const std::string all = read_file(folder / "x.part.journal");
  for (std::size_t byte = 0; byte < all.size(); ++byte) {
    std::string damaged = all;
    damaged[byte] = static_cast<char>(damaged[byte] ^ 0x41);
    write_file(folder / "x.part.journal", damaged);
    try {
      const Journal journal(folder / "x.part");
      CHECK(journal.plan() == plan_of("one"));
      CHECK(journal.extent_at(24) == nullptr);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::misuse);
    }
  }
}

TEST_CASE("journal: of steps the last one counts, unless what was there before them is damaged") {
  using merge::internal::StepState;
  const TemporaryFolder folder;
  const StepState state{.table = 1, .stage = StepState::Stage::rows, .read = 70, .written = 30, .bytes = 900};
  {
    Journal journal(folder / "x.part");
    journal.restart(plan_of("one"));
    journal.add_extent({{0, 8}, {}, {piece_of(0, 8)}});
    CHECK_FALSE(journal.last_step());
    journal.add_step({.state = {}, .end = 16});
    merge::internal::DoneStep step{.state = state, .end = 32};
    step.writes.push_back({4, {}});
    step.writes.back().bytes.append(bytes_of("header"));
    journal.add_step(std::move(step));
    CHECK(journal.steps() == 2);
  }
  write_file(folder / "x.part", contents);
  {
    Journal journal(folder / "x.part");
    journal.verify(*io::open_local(folder / "x.part"));
    REQUIRE(journal.last_step());
    CHECK(journal.last_step()->state == state);
    CHECK(journal.done_bytes() == 32);
    REQUIRE(journal.last_step()->writes.size() == 1);
    CHECK(text_of(journal.last_step()->writes[0].bytes.span()) == "header");
  }
  std::string damaged = contents;
  damaged[3] = 'X';
  write_file(folder / "x.part", damaged);
  Journal journal(folder / "x.part");
  journal.verify(*io::open_local(folder / "x.part"));
  CHECK_FALSE(journal.last_step());
  journal.add_step({.state = {}, .end = 16});
  journal.restart(plan_of("two"));
  CHECK_FALSE(journal.last_step());
}
