#include "ramet/io/internal/beside.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"

using namespace ramet;
using namespace ramet::io;
namespace fs = std::filesystem;

namespace {

std::string error_of(const fs::path& file, std::string_view name) {
  try {
    path_beside(file, name);
  } catch (const Error& error) {
    return fmt::format("{}: {}", to_string(error.kind()), error.what());
  }
  return "none";
}

void make(const fs::path& path, const std::string& text = "x") { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("beside: a name is relative to the folder of its file") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "below");
  for (const char* name : {"tree.root", "more.root", "below/more.root"}) make(folder / name);
  CHECK(path_beside(folder / "tree.root", "more.root") == fs::canonical(folder / "more.root"));
  CHECK(path_beside(folder / "tree.root", "./below/more.root") == fs::canonical(folder / "below/more.root"));
  CHECK(error_of(folder / "tree.root", "none.root").starts_with("file_missing: there is no file 'none.root' beside '"));
}

TEST_CASE("beside: a name that is absolute, a URL, or leads upwards is not followed") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "data");
  make(folder / "secret.root");
  make(folder / "data/tree.root");
  const fs::path tree = folder / "data/tree.root";
  for (const std::string& name : {(folder / "secret.root").string(), std::string("../secret.root"), std::string("."),
                                  std::string("x/../../secret.root"), std::string("https://host/a.root"), std::string(),
                                  std::string("a\0b", 3), std::string("/etc/passwd")}) {
    CAPTURE(name);
    CHECK(error_of(tree, name).starts_with("unsupported: "));
  }
}

TEST_CASE("beside: only links inside the folder are followed") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "data");
  fs::create_directory(folder / "data2");
  make(folder / "secret.root");
  make(folder / "data/tree.root");
  make(folder / "data2/more.root");
  make(folder / "data/here.root");
  fs::create_symlink(folder / "secret.root", folder / "data/out.root");
  fs::create_symlink(folder / "data2", folder / "data/below");
  fs::create_symlink("here.root", folder / "data/in.root");
  const fs::path tree = folder / "data/tree.root";
  CHECK(error_of(tree, "out.root").find("is a link to a file outside of that folder") != std::string::npos);
  CHECK(error_of(tree, "below/more.root").find("is a link to a file outside of that folder") != std::string::npos);
  CHECK(path_beside(tree, "in.root").filename() == "here.root");
}

TEST_CASE("beside: a local source opens files beside it, a source in memory has none") {
  const TemporaryFolder folder;
  make(folder / "tree.root");
  make(folder / "more.root", "more");
  for (const LocalAccess access : {LocalAccess::positional, LocalAccess::mapped})
    CHECK(open_local(folder / "tree.root", access)->open_beside("more.root")->size() == 4);
  CHECK_THROWS_WITH_AS(source_of(bytes::Buffer(3))->open_beside("more.root"),
                       "'memory' has no files beside it, where 'more.root' would be", Error);
}
