#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "ramet/array/array_builder.hpp"
#include "ramet/object/column_reader.hpp"

namespace ramet::inline v1::ntuple::internal {

/// Append objects [first, last) written by ROOT's streamer. `stored` has the bytes of each as a string; references
/// count from the start of the string. Throws Error(corrupt) when an object does not use exactly its bytes.
void append_objects(const object::ColumnReader& objects, const array::ArrayBuilder& stored, std::size_t first,
                    std::size_t last, array::ArrayBuilder& to);

/// Decodes streamed objects in tasks, after all their bytes were read. Threads: tasks from any, each once; the rest
/// from one.
class StreamedRead {
 public:
  /// Decodes some of the objects. Threads: any.
  class Task {
   public:
    Task(StreamedRead& read, std::size_t number) noexcept : read_(&read), number_(number) {}
    void run() { read_->run(number_); }

   private:
    StreamedRead* read_;
    std::size_t number_;
  };

  /// `to` gets the values, and must outlive it.
  StreamedRead(std::shared_ptr<const object::ColumnReader> objects, array::ArrayBuilder& to);

  /// The array of strings that gets the bytes.
  array::ArrayBuilder& stored() noexcept { return stored_; }

  /// Add the tasks, after all bytes were read.
  void add_tasks(std::vector<Task>& tasks);

  /// Append all values to `to`, after all tasks have run.
  void finish();

 private:
  void run(std::size_t task);

  std::shared_ptr<const object::ColumnReader> objects_;
  array::ArrayBuilder* to_;
  array::ArrayBuilder stored_;
  std::vector<std::size_t> starts_;  // the first object of each task, then the number of objects
  std::vector<array::Array> parts_;
};

}  // namespace ramet::inline v1::ntuple::internal
