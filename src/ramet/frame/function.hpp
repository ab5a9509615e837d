#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "ramet/array/array.hpp"
#include "ramet/core/strong_id.hpp"

namespace ramet::inline v1::frame {

/// An exception of another language, thrown by a function or action, that takes notes of where that was. Threads: one
/// thread.
class ForeignError {
 public:
  ForeignError() = default;
  ForeignError(const ForeignError&) = default;
  ForeignError& operator=(const ForeignError&) = default;
  virtual ~ForeignError() = default;
  virtual void add_note(const std::string& note) noexcept = 0;
  /// What it says, in one line.
  virtual std::string summary() const = 0;
  /// Whether the user ended the program's work, as by Ctrl-C: the run is stopped then, and results have what was done.
  virtual bool is_interruption() const noexcept = 0;
};

/// A function of the user's that computes a column from others, batch by batch. Threads: `call` is called from many
/// threads at once, with different slots.
class BatchFunction {
 public:
  BatchFunction() = default;
  BatchFunction(const BatchFunction&) = delete;
  BatchFunction& operator=(const BatchFunction&) = delete;
  virtual ~BatchFunction() = default;

  /// The values for `count` entries, of which the columns have one each. What it throws ends the run, with the column
  /// and the entries named if it is an Error or a ForeignError.
  virtual array::Array call(std::span<const array::Array> columns, std::size_t count, SlotNumber slot) const = 0;
};

}  // namespace ramet::inline v1::frame
