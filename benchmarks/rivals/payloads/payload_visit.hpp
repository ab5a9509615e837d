#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../scenario/measure.hpp"
#include "payload_classes.hpp"

// Fills payloads, and sums what is in them.

/// Gives every number a small whole value, so that sums are exact in whatever order; and a payload's own containers so
/// many items, those in its items 1 to 6.
class PayloadFiller {
 public:
  PayloadFiller(std::uint64_t seed, int count) : numbers_(seed), count_(count) {}

  template <class Number>
  std::enable_if_t<std::is_arithmetic_v<Number>> operator()(Number& number) {
    number = static_cast<Number>(numbers_.bits() % 100);
  }
  void operator()(std::string& text) { text = "channel_" + std::to_string(numbers_.bits() % 10'000); }
  template <class Item, std::size_t Size>
  void operator()(Item (&items)[Size]) {
    for (Item& item : items) (*this)(item);
  }
  template <class Item>
  void operator()(std::vector<Item>& items) {
    items.resize(next_count());
    ++depth_;
    for (Item& item : items) (*this)(item);
    --depth_;
  }
  template <class Key, class Value>
  void operator()(std::map<Key, Value>& items) {
    const std::size_t count = next_count();
    ++depth_;
    for (std::size_t key = 0; key < count; ++key) (*this)(items[static_cast<Key>(3 * key)]);
    --depth_;
  }
  template <class Struct>
  std::enable_if_t<std::is_class_v<Struct>> operator()(Struct& object) {
    visit(*this, object);
  }

 private:
  std::size_t next_count() { return depth_ == 0 ? static_cast<std::size_t>(count_) : 1 + numbers_.bits() % 6; }

  scenario::Numbers numbers_;
  int count_;
  int depth_ = 0;
};

/// Adds all numbers and the lengths of texts.
class PayloadSum {
 public:
  template <class Number>
  std::enable_if_t<std::is_arithmetic_v<Number>> operator()(const Number& number) {
    sum_ += static_cast<double>(number);
  }
  void operator()(std::string& text) { sum_ += static_cast<double>(text.size()); }
  template <class Item, std::size_t Size>
  void operator()(Item (&items)[Size]) {
    for (Item& item : items) (*this)(item);
  }
  template <class Item>
  void operator()(std::vector<Item>& items) {
    for (Item& item : items) (*this)(item);
  }
  template <class Key, class Value>
  void operator()(std::map<Key, Value>& items) {
    for (auto& [key, value] : items) {
      (*this)(key);
      (*this)(value);
    }
  }
  template <class Struct>
  std::enable_if_t<std::is_class_v<Struct>> operator()(Struct& object) {
    visit(*this, object);
  }

  double sum() const { return sum_; }

 private:
  double sum_ = 0;
};

template <class Payload>
double sum_of(Payload& payload) {
  PayloadSum sum;
  sum(payload);
  return sum.sum();
}
