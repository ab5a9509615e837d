#include "ramet/remote/opener.hpp"

#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "ramet/bytes/buffer.hpp"
#include "ramet/remote/remote_files.hpp"

using namespace ramet;
using namespace ramet::remote;

namespace {

// Opens any URL as a file that contains it.
class EchoOpener final : public Opener {
 public:
  std::shared_ptr<const io::ByteSource> open(const std::string& url) const override {
    bytes::Buffer contents(url.size());
    std::memcpy(contents.data(), url.data(), url.size());
    return io::source_of(std::move(contents), url);
  }
};

}  // namespace

TEST_CASE("opener: a program's opener takes URLs of other kinds, and no paths") {
  const RemoteFiles files({.opener = std::make_shared<const EchoOpener>()});
  CHECK(files.opens("root://host//a.root"));
  CHECK(files.opens("https://host/a.root"));
  CHECK_FALSE(files.opens("/data/a.root"));
  CHECK(files.open("root://host//a.root")->size() == 19);
  files.will_open("root://host//a.root");
  CHECK(RemoteFiles().opens("root://host//a.root"));  // by the plugin
  CHECK_FALSE(RemoteFiles().opens("gs://bucket/a.root"));
}
