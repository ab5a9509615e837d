#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>

namespace ramet::inline v1::merge::internal {

/// A text that many share, as the directory and the class of a million histograms. Threads: immutable.
class SharedName {
 public:
  SharedName() : SharedName(std::string()) {}
  template <class Text>
    requires(std::constructible_from<std::string, Text&&> && !std::same_as<std::remove_cvref_t<Text>, SharedName>)
  SharedName(Text&& text)  // NOLINT(google-explicit-constructor): as a text is given to a std::string
      : text_(std::make_shared<const std::string>(std::forward<Text>(text))) {}

  const std::string& text() const noexcept { return *text_; }
  operator const std::string&() const noexcept { return *text_; }  // NOLINT(google-explicit-constructor)
  operator std::string_view() const noexcept { return *text_; }    // NOLINT(google-explicit-constructor)
  bool empty() const noexcept { return text_->empty(); }

  bool operator==(const SharedName& other) const noexcept { return text_ == other.text_ || *text_ == *other.text_; }
  template <class Text>
    requires(std::convertible_to<const Text&, std::string_view> && !std::same_as<Text, SharedName>)
  bool operator==(const Text& other) const noexcept {
    return std::string_view(*text_) == std::string_view(other);
  }

 private:
  std::shared_ptr<const std::string> text_;  // null only in what was moved from
};

/// Gives equal texts one SharedName. Threads: one thread.
class SharedNames {
 public:
  const SharedName& of(std::string_view text) {
    const auto known = names_.find(text);
    return known != names_.end() ? *known : *names_.emplace(std::string(text)).first;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
    std::size_t operator()(const SharedName& name) const noexcept { return (*this)(std::string_view(name.text())); }
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(const SharedName& a, const SharedName& b) const noexcept { return a == b; }
    bool operator()(const SharedName& a, std::string_view b) const noexcept { return a == b; }
    bool operator()(std::string_view a, const SharedName& b) const noexcept { return b == a; }
  };

  std::unordered_set<SharedName, Hash, Equal> names_;
};

}  // namespace ramet::inline v1::merge::internal
