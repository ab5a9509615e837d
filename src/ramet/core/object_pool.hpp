#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace ramet::inline v1 {

/// Keeps up to 64 idle objects that are costly to make (codec states, scratch buffers) and lends each to one user at a
/// time. Threads: any. Lending and returning take no lock, only one atomic exchange.
template <class Object>
class ObjectPool {
 public:
  using Make = std::function<std::unique_ptr<Object>()>;

  /// The object goes back to its pool when the lease ends; the pool must outlive it.
  class Lease {
   public:
    Lease(ObjectPool& pool, std::unique_ptr<Object> object) noexcept : pool_(&pool), object_(std::move(object)) {}
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (object_) pool_->give_back(std::move(object_));
    }
    Object& operator*() const noexcept { return *object_; }
    Object* operator->() const noexcept { return object_.get(); }

   private:
    ObjectPool* pool_;
    std::unique_ptr<Object> object_;
  };

  explicit ObjectPool(Make make = [] { return std::make_unique<Object>(); }) : make_(std::move(make)) {}
  ObjectPool(const ObjectPool&) = delete;
  ObjectPool& operator=(const ObjectPool&) = delete;
  ~ObjectPool() {
    for (auto& place : idle_) std::unique_ptr<Object>(place.load());
  }

  /// Lend an idle object, or a new one when all are lent. Throws what the constructor throws.
  Lease lend() {
    for (auto& place : idle_) {
      if (place.load(std::memory_order_relaxed) == nullptr) continue;
      if (Object* object = place.exchange(nullptr, std::memory_order_acquire))
        return Lease(*this, std::unique_ptr<Object>(object));
    }
    return Lease(*this, make_());
  }

 private:
  void give_back(std::unique_ptr<Object> object) noexcept {
    for (auto& place : idle_) {
      Object* expected = nullptr;
      if (place.load(std::memory_order_relaxed) == nullptr &&
          place.compare_exchange_strong(expected, object.get(), std::memory_order_release)) {
        object.release();
        return;
      }
    }
  }

  Make make_;
  std::array<std::atomic<Object*>, 64> idle_{};
};

}  // namespace ramet::inline v1
