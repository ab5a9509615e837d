#include "ramet/file/internal/foreign_format.hpp"

#include <string_view>

#include <doctest/doctest.h>

using namespace ramet::file;
using namespace std::string_view_literals;

namespace {

std::string format_of(std::string_view bytes) { return foreign_format_of(std::as_bytes(std::span(bytes))); }

}  // namespace

TEST_CASE("foreign format: archives and compressed data are named, with the advice to unpack them") {
  CHECK(format_of("\x1f\x8b\x08\x00"sv) == "gzip data: unpack it first");
  CHECK(format_of("\x28\xb5\x2f\xfd\x04"sv) == "zstd data: unpack it first");
  CHECK(format_of("PK\x03\x04\x14"sv) == "a zip archive: unpack it first");
  CHECK(format_of(std::string(257, 'a') + "ustar") == "a tar archive: unpack it first");
}

TEST_CASE("foreign format: files of other formats are named") {
  CHECK(format_of("\x89HDF\r\n\x1a\n\0\0"sv) == "an HDF5 file");
  CHECK(format_of("PAR1\x15\x04"sv) == "a Parquet file");
  CHECK(format_of("version https://git-lfs.github.com/spec/v1\noid sha256:0\n").starts_with("a pointer of Git LFS"));
}

TEST_CASE("foreign format: results of a server or an interrupted download are named") {
  CHECK(format_of("") == "an empty file");
  CHECK(format_of(std::string(512, '\0')) == "zeros: a file that was created but not written");
  CHECK(format_of("\n<!DOCTYPE html><html>").starts_with("an HTML page"));
  CHECK(format_of("<HTML><body>").starts_with("an HTML page"));
  CHECK(format_of("<?xml version=\"1.0\"?>") == "XML");
}

TEST_CASE("foreign format: text is distinguished from unknown bytes") {
  CHECK(format_of("{\"error\": 404}") == "JSON, or other text");
  CHECK(format_of("x,y\n1,2\n") == "text");
  CHECK(format_of("Gr\xc3\xbc\xc3\x9f"
                  "e") == "text");
  CHECK(format_of("\x01\x02\x03\x04"sv) == "");
}
