#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ramet/core/stop.hpp"
#include "ramet/write/fill_context.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::inline v1::write {

/// Lends the contexts of a table, up to a maximum number at a time: for frameworks whose output module may run in any
/// thread, but only in a few at once. It lends the free context that holds the most entries, so that clusters fill up
/// soon; new contexts are made only when all are lent. Threads: any; it must outlive its leases.
class ContextPool {
 public:
  /// Throws Error(misuse) for 0 contexts.
  ContextPool(TableWriter tree, std::size_t most_contexts);
  ContextPool(const ContextPool&) = delete;
  ContextPool& operator=(const ContextPool&) = delete;
  ~ContextPool();

  /// A context that is lent while the lease lives. Threads: one thread at a time.
  class Lease {
   public:
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&&) = delete;
    ~Lease();  ///< returns the context with the entries that it holds

    FillContext& operator*() const noexcept { return *context_; }
    FillContext* operator->() const noexcept { return context_.get(); }

    /// End the part of the lease, and return the context. Throws as FillContext::hand_over.
    void end_part();

   private:
    friend class ContextPool;
    Lease(ContextPool& pool, std::unique_ptr<FillContext> context) noexcept;
    ContextPool* pool_;
    std::unique_ptr<FillContext> context_;
  };

  /// Lend a context; waits while all are lent. Throws Error(cancelled), and as TableWriter::context.
  Lease lend(const StopToken& stop = {});
  /// The same to fill a part of the job, in any order of part numbers; call `end_part` at its end.
  Lease lend(std::uint64_t sequence, const StopToken& stop = {});
  /// Lend a context if one is free or may be made now.
  std::optional<Lease> try_lend();

  /// The number of contexts that are lent, and of callers that wait for one.
  std::size_t lent() const noexcept;
  std::size_t waiting() const noexcept;

  /// Close all contexts, in parallel on TableOptions::executor if there is one; other callers wait
  /// meanwhile. Throws Error(misuse) while some are lent, and as FillContext::close; it may be called again.
  void close();

 private:
  struct State;
  std::unique_ptr<FillContext> take(bool waits, std::optional<std::uint64_t> sequence, const StopToken& stop);
  void give_back(std::unique_ptr<FillContext> context) noexcept;
  void close_each(std::vector<std::unique_ptr<FillContext>>& contexts);

  std::unique_ptr<State> state_;
};

}  // namespace ramet::inline v1::write
