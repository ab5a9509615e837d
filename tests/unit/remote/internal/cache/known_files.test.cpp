#include "ramet/remote/internal/cache/known_files.hpp"

#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "ramet/io/detail/request_memory.hpp"

using namespace ramet;
using namespace ramet::remote::internal;

namespace {

constexpr std::size_t size = 10 * HeldBytes::note_bytes;

std::string url_of(int number) { return "https://host/" + std::to_string(number); }

KnownFile file_of(int number) {
  const auto held = std::make_shared<HeldBytes>();
  held->add(0, io::RequestMemory(size));
  return {std::make_shared<RemoteFile>(copies_of(url_of(number), {})), "first", held};
}

/// Open a file, look at some bytes, and close it.
void open_and_close(KnownFiles& files, int number, std::size_t looked_at) {
  auto file = file_of(number);
  files.add(file);
  file.held->view(0, looked_at);
  file.held.reset();
  files.close(url_of(number));
}

}  // namespace

TEST_CASE("known files: a file is known by its URLs, until another one takes its place") {
  KnownFiles files(size);
  CHECK(files.find(url_of(1)).file == nullptr);
  const auto file = file_of(1);
  CHECK_FALSE(files.knows(*file.file));
  files.add(file);
  CHECK(files.knows(*file.file));
  CHECK(files.find(url_of(1)).file == file.file);
  CHECK(files.find(url_of(1)).held == file.held);
  files.add(file_of(1));
  CHECK_FALSE(files.knows(*file.file));
  CHECK(files.find(url_of(1)).file != file.file);
  files.forget(url_of(1));
  files.forget(url_of(1));
  CHECK(files.find(url_of(1)).file == nullptr);
  CHECK(file_of(1).file->urls() == url_of(1));
}

TEST_CASE("known files: of a file that was closed, what was looked at is kept") {
  KnownFiles files(size);
  open_and_close(files, 1, 1);
  CHECK(files.byte_count() > HeldBytes::note_bytes);
  CHECK(files.byte_count() < size / 2);
  const auto again = files.find(url_of(1));
  CHECK(files.byte_count() == 0);
  CHECK(again.held->view(0, 1).has_value());
  CHECK_FALSE(again.held->view(0, size).has_value());
  CHECK(again.identity == "first");
}

TEST_CASE("known files: a file that somebody else has open stays as it is, and is closed once") {
  KnownFiles files(size);
  const auto file = file_of(1);
  files.add(file);
  files.close(url_of(1));
  CHECK(files.byte_count() == 0);
  CHECK(files.find(url_of(1)).held->view(0, size).has_value());
  files.close(url_of(2));
  open_and_close(files, 3, 1);
  const auto bytes = files.byte_count();
  files.close(url_of(3));
  CHECK(files.byte_count() == bytes);
}

TEST_CASE("known files: those that were opened longest ago go, but none that is open") {
  KnownFiles files(5 * HeldBytes::note_bytes);
  const auto open = file_of(0);
  files.add(open);
  for (const int number : {1, 2}) open_and_close(files, number, 1);
  files.find(url_of(1));
  files.close(url_of(1));
  open_and_close(files, 3, 1);
  CHECK(files.find(url_of(2)).file == nullptr);
  CHECK(files.find(url_of(1)).file != nullptr);
  files.close(url_of(1));
  const auto is_known = [&](int number) { return files.find(url_of(number)).file != nullptr; };
  open_and_close(files, 4, size);
  CHECK_FALSE(is_known(4));  // it is larger than all may be
  CHECK(files.byte_count() <= 5 * HeldBytes::note_bytes);
  CHECK(is_known(0));
}
