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
        const Multi multi(curl_multi_init());
        const Easy easy(curl_easy_init());
      }
    });
  }
  threads.clear();
  const CurlLibrary library;
  CHECK(Easy(curl_easy_init()) != nullptr);
}

TEST_CASE("curl handles: certificates elsewhere are a file, or nothing is said") {
  const std::string file = authorities_elsewhere();
  CHECK((file.empty() || std::filesystem::exists(file)));
}
