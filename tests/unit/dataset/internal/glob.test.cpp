#include "ramet/dataset/internal/glob.hpp"

#include <filesystem>
#include <fstream>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::dataset;

namespace {

std::vector<std::string> found(const TemporaryFolder& folder, const std::string& pattern) {
  std::vector<std::string> names;
  for (const std::string& path : glob((folder / pattern).string()))
    names.push_back(std::filesystem::relative(path, folder.path()).string());
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("glob: stars, question marks and sets match, and nothing else does") {
  CHECK(matches("run*.root", "run.root"));
  CHECK(matches("run*.root", "run12.root"));
  CHECK_FALSE(matches("run*.root", "run12.root.bak"));
  CHECK(matches("*a*b*", "xaxxbab"));
  CHECK_FALSE(matches("*a*b", "xaxxba"));
  CHECK(matches("run?.root", "run1.root"));
  CHECK_FALSE(matches("run?.root", "run.root"));
  CHECK(matches("run[0-3x].root", "run2.root"));
  CHECK(matches("run[0-3x].root", "runx.root"));
  CHECK_FALSE(matches("run[0-3x].root", "run4.root"));
  CHECK(matches("run[!0-3].root", "run4.root"));
  CHECK_FALSE(matches("run[!0-3].root", "run3.root"));
  CHECK(matches("a[]]b", "a]b"));
  CHECK(matches("a[b", "a[b"));
  CHECK(matches("", ""));
  CHECK(matches("*", ""));
  CHECK_FALSE(matches("", "a"));
  CHECK_FALSE(matches("*", ".hidden"));
  CHECK(matches(".*", ".hidden"));
}

TEST_CASE("glob: many stars in a long name end soon") {
  CHECK_FALSE(matches("*a*a*a*a*a*a*a*a*a*a*a*a*b", std::string(2000, 'a')));
}

TEST_CASE("glob: files are found in order, directories are not files") {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b", "b/c"}) std::filesystem::create_directory(folder / name);
  for (const char* name : {"a/2.root", "a/1.root", "b/3.root", "b/c/4.root", "x.txt", "a/.5.root"})
    std::ofstream(folder / name) << "x";
  CHECK(found(folder, "a/*.root") == Names{"a/1.root", "a/2.root"});
  CHECK(found(folder, "*/*.root") == Names{"a/1.root", "a/2.root", "b/3.root"});
  CHECK(found(folder, "**/*.root") == Names{"a/1.root", "a/2.root", "b/3.root", "b/c/4.root"});
  CHECK(found(folder, "*") == Names{"x.txt"});
  CHECK(found(folder, "?/[12].root") == Names{"a/1.root", "a/2.root"});
  CHECK(found(folder, "no*") == Names{});
  CHECK(found(folder, "none/*.root") == Names{});
  CHECK(found(folder, "x.txt/*.root") == Names{});
}

TEST_CASE("glob: links that lead in circles end") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "a");
  std::ofstream(folder / "a/1.root") << "x";
  std::filesystem::create_directory_symlink(folder.path(), folder / "a/again");
  CHECK_FALSE(found(folder, "**/1.root").empty());
}
