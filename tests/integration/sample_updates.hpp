#pragma once

#include <barrier>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "unit/write/sample_output.hpp"

/// Existing files, and entries that are added to them.
namespace sample {

inline std::unique_ptr<write::ParallelWriter> update(const Disk& disk, write::WriterOptions options = {}) {
  return write::ParallelWriter::update(std::make_unique<SharedSink>(disk), source_of(disk), options);
}

/// Fill numbers from `first` on, ten batches of `rows` in each part, with one context and thread for each part;
/// `meanwhile` is called 20 times.
template <class Meanwhile>
void fill_side_by_side(write::TableWriter table, std::size_t parts, std::size_t first, std::size_t rows,
                       Meanwhile&& meanwhile) {
  std::barrier start(static_cast<std::ptrdiff_t>(parts) + 1);
  std::vector<std::jthread> threads;
  for (std::size_t part = 0; part < parts; ++part)
    threads.emplace_back([&, part] {
      auto context = table.context(part);
      start.arrive_and_wait();
      for (std::size_t batch = 0; batch < 10; ++batch)
        context.extend(counting(static_cast<std::int64_t>(first + (part * 10 + batch) * rows), rows));
      context.close();
    });
  start.arrive_and_wait();
  for (int time = 0; time < 20; ++time) meanwhile();
}

}  // namespace sample
