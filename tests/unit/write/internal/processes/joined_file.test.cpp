#include "ramet/write/internal/processes/joined_file.hpp"

#include "temporary_folder.hpp"
#include "unit/write/sample_output.hpp"
#include <doctest/doctest.h>

#include "ramet/io/detail/shared_folder.hpp"

using namespace ramet;
using namespace ramet::write::internal;
using sample::error_of;

namespace {

/// A shared file without a writer.
struct Shared {
  Shared() : path(folder / "x.root"), sink(io::create_local(path)), shared(io::SharedFolder::create(path)) {
    handle.id = shared->id();
    handle.file = path;
    handle.folder = shared->path();
    handle.begin = 1000;
    shared->counters()->raise(counter::space, 1000);
  }

  TemporaryFolder folder;
  std::filesystem::path path;
  std::unique_ptr<io::ByteSink> sink;
  std::unique_ptr<io::SharedFolder> shared;
  SharingHandle handle;
};

}  // namespace

TEST_CASE("joined file: space is taken after that of others, and written at its offset") {
  Shared shared;
  const JoinedFile one(shared.handle, nullptr);
  const JoinedFile two(shared.handle, nullptr);
  CHECK(one.process() == 0);
  CHECK(two.process() == 1);
  CHECK(one.area().take_extent(10).offset == 1000);
  CHECK(two.area().take_extent(5).offset == 1010);
  CHECK(one.area().take_extent(1).offset == 1015);
  const std::byte value{7};
  two.area().sink().write_at(1010, {&value, 1});
  CHECK(std::filesystem::file_size(shared.path) == 1011);
}

TEST_CASE("joined file: records are in the journal") {
  Shared shared;
  JoinedFile joined(shared.handle, nullptr);
  joined.append(ContextBegan{0, 1, 2});
  JournalReader reader(journal_path(shared.handle.folder, 0), shared.handle.id);
  CHECK(reader.read().size() == 1);
  CHECK(io::is_locked(reader.path()));
}

TEST_CASE("joined file: joining and writing fail while the file is being closed, and after its owner ended") {
  Shared shared;
  JoinedFile joined(shared.handle, nullptr);
  shared.shared->counters()->add(counter::closing, 1);
  CHECK(error_of([&] { joined.require_shared(); }).find("is being closed") != std::string::npos);
  CHECK(error_of([&] { JoinedFile(shared.handle, nullptr); }).find("is being closed") != std::string::npos);
  CHECK(error_of([&] { joined.append(ContextBegan{}); }) == "none");  // it may be tried in vain
  shared.shared->counters()->add(counter::closing, 1);
  CHECK(error_of([&] { joined.require_shared(); }) == "none");
  shared.shared->counters()->add(counter::ended, 1);
  CHECK(error_of([&] { joined.append(ContextBegan{}); }).find("not shared any more") != std::string::npos);
}

TEST_CASE("joined file: a handle of another run, or of one that ended, is misuse") {
  Shared shared;
  SharingHandle other = shared.handle;
  other.id[0] ^= std::byte{1};
  CHECK(error_of([&] { JoinedFile(other, nullptr); }).find("belongs to another run") != std::string::npos);
  shared.shared.reset();
  CHECK(error_of([&] { JoinedFile(shared.handle, nullptr); }).find("not shared any more") != std::string::npos);
}
