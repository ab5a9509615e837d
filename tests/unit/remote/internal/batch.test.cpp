#include "ramet/remote/internal/batch.hpp"

#include <array>
#include <atomic>
#include <thread>

#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::remote;
using namespace ramet::remote::internal;

namespace {

struct Scene {
  RemoteOptions options;
  std::array<std::byte, 20> memory{};
  std::array<Wanted, 2> wanted{Wanted{Part::range, 0, std::span(memory).first(10)},
                               Wanted{Part::range, 10, std::span(memory).last(10)}};
  Batch batch{std::make_shared<RemoteFile>(copies_of("https://one/a.root", {})), wanted, options};
};

}  // namespace

TEST_CASE("batch: who waits goes on when its fetch is over, or gets its failure each time") {
  Scene scene;
  std::jthread other([&] {
    scene.batch.finish(1, Error(ErrorKind::io, "no bytes"));
    scene.batch.finish(0, std::nullopt);
    scene.batch.finish(0, Error(ErrorKind::io, "too late"));
  });
  scene.batch.wait(0, {});
  for (int time = 0; time < 2; ++time) CHECK_THROWS_WITH_AS(scene.batch.wait(1, {}), "no bytes", Error);
  scene.batch.wait_for_all();
}

TEST_CASE("batch: who waits calls a function meanwhile, and throws what that throws") {
  Scene scene;
  int calls = 0;
  scene.options.while_waiting = [&] {
    if (++calls == 2) throw Error(ErrorKind::cancelled, "interrupted");
  };
  CHECK_THROWS_WITH_AS(scene.batch.wait(0, {}), "interrupted", Error);
  CHECK(calls == 2);
}

TEST_CASE("batch: who waits for work that may be stopped looks whether to, and calls nothing else") {
  Scene scene;
  scene.options.while_waiting = [] { throw Error(ErrorKind::misuse, "called"); };
  StopSource* to_stop = nullptr;
  StopSource source([&] { to_stop->request_stop(); });
  to_stop = &source;
  CHECK_THROWS_WITH_AS(scene.batch.wait(0, source.get_token()), "stopped on request", Error);
}

TEST_CASE("batch: a cancelled one says so") {
  Scene scene;
  CHECK(scene.batch.size() == 2);
  CHECK_FALSE(scene.batch.is_cancelled());
  scene.batch.cancel();
  CHECK(scene.batch.is_cancelled());
}
