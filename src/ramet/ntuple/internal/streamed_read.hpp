#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/object/column_reader.hpp"

namespace ramet::inline v1::ntuple::internal {

/// Append objects [first, last) that ROOT's streamer wrote; `stored` has the bytes of each as a string, in which
/// references count from its start. Throws Error(corrupt) when an object is of another size than its bytes.
void append_objects(const object::ColumnReader& objects, const array::Array& stored, std::size_t first,
                    std::size_t last, array::Array& to);

/// Turns the bytes of streamed objects to values when all have been read, in tasks.
/// Threads: tasks from any, each once; the rest from one.
class StreamedRead {
 public:
  /// Some objects that are converted together. Threads: any.
  class Task {
   public:
    Task(StreamedRead& read, std::size_t number) noexcept : read_(&read), number_(number) {}
    void run() { read_->run(number_); }

   private:
    StreamedRead* read_;
    std::size_t number_;
  };

  /// `to` outlives it and gets the values.
  StreamedRead(std::shared_ptr<const object::ColumnReader> objects, array::Array& to);

  /// Where the bytes go: an array of strings.
  array::Array& stored() noexcept { return stored_; }

  /// Add the tasks, when all bytes are there.
  void add_tasks(std::vector<Task>& tasks);

  /// Append all values to where they belong, after all tasks have run.
  void finish();

 private:
  void run(std::size_t task);

  std::shared_ptr<const object::ColumnReader> objects_;
  array::Array* to_;
  array::Array stored_;
  std::vector<std::size_t> starts_;  // the first object of each task, then how many there are
  std::vector<array::Array> parts_;
};

}  // namespace ramet::inline v1::ntuple::internal
