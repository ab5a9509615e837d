#include "ramet/remote/internal/plugin/plugin_library.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using ramet::remote::internal::load_plugin;

namespace {

std::string refusal_of(const std::string& library) {
  try {
    load_plugin(library);
  } catch (const Error& error) {
    return std::string(to_string(error.kind())) + ": " + error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("plugin library: what is not there, or no plugin, is refused by its name") {
  const std::string missing = refusal_of("libramet-of-nothing.so");
  CHECK(missing.starts_with("unsupported: "));
  CHECK(missing.find("libramet-of-nothing.so") != std::string::npos);
  CHECK(refusal_of("libc.so.6") == "unsupported: libc.so.6 is no plugin that reads files");
}
