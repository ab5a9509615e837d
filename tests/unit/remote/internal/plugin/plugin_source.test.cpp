#include "ramet/remote/internal/plugin/plugin_source.hpp"

#include <chrono>
#include <string>
#include <vector>

#include "unit/remote/internal/plugin/sample_plugin.hpp"
#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::remote;
using namespace ramet::remote::internal;
using namespace std::chrono_literals;

namespace {

std::string read(const io::ByteSource& source, std::uint64_t offset, std::size_t size) {
  std::string text(size, ' ');
  source.read_at(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

std::string refusal(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    return std::string(to_string(error.kind())) + ": " + error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("plugin source: a file is read by a plugin, pieces of it at once") {
  const RemoteOptions options;
  const PluginSource source(sample_plugin::plugin, "root://me:secret@host//a.root?key=1", options);
  CHECK(source.name() == "root://host//a.root");
  CHECK(source.size() == 26);
  CHECK(source.read_ahead());
  CHECK(read(source, 3, 4) == "defg");
  std::string text(6, ' ');
  const auto into = std::as_writable_bytes(std::span(text));
  source.read_pieces(std::vector<io::ReadPiece>{{20, into.first(3)}, {0, into.subspan(3)}});
  CHECK(text == "uvwabc");
  CHECK(refusal([&] { read(source, 24, 3); }).starts_with("corrupt: "));
}

TEST_CASE("plugin source: what the plugin says is in the error, which names the file") {
  const RemoteOptions options;
  CHECK(refusal([&] { PluginSource(sample_plugin::plugin, "root://host//none.root", options); }) ==
        "file_missing: cannot open 'root://host//none.root': no such file");
  const PluginSource source(sample_plugin::plugin, "root://host//refused.root", options);
  CHECK(refusal([&] { read(source, 2, 3); }) ==
        "io: cannot read bytes 2-4 of 'root://host//refused.root': the server refused");
}

TEST_CASE("plugin source: waiting ends when it is cancelled, stopped, or has taken too long") {
  StopSource stop;
  const RemoteOptions options{.stall_timeout = 30ms, .stop = stop.get_token()};
  const PluginSource source(sample_plugin::plugin, "root://host//late.root", options);
  CHECK(refusal([&] { read(source, 0, 1); }).find("no answer came for 0.06 s") != std::string::npos);
  std::string text(1, ' ');
  const auto transfer = source.submit({{0, std::as_writable_bytes(std::span(text))}});
  transfer->cancel();
  CHECK(refusal([&] { transfer->wait(0, {}); }) == "cancelled: stopped on request");
  stop.request_stop();
  CHECK(refusal([&] { read(source, 0, 1); }) == "cancelled: stopped on request");
}
