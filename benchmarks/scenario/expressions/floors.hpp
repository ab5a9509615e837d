#pragma once

#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "ramet/array.hpp"

namespace scenario {

/// Columns by name, of a batch.
struct Named {
  const std::vector<std::string>& names;
  std::span<const ramet::array::Array> columns;
  std::size_t entries;

  const ramet::array::Array& at(const std::string& name) const {
    for (std::size_t k = 0; k < names.size(); ++k)
      if (names[k] == name) return columns[k];
    std::abort();
  }
  template <class Number>
  const Number* numbers(const std::string& name) const {
    return at(name).numbers<Number>().data();
  }
  template <class Number>
  const Number* items(const std::string& name) const {
    return at(name).content(0).numbers<Number>().data();
  }
  const std::int64_t* offsets(const std::string& name) const { return at(name).list_offsets().data(); }
};

/// What an expression gives, from a loop over the entries as one writes it by hand. Threads: one at a time.
class Floor {
 public:
  explicit Floor(std::string variant) : variant_(std::move(variant)) {}

  void run(const Named& columns);
  /// Of what the last run gave.
  double sum() const;

 private:
  void numbers(const Named& columns);
  void jagged(const Named& columns);
  void pairs(const Named& columns);
  // Whether the variant is one of them.
  bool selection_of_numbers(const Named& columns);
  bool selection_of_muons(const Named& columns);
  bool selection_of_jets(const Named& columns);

  // The results, in memory that is used again.
  std::string variant_;
  std::vector<double> doubles_;
  std::vector<float> floats_;
  std::vector<unsigned char> truths_;
};

}  // namespace scenario
