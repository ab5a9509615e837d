#include "cli/merge/hadd_arguments.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/context.hpp"
#include "cli/merge/merge_report.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"

namespace ramet::cli {
namespace {

constexpr int default_compression = 101;

std::optional<int> number_of(std::string_view text) noexcept {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

/// Whether a text is a number of bytes: 1000000, 64MB, 1.5 GiB, ...
bool is_size(std::string_view text) noexcept {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  const auto skip = [&](std::string_view characters) {
    if (!text.empty() && characters.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  };
  skip(" ");
  skip("kKmMgGtT");
  skip("i");
  skip("bB");
  return text.empty();
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
  /// Of two of which one begins with the other, the longer one is first.
  static constexpr std::array<std::string_view, 8> with_value = {
      "-experimental-io-features", "-cachesize", "-Ltype", "-L", "-v", "-j", "-n", "-d"};

  void read_option(const std::string& word) {
    if (word == "-a") {
      found_.appends = true;
    } else if (word == "-k") {
      found_.skips_bad = true;
    } else if (word == "-T") {
      found_.skips_trees = true;
    } else if (word == "-O") {
      found_.is_optimized = true;
    } else if (word.starts_with("-f")) {
      read_force(std::string_view(word).substr(2));
    } else if (word != "-dbg") {
      const auto* const option =
          std::ranges::find_if(with_value, [&](std::string_view one) { return word.starts_with(one); });
      if (option == with_value.end()) refuse_option(word);
      read_value(*option, word);
    }
  }

  [[noreturn]] static void refuse_option(const std::string& word) {
    throw UsageError(fmt::format("unknown option '{}' of hadd", word));
  }

  /// The value is attached to the option, as in -j2 and -j=2, or the next word. -v and -j need none.
  void read_value(std::string_view option, const std::string& word) {
    std::string_view attached = std::string_view(word).substr(option.size());
    const bool is_attached = !attached.empty();
    if (attached.starts_with('=')) attached.remove_prefix(1);
    if (is_attached && (option == "-v" || option == "-j" || option == "-n") && !number_of(attached))
      refuse_option(word);
    if (option == "-v" || option == "-j") {
      const bool has_number = is_attached || (at_ < words_.size() && number_of(words_[at_]));
      const int number = !has_number ? 99 : number_of(is_attached ? attached : words_[at_++]).value_or(99);
      if (option == "-v") found_.verbosity = number;
      return;
    }
    take_value(option, is_attached ? std::string(attached) : value_of(word));
  }

  void take_value(std::string_view option, std::string value) {
    std::error_code ignored;
    const auto require = [&](bool is_right, std::string_view what) {
      if (!is_right) detail::fail(ErrorKind::misuse, "{} of hadd is '{}', which is no {}", option, value, what);
    };
    if (option == "-n") require(number_of(value).has_value(), "number of files");
    if (option == "-cachesize") require(is_size(value), "size, as 64MB");
    if (option == "-d") require(std::filesystem::exists(value, ignored), "folder");
    if (option == "-L") {
      list_ = std::move(value);
    } else if (option == "-Ltype") {
      kind_ = std::move(value);
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
    for (std::string line; std::getline(list, line);) {  // as in hadd, what follows the name in a line is a comment
      std::istringstream words(line);
      std::string name;
      if (words >> name && !name.starts_with('#')) found_.filter.names.push_back(std::move(name));
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
