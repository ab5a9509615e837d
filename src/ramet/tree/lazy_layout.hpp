#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "ramet/tree/column_layout.hpp"

namespace ramet::inline v1::tree {

/// A layout that is computed on first use, so that opening a tree of 5,000 branches does not compute 5,000 layouts.
/// Threads: `find` and `publish` from any, without a lock; when several threads compute the layout at once, one result
/// is kept.
class LazyLayout {
 public:
  LazyLayout() = default;
  /// A layout that is already known.
  explicit LazyLayout(ColumnLayout known) : layout_(new ColumnLayout(std::move(known))) {}
  LazyLayout(const LazyLayout& other) { *this = other; }
  LazyLayout(LazyLayout&& other) noexcept : layout_(other.layout_.exchange(nullptr)) {}
  ~LazyLayout() { reset(nullptr); }
  LazyLayout& operator=(const LazyLayout& other) {
    const ColumnLayout* known = other.find();
    if (this != &other) reset(known == nullptr ? nullptr : new ColumnLayout(*known));
    return *this;
  }
  LazyLayout& operator=(LazyLayout&& other) noexcept {
    if (this != &other) reset(other.layout_.exchange(nullptr));
    return *this;
  }

  /// Nothing before the first `publish`.
  const ColumnLayout* find() const noexcept { return layout_.load(std::memory_order_acquire); }

  /// Set the layout, unless another thread has set it first; returns the layout that is kept.
  const ColumnLayout& publish(ColumnLayout layout) const {
    auto made = std::make_unique<const ColumnLayout>(std::move(layout));
    const ColumnLayout* first = nullptr;
    if (layout_.compare_exchange_strong(first, made.get(), std::memory_order_acq_rel)) return *made.release();
    return *first;
  }

 private:
  void reset(const ColumnLayout* layout) noexcept { std::unique_ptr<const ColumnLayout>(layout_.exchange(layout)); }

  mutable std::atomic<const ColumnLayout*> layout_{nullptr};
};

}  // namespace ramet::inline v1::tree
