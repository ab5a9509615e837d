#include "ramet/merge/internal/output.hpp"

#include <algorithm>
#include <utility>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"

namespace ramet::inline v1::merge::internal {

void OutputSink::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  watch([&] { sink_->write_at(offset, bytes); });
  if (!is_journaled_) return;
  const WrittenPiece piece{{offset, bytes.size()}, bytes::xxh3(bytes)};
  const MutexLock lock(mutex_);
  pieces_.insert_or_assign(offset, piece);
  end_ = std::max(end_, offset + bytes.size());
}

void OutputSink::close() {
  std::uint64_t end = 0;
  {
    const MutexLock lock(mutex_);
    end = std::exchange(end_, 0);
  }
  watch([&] {
    if (end > 0) sink_->resize(end);
    sink_->close();
  });
}

std::vector<WrittenPiece> OutputSink::take_pieces(io::Extent extent) {
  const MutexLock lock(mutex_);
  const auto first = pieces_.lower_bound(extent.offset);
  const auto last = pieces_.lower_bound(extent.offset + extent.size);
  std::vector<WrittenPiece> pieces;
  for (auto piece = first; piece != last; ++piece) pieces.push_back(piece->second);
  pieces_.erase(first, last);
  return pieces;
}

void require_fit(const DoneExtent& done, io::Extent extent, std::size_t result_size) {
  if (done.extent != extent || done.result.size() != result_size)
    throw JournalMismatch(fmt::format("the journal has {} bytes at byte {} with {} of a result, where {} and {} come",
                                      done.extent.size, done.extent.offset, done.result.size(), extent.size,
                                      result_size));
}

Output::Output(std::unique_ptr<io::ByteSink> sink, std::string name, const file::FileWriterOptions& options,
               Journal* journal)
    : journal_(journal) {
  auto watched = std::make_unique<OutputSink>(std::move(sink), std::move(name), failed_, journal != nullptr);
  sink_ = watched.get();
  file_ = file::FileWriter::create(std::move(watched), options);
  if (journal_ == nullptr) return;
  for (const DonePut& put : journal_->puts()) there_.emplace(put.directory, put.key.name, put.key.class_name);
}

Output::Output(std::unique_ptr<io::ByteSink> sink, const file::FileReader& reader,
               const file::FileUpdateOptions& options)
    : journal_(nullptr) {
  auto watched = std::make_unique<OutputSink>(std::move(sink), reader.name(), failed_, false);
  sink_ = watched.get();
  file_ = file::FileWriter::update(std::move(watched), reader, options);
}

file::DirectoryNumber Output::directory(const std::string& path) {
  if (path.empty()) return {0};
  const auto known = directories_.find(path);
  if (known != directories_.end()) return known->second;
  if (const std::size_t slash = path.rfind('/'); slash != std::string::npos) directory(path.substr(0, slash));
  const auto title = titles_.find(path);
  const file::DirectoryNumber made = file_->directory(path, title == titles_.end() ? std::string() : title->second);
  return directories_.emplace(path, made).first->second;
}

void Output::make_room(const std::string& directory, std::string_view class_name, std::string_view name) {
  if (!own_input_) return;
  const auto there = file_->find_directory(directory);
  if (!there) return;
  std::vector<std::uint16_t> cycles;
  for (const file::Key& key : file_->keys(*there))
    if (key.name == name && key.class_name == class_name) cycles.push_back(key.cycle);
  for (const std::uint16_t cycle : cycles) file_->remove(*there, name, cycle);
}

bool Output::has(const std::string& directory, const std::string& name, const std::string& class_name) const {
  return there_.contains({directory, name, class_name});
}

bool Output::adopt_next(const std::string& directory, std::string_view class_name, std::string_view name) {
  if (journal_ == nullptr || next_put_ == journal_->puts().size()) return false;
  const DonePut& put = journal_->puts()[next_put_++];
  if (put.directory != directory || put.key.class_name != class_name || put.key.name != name)
    throw JournalMismatch(fmt::format("the journal has '{}' in '{}' where '{}' in '{}' comes", put.key.name,
                                      put.directory, name, directory));
  const file::DirectoryNumber into = this->directory(directory);
  try {
    file_->adopt(into, put.key);
  } catch (const Error& error) {
    throw JournalMismatch(error.what());
  }
  return true;
}

void Output::note(const std::string& directory, const file::Key& key) {
  if (journal_ == nullptr) return;
  const std::vector<WrittenPiece> pieces = sink_->take_pieces({key.seek, key.record_size});
  try {
    journal_->add_put({directory, key, pieces.empty() ? 0 : pieces.front().checksum});
  } catch (...) {
    failed_ = true;
    throw;
  }
  next_put_ = journal_->puts().size();
}

void Output::put(const std::string& directory, std::string_view class_name, std::string_view name,
                 std::string_view title, file::FileWriter::MakePayload make_payload,
                 std::optional<compression::Settings> compression) {
  if (adopt_next(directory, class_name, name)) return;
  note(directory, file_->put(this->directory(directory), class_name, name, title, make_payload,
                             file::FileWriter::OnConflict::new_cycle, compression));
}

void Output::put_record(const std::string& directory, bytes::Buffer record) {
  bytes::ByteCursor cursor(std::as_const(record).span());
  const file::Key key = file::read_record_head(cursor);
  if (adopt_next(directory, key.class_name, key.name)) return;
  note(directory, file_->put_record(this->directory(directory), std::move(record)));
}

const DoneExtent* Output::done(std::uint64_t offset) const {
  return journal_ == nullptr ? nullptr : journal_->extent_at(offset);
}

void Output::finish(io::Extent extent, std::span<const std::byte> result) {
  if (journal_ == nullptr) return;
  DoneExtent done{.extent = extent, .result = {}, .pieces = sink_->take_pieces(extent)};
  done.result.append(result);
  try {
    journal_->add_extent(std::move(done));
  } catch (...) {
    failed_ = true;
    throw;
  }
}

}  // namespace ramet::inline v1::merge::internal
