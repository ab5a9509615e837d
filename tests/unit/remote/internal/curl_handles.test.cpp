#include "ramet/remote/internal/curl_handles.hpp"

#include <filesystem>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet::remote::internal;

TEST_CASE("curl handles: several threads may make the library ready at once") {
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([] {
      for (int round = 0; round < 5; ++round) {
        const CurlLibrary library;
        const CurlFunctions& curl = library.functions();
        const Multi multi(curl.multi_init(), {curl.multi_cleanup});
        const Easy easy(curl.easy_init(), {curl.easy_cleanup});
      }
    });
  }
  threads.clear();
  const CurlLibrary library;
  const CurlFunctions& curl = library.functions();
  CHECK(Easy(curl.easy_init(), {curl.easy_cleanup}) != nullptr);
}

TEST_CASE("curl handles: certificates elsewhere are a file, or nothing is said") {
  const CurlLibrary library;
  const std::string file = authorities_elsewhere(library.functions());
  CHECK((file.empty() || std::filesystem::exists(file)));
}
