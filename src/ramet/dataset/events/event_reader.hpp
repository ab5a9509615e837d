#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ramet/array/describe.hpp"
#include "ramet/dataset/events/event_source.hpp"

namespace ramet::inline v1::dataset {

/// Reads the events of a table in one thread, in any order; it keeps the current cluster, so that nearby events need no
/// search. Threads: one thread; any number of cursors may be used in parallel.
template <class Event>
class EventCursor {
 public:
  explicit EventCursor(std::shared_ptr<const EventSource> source) noexcept : source_(std::move(source)) {}

  /// The event, valid until the next call. Members without a column keep the value that the struct gives them. Throws
  /// Error(not_found) for an entry that does not exist, Error(corrupt), naming entry and column, and as Table::read.
  const Event& operator[](std::uint64_t entry) {
    if (is_filled_ && entry == entry_) return event_;
    if (!block_ || !contains(block_->entries, {entry})) block_ = source_->block_of(entry);
    is_filled_ = false;
    source_->fill(block_->batch(), entry, &event_);
    entry_ = entry;
    is_filled_ = true;
    return event_;
  }

 private:
  std::shared_ptr<const EventSource> source_;
  std::shared_ptr<const EventBlock> block_;
  std::uint64_t entry_ = 0;
  bool is_filled_ = false;
  Event event_{};
};

/// The events of a tree or ntuple as described structs:
///
///   EventReader<Event> events(open_table(file, "Events"));
///   for (const Event& event : events) ...           in order
///   Event event = events[i];                        any, from any thread
///   auto cursor = events.cursor(); cursor[i] ...    any, from one thread: faster
///
/// Each member is read from the column of its name, or of its former name (array::Description), nested structs and
/// containers included; numbers are converted, and refused when they do not fit. A member that is no column keeps the
/// value that the struct gives it. Clusters are decoded whole when one of their events is asked for, and kept within
/// EventOptions::memory_budget. A loop decodes a few hundred kilobytes at a time on its own thread; with an executor
/// of several threads, whole clusters, of which it holds two at most. Threads: const-safe.
template <class Event>
class EventReader {
  static_assert(array::Described<Event>,
                "the struct has no ramet::array::Description with its members: see ramet/array/describe.hpp");

 public:
  /// Throws Error(not_found) when no member has a column, Error(unsupported), naming the member, when a column cannot
  /// be converted to its member, Error(corrupt).
  explicit EventReader(std::shared_ptr<const Table> table, const EventOptions& options = {})
      : source_(std::make_shared<const EventSource>(std::move(table), object::TargetTypes::of<Event>(), options)) {}

  std::uint64_t size() const noexcept { return source_->entries(); }
  /// The members without a column.
  const std::vector<std::string>& missing_members() const noexcept { return source_->missing_members(); }

  /// Throws as EventCursor. A cluster that two threads need at the same time may be decoded twice.
  Event operator[](std::uint64_t entry) const {
    Event event{};
    source_->fill(source_->block_of(entry)->batch(), entry, &event);
    return event;
  }

  EventCursor<Event> cursor() const { return EventCursor<Event>(source_); }

  /// Iterates over all events, as EventWalk does. Threads: one thread.
  class Iterator {
   public:
    using value_type = Event;
    using difference_type = std::ptrdiff_t;
    using reference = const Event&;
    using iterator_category = std::input_iterator_tag;

    explicit Iterator(const EventReader& reader) : walk_(reader.source_), end_(reader.size()) { fill(); }

    const Event& operator*() const noexcept { return event_; }
    const Event* operator->() const noexcept { return &event_; }
    /// Throws as EventCursor.
    Iterator& operator++() {
      ++entry_;
      fill();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const noexcept { return entry_ == end_; }

   private:
    void fill() {
      if (entry_ < end_) walk_.fill(entry_, &event_);
    }

    EventWalk walk_;
    Event event_{};
    std::uint64_t entry_ = 0;
    std::uint64_t end_;
  };
  Iterator begin() const { return Iterator(*this); }
  static std::default_sentinel_t end() noexcept { return {}; }

 private:
  std::shared_ptr<const EventSource> source_;
};

}  // namespace ramet::inline v1::dataset
