#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "ramet/core/error.hpp"
#include "ramet/core/trace/recorder.hpp"
#include "ramet/dataset/record_memory.hpp"
#include "ramet/dataset/schema_cache.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/io/traffic.hpp"
#include "ramet/ntuple/ntuple_reader.hpp"
#include "ramet/object/object_graph.hpp"
#include "ramet/object/typed/struct_plan.hpp"
#include "ramet/remote/remote_files.hpp"
#include "ramet/remote/remote_options.hpp"
#include "ramet/schedule/executor.hpp"
#include "ramet/schema/streamer_info.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::inline v1::dataset {

/// Options of a session. Threads: a value.
struct SessionOptions {
  std::size_t threads = 0;  ///< of the session's own oneTBB arena; 0 means as many as the process may use
  io::LocalAccess local_access = io::LocalAccess::positional;  ///< how local files are read
  std::shared_ptr<TraceRecorder> recorder = nullptr;           ///< of what is read; null: nothing is recorded
  remote::RemoteOptions remote = {};                           ///< how files of servers are read
};

/// An open file and the layouts of its classes. Threads: immutable.
class File {
 public:
  File(std::shared_ptr<const file::FileReader> reader, std::shared_ptr<const object::FormCache> forms,
       std::shared_ptr<RecordMemory> memory)
      : reader_(std::move(reader)), forms_(std::move(forms)), memory_(std::move(memory)) {}

  const file::FileReader& reader() const noexcept { return *reader_; }
  const std::string& name() const noexcept { return reader_->name(); }  ///< its path
  /// What its session fetched of servers until now; nothing for a file that is not on one.
  io::TrafficCounts traffic() const;
  const schema::StreamerInfos& streamer_infos() const noexcept { return *forms_->file(); }
  /// The layouts of ROOT's own classes, used for files that lack them.
  const schema::StreamerInfos& catalogue() const noexcept { return *forms_->catalogue(); }
  /// The forms compiled from both; files with equal layouts share them.
  const object::FormCache& forms() const noexcept { return *forms_; }

  /// The tree of a path like "a/b/Events" or "Events;2". Throws Error(not_found) with similar names, Error(misuse) when
  /// it is not a tree, Error(corrupt).
  std::shared_ptr<const tree::TreeReader> tree(std::string_view path) const;
  std::shared_ptr<const tree::TreeReader> tree(const file::Key& key) const;

  /// The object of a path, of any class, with all objects that it points to. Members that cannot be read are
  /// object::Unread. Throws Error(not_found), Error(unsupported) when its class is unknown, Error(corrupt).
  object::ObjectGraph object(std::string_view path) const;
  object::ObjectGraph object(const file::Key& key) const;

  /// The same as an array of length 1: a standard container, or an object of a class that a column can hold. Throws as
  /// `object`, and Error(unsupported), naming the member, for values that cannot be a column.
  array::Array array(std::string_view path) const;
  array::Array array(const file::Key& key) const;

  /// The object of a path as a C++ value: a described struct, a container, ... (see object::StructPlan). The plan for
  /// it is made once, and shared by files with equal layouts. Throws Error(not_found), Error(unsupported), naming the
  /// member, when the stored class cannot be converted to the type, Error(corrupt).
  template <class Value>
  Value read(std::string_view path) const {
    return read<Value>(reader_->key(path));
  }
  template <class Value>
  Value read(const file::Key& key) const {
    return read_key(key, [&](const file::Record& record, const object::FormCache&) {
      return plan<Value>(key.class_name)->read(record.bytes.span(), record.key_length);
    });
  }

  /// The plan that `read` uses for a class, for objects whose bytes come from elsewhere.
  template <class Value>
  std::shared_ptr<const object::StructPlan<Value>> plan(std::string_view class_name) const {
    return forms_->find_or_make<object::StructPlan<Value>>(
        class_name, [&] { return std::make_shared<const object::StructPlan<Value>>(forms_->layouts(), class_name); });
  }

  /// The ntuple of a path. Throws as `tree`, and Error(unsupported) when its format is not one that ramet knows.
  std::shared_ptr<const ntuple::NTupleReader> ntuple(std::string_view path) const;
  std::shared_ptr<const ntuple::NTupleReader> ntuple(const file::Key& key) const;

 private:
  /// Call `read` with a key's record; errors name the key.
  template <class Read>
  auto read_key(const file::Key& key, const Read& read) const {
    return detail::while_doing(
        [&] { return fmt::format("'{}': key '{};{}' at byte {}", name(), key.name, key.cycle, key.seek); },
        [&] {
          return memory_->with_buffer([&](bytes::Buffer& buffer) {
            file::Record record = reader_->read_record(key, std::move(buffer));
            auto made = read(record, *forms_);
            buffer = std::move(record.bytes);
            return made;
          });
        });
  }

  std::shared_ptr<const file::FileReader> reader_;
  std::shared_ptr<const object::FormCache> forms_;
  std::shared_ptr<RecordMemory> memory_;
};

/// What calls share: the executor and the layouts of classes. There may be several sessions, which are independent.
/// Threads: const-safe. It must outlive everything that uses its executor.
class Session {
 public:
  /// Create a session with an executor of its own.
  explicit Session(const SessionOptions& options = {});
  /// Create a session with the caller's executor, which must outlive it.
  explicit Session(schedule::Executor& executor, const SessionOptions& options = {});

  schedule::Executor& executor() const noexcept { return *executor_; }
  /// Whether the number of threads was left to the session: SessionOptions::threads is 0.
  bool chooses_threads() const noexcept { return own_executor_ != nullptr && options_.threads == 0; }

  /// Whether a path is a URL, whose bytes a server has.
  bool reads_of_server(const std::filesystem::path& path) const noexcept;
  /// Open a file: a path, or a URL, "https://host/file.root", as RemoteFiles::open describes it. With a recorder, it
  /// records reading from this file instead of the session's. Throws Error(file_missing), Error(io), Error(corrupt),
  /// naming it; for URLs as RemoteFiles::open.
  std::shared_ptr<const File> open(const std::filesystem::path& path,
                                   const std::shared_ptr<TraceRecorder>& recorder = nullptr) const;
  std::shared_ptr<const File> open(std::shared_ptr<const io::ByteSource> source,
                                   const std::shared_ptr<TraceRecorder>& recorder = nullptr) const;
  /// Open a file whose header was already read. Throws Error(corrupt), Error(io), naming it.
  std::shared_ptr<const File> open(std::shared_ptr<const file::FileReader> reader) const;

  /// The bytes of a path or URL. Throws as io::open_local and RemoteFiles::open.
  std::shared_ptr<const io::ByteSource> open_source(const std::filesystem::path& path) const;
  /// Begin to open a URL that will be opened soon (RemoteFiles::will_open); does nothing for a path.
  void will_open(const std::filesystem::path& path) const;
  /// Whether `open` will hardly wait: it is a path, or a URL that was begun and has come.
  bool has_come(const std::filesystem::path& path) const;

  /// What was fetched of servers until now (RemoteFiles::traffic).
  io::TrafficCounts traffic() const { return remote_files_->traffic(); }

 private:
  SessionOptions options_;
  std::unique_ptr<schedule::Executor> own_executor_;
  schedule::Executor* executor_;
  std::shared_ptr<const schema::StreamerInfos> catalogue_;
  std::unique_ptr<SchemaCache> schemas_;
  std::shared_ptr<file::Decompressors> decompressors_;
  std::unique_ptr<const remote::RemoteFiles> remote_files_;
  std::shared_ptr<RecordMemory> memory_ = std::make_shared<RecordMemory>();
};

/// A file and an object in it, from "file.root:dir/Events"; `object` is empty without a colon. Threads: a value.
struct FileAndObject {
  std::string file;
  std::string object;
};

/// Split a text after the file's name: at the colon after the longest part that is a local file; if there is none, at
/// the first colon that does not belong to a scheme, host ("root://host:1094//"), drive letter or "::"; of several URLs
/// with bars between them, after the last one. In a query, whose values may have colons, it is the last colon, if what
/// follows may be a name; "%3A" is a colon that is surely of a value, and a colon at the end names no object. A chain
/// may name the object in its first link, "zip://a.root:Events::https://host/b.zip". A path that exists as a whole is
/// not split.
FileAndObject split_path(std::string_view text);

}  // namespace ramet::inline v1::dataset
