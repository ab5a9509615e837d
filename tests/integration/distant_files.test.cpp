// Many distant files: their bytes are requested before the threads come to them.
#include <chrono>
#include <string>
#include <vector>

#include "temporary_folder.hpp"
#include <doctest/doctest.h>

#include "ramet/core/mutex.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/frame/booked.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/frame/source.hpp"
#include "ramet/remote/opener.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/write/parallel_writer.hpp"

using namespace ramet;

namespace {

constexpr std::size_t file_count = 6;
constexpr std::uint64_t entries = 1000;  // of a file

/// A server that answers requests when as many have come as are expected; those that came before that was said, at
/// once. Threads: any.
class Server {
 public:
  void expect(std::size_t requests) {
    const MutexLock lock(mutex_);
    expected_ = requests;
    come_ = 0;
  }
  /// The same of requests to open files.
  void expect_openings(std::size_t files) {
    expect(files);
    const MutexLock lock(mutex_);
    counts_openings_ = files > 0;
  }
  bool counts_openings() const {
    const MutexLock lock(mutex_);
    return counts_openings_;
  }
  /// Whether the answer waits for others.
  bool note_request() {
    const MutexLock lock(mutex_);
    ++come_;
    changed_.notify_all();
    return expected_ > 0;
  }
  /// False after a while in which they did not come.
  bool wait_for_all() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    const MutexLock lock(mutex_);
    while (come_ < expected_ && std::chrono::steady_clock::now() < end)
      changed_.wait_for(mutex_, std::chrono::milliseconds(20));
    return come_ >= expected_;
  }

 private:
  mutable Mutex mutex_;
  ConditionVariable changed_;
  bool counts_openings_ RAMET_GUARDED_BY(mutex_) = false;
  std::size_t expected_ RAMET_GUARDED_BY(mutex_) = 0;
  std::size_t come_ RAMET_GUARDED_BY(mutex_) = 0;
};

/// A file of that server. Threads: any.
class ServedSource final : public io::ByteSource {
 public:
  ServedSource(std::shared_ptr<const io::ByteSource> near, std::shared_ptr<Server> server)
      : near_(std::move(near)), server_(std::move(server)) {}

  const std::string& name() const noexcept override { return near_->name(); }
  std::uint64_t size() const noexcept override { return near_->size(); }
  std::optional<io::ReadAhead> read_ahead() const noexcept override { return io::ReadAhead{}; }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override { near_->read_at(offset, into); }
  std::unique_ptr<io::Transfer> submit(std::vector<io::ReadPiece> pieces) const override {
    return std::make_unique<Answer>(*this, std::move(pieces), server_->note_request());
  }

 private:
  class Answer final : public io::Transfer {
   public:
    Answer(const ServedSource& source, std::vector<io::ReadPiece> pieces, bool waits)
        : source_(source), pieces_(std::move(pieces)), waits_(waits) {}
    void wait(std::size_t piece, const ramet::StopToken& /*stop*/) override {
      if (waits_ && !source_.server_->wait_for_all())
        throw Error(ErrorKind::io, "only some of the files were asked for");
      source_.near_->read_at(pieces_[piece].offset, pieces_[piece].into);
    }

   private:
    const ServedSource& source_;
    std::vector<io::ReadPiece> pieces_;
    bool waits_;
  };

  std::shared_ptr<const io::ByteSource> near_;
  std::shared_ptr<Server> server_;
};

/// Opens "far://PATH"; opening may be a request, too. Threads: any.
class ServedFiles final : public remote::Opener {
 public:
  explicit ServedFiles(std::shared_ptr<Server> server) : server_(std::move(server)) {}
  std::shared_ptr<const io::ByteSource> open(const std::string& url) const override {
    if (server_->counts_openings() && server_->note_request() && !server_->wait_for_all())
      throw Error(ErrorKind::io, "only some of the files were opened at once");
    return std::make_shared<const ServedSource>(io::open_local(url.substr(url.find("://") + 3)), server_);
  }

 private:
  std::shared_ptr<Server> server_;
};

/// Files of two columns and 400 kB, so that columns are not in the ends that are read when they are opened.
std::vector<dataset::FileAndObject> write_files(const TemporaryFolder& folder, write::Format format) {
  std::vector<dataset::FileAndObject> places;
  for (std::size_t number = 0; number < file_count; ++number) {
    const auto path = folder / ("run" + std::to_string(number) + ".root");
    const auto writer = write::ParallelWriter::recreate(path);
    table::Schema schema;
    schema.name = "Events";
    const auto noise = array::Type::list_of(array::Type::of(array::NumberType::uint64));
    schema.columns = {{"before", noise}, {"x", array::Type::of(array::NumberType::float64)}, {"behind", noise}};
    auto table = writer->add_table(schema, {.format = format, .cluster_entries = entries});
    auto context = table.context();
    array::ArrayBuilder before(noise), x(schema.columns[1].type), behind(noise);
    std::uint64_t state = number + 1;
    for (std::uint64_t entry = 0; entry < entries; ++entry) {
      std::vector<std::uint64_t> values(50);
      for (std::uint64_t& value : values) value = state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      array::ValueColumn<std::vector<std::uint64_t>>::append(before, values);
      array::ValueColumn<double>::append(x, static_cast<double>(number * entries + entry));
      array::ValueColumn<std::vector<std::uint64_t>>::append(behind, values);
    }
    context.extend(
        std::vector<array::Array>{std::move(before).finish(), std::move(x).finish(), std::move(behind).finish()});
    context.close();
    writer->close();
    places.push_back({"far://" + path.string(), "Events"});
  }
  return places;
}

double sum_of_all() {
  constexpr double count = file_count * entries;
  return count * (count - 1) / 2;
}

}  // namespace

TEST_CASE("distant files: one thread has the columns of all files requested before it waits for the first") {
  for (const auto format : {write::Format::ttree, write::Format::rntuple}) {
    CAPTURE(static_cast<int>(format));
    const TemporaryFolder folder;
    const auto server = std::make_shared<Server>();
    const auto executor = schedule::make_serial_executor();
    dataset::SessionOptions options;
    options.remote.opener = std::make_shared<const ServedFiles>(server);
    const dataset::Session session(*executor, options);
    const auto files = std::make_shared<const dataset::Dataset>(session, write_files(folder, format));
    CHECK(files->entries() == file_count * entries);

    server->expect(file_count);
    const std::vector<array::Array> read = files->read({"x"});
    REQUIRE(read.front().length() == file_count * entries);
    CHECK(read.front().numbers<double>()[5 * entries + 7] == 5 * entries + 7);

    server->expect(file_count);
    double total = 0;
    files->for_each_batch({std::vector<std::string>{"x"}}, 100, files->reading(), [&](const dataset::Batch& batch) {
      for (const double value : batch.columns[0].numbers<double>()) total += value;
    });
    CHECK(total == sum_of_all());

    server->expect(file_count);
    const frame::Frame frame(frame::Source(files), *executor);
    CHECK(frame.filter("x >= 0").sum("x").value() == doctest::Approx(sum_of_all()));
  }
}

TEST_CASE("distant files: files that cannot be begun are opened side by side, by however few threads they are read") {
  const TemporaryFolder folder;
  const auto server = std::make_shared<Server>();
  const auto executor = schedule::make_serial_executor();
  dataset::SessionOptions options;
  options.remote.opener = std::make_shared<const ServedFiles>(server);
  const dataset::Session session(*executor, options);
  const auto places = write_files(folder, write::Format::ttree);
  // The first file is opened for the schema.
  const auto opened_by = [&](const auto& use) {
    const dataset::Dataset files(session, places);
    server->expect_openings(file_count - 1);
    use(files);
    server->expect_openings(0);
  };
  opened_by([](const dataset::Dataset& files) { CHECK(files.entries() == file_count * entries); });
  opened_by([](const dataset::Dataset& files) { CHECK(files.cluster_starts().back() == file_count * entries); });
  opened_by([](const dataset::Dataset& files) { CHECK(files.read({"x"}).front().length() == file_count * entries); });
  server->expect_openings(file_count);
  const dataset::Dataset all(session, places, {.schema = dataset::SchemaFrom::all_files});
  server->expect_openings(0);
  CHECK(all.find("x").has_value());
}
