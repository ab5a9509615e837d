#include "ramet/remote/remote_files.hpp"

#include <string>

#include "unit/remote/file_server.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::remote;

namespace {

std::string error_of(const RemoteFiles& files, std::string_view url) {
  try {
    files.open(url);
  } catch (const Error& error) {
    return std::string(to_string(error.kind())) + ": " + error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("remote files: URLs of http, https and s3 are read, others are not") {
  for (const char* url : {"http://host/a.root", "https://host/a.root", "https:/host/a.root", "s3://bucket/a.root"})
    CHECK(is_remote(url));
  for (const char* text : {"root://host/a.root", "gs://bucket/a.root", "/data/a.root", "https", "a.root:https://x"})
    CHECK_FALSE(is_remote(text));
}

TEST_CASE("remote files: a source outlives what opened it") {
  const FileServer server(std::string(100'000, 'x') + std::string(300'000, 'y'));
  auto files = std::make_unique<RemoteFiles>();
  const auto source = files->open(server.url());
  files.reset();
  std::string text(10, ' ');
  source->read_at(99'995, std::as_writable_bytes(std::span(text)));
  CHECK(text == "xxxxxyyyyy");
}

TEST_CASE("remote files: the second copy is read when the first is not there") {
  const FileServer server(std::string(1000, 'x'));
  const RemoteFiles files({.retry_delay = std::chrono::milliseconds(1)});
  CHECK(files.open("http://127.0.0.1:1/a.root|" + server.url())->size() == 1000);
}

TEST_CASE("remote files: errors name the file without secrets") {
  const RemoteFiles files({.retries = 0});
  const std::string error = error_of(files, "http://me:secret@127.0.0.1:1/a.root?token=secret");
  CHECK(error.starts_with("io: cannot open 'http://127.0.0.1:1/a.root': "));
  CHECK(error.find("secret") == std::string::npos);
  CHECK(error_of(files, "ftp://host/a.root").starts_with("misuse: "));
  StopSource stop;  // NOLINT(misc-const-correctness): requesting a stop changes what its tokens say
  stop.request_stop();
  CHECK(error_of(RemoteFiles({.stop = stop.get_token()}), "http://127.0.0.1:1/a.root").starts_with("cancelled: "));
}

TEST_CASE("remote files: a file that was begun is opened with the requests that were made for it") {
  const FileServer server(std::string(1000, 'x'));
  const RemoteFiles files;
  files.will_open(server.url());
  files.will_open(server.url());
  files.will_open("ftp://host/a.root");
  CHECK(files.open(server.url())->size() == 1000);
  CHECK(server.requests() == 2);
  CHECK(files.open(server.url())->size() == 1000);
  CHECK(server.requests() == 3);  // it is known
}

TEST_CASE("remote files: of very many that were begun the first ones are forgotten, and errors are told when opened") {
  const FileServer server(std::string(1000, 'x'));
  const RemoteFiles files({.retries = 0});
  for (int file = 0; file < 40; ++file) files.will_open(server.url() + std::to_string(file));
  for (int file = 0; file < 40; ++file) CHECK(files.open(server.url() + std::to_string(file))->size() == 1000);
  CHECK(server.requests() >= 80);
  files.will_open("http://127.0.0.1:1/a.root");
  CHECK(error_of(files, "http://127.0.0.1:1/a.root").starts_with("io: cannot open"));
}
