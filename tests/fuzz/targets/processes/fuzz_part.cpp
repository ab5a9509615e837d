// Results of parts of runs. Input: such a result without its checksum, which is added.

#include <cstring>
#include <string>
#include <vector>

#include "fuzz_target.hpp"

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/frame/actions/histograms.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/frame/running/part_runner.hpp"
#include "ramet/schedule/executor.hpp"

using namespace ramet;
using frame::Booked;
using frame::Frame;

namespace {

constexpr std::size_t place_of_first = 14;  // behind the magic number, the version and the key

/// Ends a run of which not all tasks were taken. Threads: a value.
struct NotAll {};

hist::Histogram model_of(std::size_t axes, std::uint32_t bins, bool is_profile = false) {
  hist::HistogramParts parts;
  for (std::size_t axis = 0; axis < axes; ++axis) parts.axes.push_back({.bins = hist::RegularAxis{bins, 0, 50'000}});
  if (is_profile) parts.profile.emplace();
  return hist::Histogram::empty(std::move(parts));
}

/// Every kind of result, of two tasks. Threads: one thread.
struct Results {
  Results() : executor(schedule::make_serial_executor()), frame(source()) {
    using Names = std::vector<std::string>;
    booked.push_back(frame.count().booked());
    booked.push_back(frame.stats("x", "w").booked());
    booked.push_back(frame.histogram(model_of(1, 4), Names{"x"}).booked());
    booked.push_back(frame.histogram(model_of(1, 4), Names{"x"}, "w").booked());
    booked.push_back(frame.histogram(model_of(2, 70), Names{"x", "w"}).booked());
    booked.push_back(frame.histogram(model_of(1, 3, true), Names{"x", "w"}, "w").booked());
    booked.push_back(frame
                         .sparse_histogram({.class_name = "THnSparseT<TArrayD>", .axes = model_of(1, 5).parts().axes},
                                           Names{"x"}, "w")
                         .booked());
    booked.push_back(frame.book(std::make_shared<frame::AutomaticHistogramAction>(hist::HistogramLabels{}, 5, "x")));
    booked.push_back(frame.filter("x % 9000 == 0", "few").take({"x", "list"}).booked());
    booked.push_back(frame.filters().booked());
  }

  Frame source() const {
    return Frame::of_entries(70'000, *executor, {.origin = R"({"entries":70000})"})
        .define("x", "rdfentry_")
        .define("w", "rdfentry_ % 7 * 0.5")
        .define("list", "RVecF{1.f, 2.f}")
        .filter("x % 1000 == 0", "thousandth");
  }

  std::unique_ptr<schedule::Executor> executor;
  Frame frame;
  std::vector<Booked> booked;
};

fuzz::Bytes with_checksum(std::span<const std::byte> content) {
  fuzz::Bytes whole(content.begin(), content.end());
  const std::uint64_t sum = bytes::xxh3(content);
  whole.resize(content.size() + sizeof sum);
  std::memcpy(whole.data() + content.size(), &sum, sizeof sum);
  return whole;
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  const Results results;
  const Bytes part = with_checksum(input);
  try {
    results.booked.front().run({.elsewhere = [&](frame::TasksElsewhere& tasks) {
      require(tasks.take(part), "what is new is taken");
      require(!tasks.take(part), "what is known is not");
      std::uint64_t first = 0;
      std::memcpy(&first, input.data() + place_of_first, sizeof first);
      std::uint64_t last = 0;
      std::memcpy(&last, input.data() + place_of_first + sizeof first, sizeof last);
      if (bytes::byte_swap(last) - bytes::byte_swap(first) != tasks.wanted().size()) throw NotAll();
    }});
  } catch (const NotAll&) {  // what was taken is let go
  }
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  const Results results;
  const frame::PartRunner runner(results.booked);
  std::vector<Bytes> all;
  for (const frame::TaskRange tasks : {frame::TaskRange{0, 1}, {1, 2}, {0, 2}}) {
    const bytes::Buffer part = runner.run(tasks);
    all.emplace_back(part.span().begin(), part.span().end() - sizeof(std::uint64_t));
  }
  return all;
}
