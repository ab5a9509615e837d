#include "ramet/merge/internal/safety/stepwise_file.hpp"

#include "temporary_folder.hpp"
#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

#include "ramet/file/file_writer.hpp"
#include "ramet/merge/internal/output.hpp"

using namespace ramet;
using merge::internal::Journal;
using merge::internal::StepState;
using merge::internal::StepwiseFile;

namespace {

/// A file with an object, and the journal of a merge that has made it. Threads: one thread.
struct Scene {
  TemporaryFolder folder;
  std::filesystem::path part = folder / "x.part";

  Scene() {
    Journal journal(part);
    journal.restart({"one", {{"a.root", 5, 6, 7}}, {}});
    const auto file = file::FileWriter::create(io::create_local(part), {.reproducible = true});
    file->put(file->directory("below"), "TNamed", "first", "", bytes_of("some bytes"));
    file->close();
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    file::FileReader::open(io::open_local(part))->for_each_key([&](const file::Directory&, const file::Key& key) {
      if (!key.is_directory()) names.push_back(key.name);
    });
    return names;
  }
};

/// Put an object in a step.
void put(StepwiseFile& file, const std::string& name) {
  StepState state = file.last();
  file.add(state, [&](std::unique_ptr<io::ByteSink> sink, std::shared_ptr<const io::ByteSource> source, StepState& to) {
    const auto reader = file::FileReader::open(std::move(source));
    const auto writer = file::FileWriter::update(std::move(sink), *reader, {.reproducible = true});
    writer->put(writer->directory("below"), "TNamed", name, "", bytes_of("other bytes"));
    writer->close();
    ++to.written;
  });
}

}  // namespace

TEST_CASE("stepwise file: a step is in the file and in the journal, and one that fails in neither") {
  const Scene scene;
  Journal journal(scene.part);
  StepwiseFile file(scene.part, journal);
  CHECK(file.last() == StepState{});
  put(file, "second");
  CHECK(file.last().written == 1);
  CHECK_THROWS_AS(
      file.add(file.last(),
               [](std::unique_ptr<io::ByteSink> sink, const std::shared_ptr<const io::ByteSource>&, StepState&) {
                 sink->write_at(5000, bytes_of("rows"));
                 throw Error(ErrorKind::io, "no more");
               }),
      Error);
  CHECK(file.last().written == 1);
  CHECK(scene.names() == std::vector<std::string>{"first", "second"});
  const StepwiseFile again(scene.part, journal);
  CHECK(std::filesystem::file_size(scene.part) == journal.last_step()->end);
}

TEST_CASE("stepwise file: of a step that was noted, the writes are done again, and what follows is cut off") {
  const Scene scene;
  std::string before;
  std::string after;
  {
    Journal journal(scene.part);
    StepwiseFile file(scene.part, journal);
    put(file, "second");
    before = read_file(scene.part);
    put(file, "third");
    after = read_file(scene.part);
  }
  // Killed with the note, before the commit: header and directory are as before.
  std::string killed = after;
  killed.replace(0, 400, before, 0, 400);
  write_file(scene.part, killed + "rows of the next step");
  {
    Journal journal(scene.part);
    const StepwiseFile file(scene.part, journal);
    CHECK(file.last().written == 2);
    CHECK(read_file(scene.part) == after);
  }
  write_file(scene.part, after.substr(0, after.size() - 30));
  Journal journal(scene.part);
  CHECK_THROWS_AS(StepwiseFile(scene.part, journal), merge::internal::JournalMismatch);
}
