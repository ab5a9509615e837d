#include "ramet/merge/internal/safety/stepwise_file.hpp"

#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/merge/internal/output.hpp"

namespace ramet::inline v1::merge::internal {

StepwiseFile::StepwiseFile(std::filesystem::path path, Journal& journal) : path_(std::move(path)), journal_(journal) {
  if (journal_.last_step())
    go_on();
  else
    journal_.add_step({.state = {}, .end = std::filesystem::file_size(path_)});
}

void StepwiseFile::go_on() {
  const DoneStep& step = *journal_.last_step();
  const auto sink = io::update_local(path_);
  write_all(step.writes, *sink);
  if (const auto size = std::filesystem::file_size(path_); size < step.end)
    throw JournalMismatch(fmt::format("the file has {} bytes, the journal {}", size, step.end));
  sink->resize(step.end);
  sink->close();
  try {
    const auto reader = file::FileReader::open(io::open_local(path_));
    if (reader->is_recovered() || reader->header().end != step.end)
      throw JournalMismatch(fmt::format("the header has {} bytes, the journal {}", reader->header().end, step.end));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::io) throw;
    throw JournalMismatch(error.what());
  }
}

void StepwiseFile::add(StepState state, Work work, Holding holding) {
  HeldCommit held;
  const auto sink = io::update_local(path_);
  const std::uint64_t end = std::filesystem::file_size(path_);
  work(std::make_unique<CommitSink>(*sink, held, holding, end), io::open_local(path_), state);
  DoneStep step{.state = state, .end = std::filesystem::file_size(path_), .writes = std::move(held.writes)};
  for (const PlacedBytes& write : step.writes)
    step.end = std::max<std::uint64_t>(step.end, write.offset + write.bytes.size());
  journal_.add_step(std::move(step));
  write_all(journal_.last_step()->writes, *sink);
  sink->close();
}

}  // namespace ramet::inline v1::merge::internal
