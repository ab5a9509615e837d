#include "cli/merge/hadd_arguments.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <string_view>

#include "cli/context.hpp"
#include "cli/merge/merge_report.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

constexpr int default_compression = 101;

std::optional<int> number_of(std::string_view text) noexcept {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

/// Reads one word after the other. Threads: one thread.
class Reading {
 public:
  explicit Reading(const std::vector<std::string>& words) : words_(words) {}

  HaddArguments run() {
    while (at_ < words_.size()) {
      const std::string& word = words_[at_++];
      if (!word.starts_with('-') || word == "-") {
        places_.push_back(word);
      } else {
        read_option(word);
      }
    }
    if (places_.size() < 2) throw UsageError("hadd needs a target and at least one source");
    found_.target = places_.front();
    found_.sources = listed_inputs({places_.begin() + 1, places_.end()});
    finish_filter();
    return std::move(found_);
  }

 private:
  static constexpr std::array<std::string_view, 4> with_value = {"-d", "-n", "-cachesize", "-experimental-io-features"};

  void read_option(const std::string& word) {
    if (word == "-a") {
      found_.appends = true;
    } else if (word == "-k") {
      found_.skips_bad = true;
    } else if (word == "-T") {
      found_.skips_trees = true;
    } else if (word == "-v" || word == "-j") {
      const std::optional<int> number = at_ < words_.size() ? number_of(words_[at_]) : std::nullopt;
      if (number) ++at_;
      if (word == "-v") found_.verbosity = number.value_or(99);
    } else if (word == "-L") {
      list_ = value_of(word);
    } else if (word == "-Ltype") {
      kind_ = value_of(word);
    } else if (word.starts_with("-f")) {
      read_force(std::string_view(word).substr(2));
    } else if (std::ranges::find(with_value, word) != with_value.end()) {
      value_of(word);
    } else if (word == "-O") {
      found_.is_optimized = true;
    } else if (word != "-dbg") {
      throw UsageError(fmt::format("unknown option '{}' of hadd", word));
    }
  }

  void read_force(std::string_view rest) {
    found_.is_forced = true;
    const bool keeps = rest.starts_with('k');
    found_.keeps_entries = keeps || rest == "f";
    if (rest == "f") return found_.compression.reset();
    if (keeps) rest.remove_prefix(1);
    if (rest.empty()) {
      found_.compression = keeps ? std::nullopt : std::optional(default_compression);
      return;
    }
    found_.compression = number_of(rest);
    if (!found_.compression) throw UsageError(fmt::format("'{}' is no compression of hadd", rest));
  }

  const std::string& value_of(const std::string& option) {
    if (at_ == words_.size()) throw UsageError(fmt::format("option '{}' of hadd needs a value", option));
    return words_[at_++];
  }

  void finish_filter() {
    if (list_.empty() != kind_.empty()) throw UsageError("-L and -Ltype of hadd need each other");
    if (list_.empty()) return;
    if (kind_ != "SkipListed" && kind_ != "OnlyListed")
      throw UsageError(fmt::format("-Ltype is '{}', expected SkipListed or OnlyListed", kind_));
    found_.filter.kind = kind_ == "SkipListed" ? merge::NameFilter::Kind::skip : merge::NameFilter::Kind::only;
    std::ifstream list(list_);
    if (!list) throw UsageError(fmt::format("cannot read the list of objects '{}'", list_));
    for (std::string name; list >> name;) {
      if (name.starts_with('#'))
        std::getline(list, name);
      else
        found_.filter.names.push_back(name);
    }
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  std::vector<std::string> places_;
  std::string list_;
  std::string kind_;
  HaddArguments found_{.target = {}, .sources = {}, .compression = default_compression, .filter = {}};
};

}  // namespace

HaddArguments read_hadd_arguments(const std::vector<std::string>& words) { return Reading(words).run(); }

}  // namespace ramet::cli
