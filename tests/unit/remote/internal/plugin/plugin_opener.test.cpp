#include "ramet/remote/internal/plugin/plugin_opener.hpp"

#include <string>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::remote;
using ramet::remote::internal::PluginOpener;

TEST_CASE("plugin opener: URLs of XRootD are for it, and others are not") {
  for (const char* url : {"root://host//a.root", "roots://host//a.root", "xroot://host//a.root"})
    CHECK(PluginOpener::opens(url));
  for (const char* text : {"https://host/a.root", "gs://bucket/a.root", "/data/a.root", "root.root"})
    CHECK_FALSE(PluginOpener::opens(text));
}

TEST_CASE("plugin opener: without the plugin the error says how such files are read") {
  PluginOpener opener("libramet-of-nothing.so");
  const RemoteOptions options;
  std::string said;
  try {
    opener.open("root://me:secret@host//a.root", options);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::unsupported);
    said = error.what();
  }
  CHECK(said.starts_with("cannot open 'root://host//a.root': root:// is read by the plugin libramet-of-nothing.so"));
  CHECK(said.find("in Python the package xrootd reads it") != std::string::npos);
  CHECK(said.find("secret") == std::string::npos);
}
