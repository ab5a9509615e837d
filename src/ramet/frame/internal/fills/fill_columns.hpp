#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ramet/array/array.hpp"
#include "ramet/array/type.hpp"
#include "ramet/frame/action.hpp"
#include "ramet/hist/number_view.hpp"

namespace ramet::inline v1::frame::internal {

/// Throw Error(misuse), naming action and column, unless all are numbers or lists of numbers.
void require_numbers(const std::string& action, std::span<const std::string> columns,
                     std::span<const array::Type> types);

/// Whether one of the weights is not 1: then TH1 begins to keep sums of their squares.
bool has_other_than_one(const hist::NumberView& weights);

/// Makes columns of numbers for fills of the values for entries: lists are filled element by element, and a number goes
/// with each element of the lists beside it. Threads: one thread.
class FillColumns {
 public:
  /// `action` is for messages.
  explicit FillColumns(std::string action) : action_(std::move(action)) {}

  /// One column for each of the values, all of the same size; valid until the next call. Throws Error(misuse), naming
  /// the entry, for lists of different lengths.
  std::span<const hist::NumberView> align(const Chosen& chosen);

 private:
  void check_lengths(const Chosen& chosen, std::size_t first, std::size_t other) const;

  std::string action_;
  std::vector<hist::NumberView> views_;
  std::vector<std::vector<double>> repeated_;
  std::vector<double> scratch_;
};

}  // namespace ramet::inline v1::frame::internal
