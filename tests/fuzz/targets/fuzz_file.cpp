// Whole files: header, directories, key lists, records, streamer infos. Input: the bytes of a file.

#include <algorithm>
#include <string>

#include "fuzz_target.hpp"
#include "unit/file/sample_keys.hpp"

#include "ramet/core/error.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/file/internal/file_header.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"

using namespace ramet;
using namespace ramet::file;

namespace {

constexpr std::uint32_t largest_object = 1 << 20;  // the codecs have a target of their own

bytes::Buffer copy_of(std::span<const std::byte> bytes) {
  bytes::Buffer copy;
  copy.append(bytes);
  return copy;
}

// A memory sink whose bytes are wanted after the writer is gone.
class BorrowedSink final : public io::ByteSink {
 public:
  explicit BorrowedSink(io::MemorySink& memory) : memory_(memory) {}
  const std::string& name() const noexcept override { return memory_.name(); }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override { memory_.write_at(offset, bytes); }
  void resize(std::uint64_t size) override { memory_.resize(size); }
  void sync() override {}
  void close() override {}

 private:
  io::MemorySink& memory_;
};

void read_if_small(const FileReader& reader, const Key& key) {
  if (key.object_size > largest_object) return;
  try {
    const Record record = reader.read_record(key);
    fuzz::require(record.payload().size() == key.object_size, "a record has the size that its key says");
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::corrupt || error.kind() == ErrorKind::unsupported, error.what());
  }
}

void look_up(const FileReader& reader, const Directory& directory, const Key& key) {
  const std::string path = directory.path.empty() ? key.name : directory.path + "/" + key.name;
  try {
    reader.key(path + ";" + std::to_string(key.cycle));
    reader.directory(path);
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::not_found || error.kind() == ErrorKind::corrupt, error.what());
  }
}

fuzz::Bytes written(compression::Settings settings, bool closed) {
  io::MemorySink memory("seed.root");
  const auto writer = FileWriter::create(std::make_unique<BorrowedSink>(memory), {settings, true});
  const std::string text(300, 'x');
  for (int turn = 0; turn < 2; ++turn) {
    writer->put({0}, "TObjString", "text", "title", std::as_bytes(std::span(text)));
    writer->put(writer->directory("a/b"), "TObjString", "text", "", std::as_bytes(std::span(text)),
                FileWriter::OnConflict::replace);
    writer->commit();
  }
  writer->set_streamer_infos(copy_of(std::as_bytes(std::span(text))));
  if (closed) writer->close();
  const auto contents = memory.contents();
  return {contents.data(), contents.data() + contents.size()};
}

// A file of 64-bit seeks with an empty root directory.
fuzz::Bytes big_file() {
  Key key;
  key.version = 1004;
  key.class_name = "TFile";
  key.name = "big";
  key.key_length = key_length_of(key.class_name, key.name, "", true);
  key.seek = 100;
  key.object_size = static_cast<std::uint32_t>(5 + directory_head_size);
  key.record_size = key.key_length + key.object_size;
  Key list = key;
  list.seek = key.seek + key.record_size;
  list.object_size = 4;
  list.record_size = list.key_length + list.object_size;
  FileHeader header;
  header.version = 64000 + big_file_version;
  header.units = 8;
  header.name_size = key.key_length + 5U;
  header.end = list.seek + list.record_size;
  DirectoryHead head;
  head.version = 1005;
  head.seek = key.seek;
  head.name_size = header.name_size;
  head.seek_keys = list.seek;
  head.keys_size = list.record_size;
  bytes::ByteWriter file;
  write_file_header(file, header);
  write_key(file, key);
  file.string(key.name);
  file.string(key.title);
  write_directory_head(file, head);
  write_key(file, list);
  file.write(std::uint32_t{0});
  return {file.span().begin(), file.span().end()};
}

// Several keys of one record; heads that have another title, cycle and date than their keys.
fuzz::Bytes with_strange_keys() {
  bytes::Buffer contents = copy_of(written({}, true));
  const auto reader = FileReader::open(io::source_of(copy_of(contents.span())));
  std::vector<Key> keys = reader->root().keys;
  for (const Key& key : reader->root().keys) {
    if (key.is_directory()) continue;  // one in two places is damage
    Key other = key;
    other.cycle += 7;
    other.date += 1;
    if (!other.title.empty()) other.title.back() = '?';
    keys.push_back(other);
  }
  const bytes::Buffer strange = sample::with_keys(std::move(contents), keys);
  return {strange.span().begin(), strange.span().end()};
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  const auto reader = FileReader::open(io::source_of(copy_of(input)));
  if (const auto packed = reader->packed_streamer_infos(); !packed.empty() && packed.size() < largest_object / 100)
    reader->unpack_record(packed.span(), reader->header().seek_streamer_info);
  std::size_t looked_up = 0, visited = 0;
  reader->for_each_key([&](const Directory& directory, const Key& key) {
    ++visited;
    read_if_small(*reader, key);
    if (looked_up++ < 10) look_up(*reader, directory, key);  // each may read directories again
  });
  require(reader->keys_below("").size() <= visited, "keys with paths are among those of all directories");
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all{big_file()};
  for (const int code : {0, 101, 404, 505}) all.push_back(written(compression::Settings::from_code(code), true));
  all.push_back(written({}, false));
  all.push_back(with_strange_keys());
  for (const Bytes& seed : all) try_on(seed);
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const FileReader& file) { return whole_of(file); }
