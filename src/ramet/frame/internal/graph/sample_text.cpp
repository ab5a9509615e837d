#include "ramet/frame/internal/graph/sample_text.hpp"

#include <cctype>
#include <cmath>
#include <string_view>

#include "ramet/core/error.hpp"
#include "ramet/expr/expression.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

constexpr std::string_view sample_name = "rdfsampleinfo_.";

std::string literal_of(std::string_view text) {
  std::string made = "std::string(\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += c;
  }
  return made + "\")";
}

std::string spelled(double number) {
  if (!std::isfinite(number)) return std::isnan(number) ? "(0.0 / 0.0)" : number > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)";
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return "(" + text + ")";
}

/// Reads a call behind rdfsampleinfo_, as Contains("x"). Threads: a value that borrows.
class SampleCall {
 public:
  SampleCall(std::string_view text, std::size_t at) : text_(text), at_(at) {
    method_ = word();
    skip_brackets();
    expect('(');
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') {
      argument_ = literal();
      skip_blanks();
    }
    if (at_ < text_.size() && text_[at_] == ',') {
      const std::size_t first = ++at_;
      at_ = text_.find(')', at_);
      if (at_ == std::string_view::npos) fail();
      fallback_ = text_.substr(first, at_ - first);
    }
    expect(')');
    if (method_ == "EntryRange") {
      expect('.');
      member_ = word();
      if (member_ != "first" && member_ != "second") fail();
    }
  }

  std::size_t end() const noexcept { return at_; }

  /// The value as a literal of C++.
  std::string value(const Sample& sample) const {
    if (method_ == "Contains") return sample.id.find(argument_) != std::string::npos ? "true" : "false";
    if (method_ == "AsString") return literal_of(sample.id);
    if (method_ == "GetSampleName") return literal_of(sample.name);
    if (method_ == "GetSampleId") return fmt::format("{}u", sample.number);
    if (method_ == "NEntries") return fmt::format("{}ull", sample.entries);
    // Of the sample's own entries, all of which are taken.
    if (method_ == "EntryRange") return fmt::format("{}ull", member_ == "first" ? 0 : sample.entries);
    if (method_ == "GetD" || method_ == "GetI" || method_ == "GetS") return metadata(sample);
    detail::fail(ErrorKind::unsupported,
                 "rdfsampleinfo_.{}: there are Contains, AsString, NEntries, EntryRange, GetSampleName, "
                 "GetSampleId, GetD, GetI and GetS",
                 method_);
  }

 private:
  std::string metadata(const Sample& sample) const {
    const auto found = sample.metadata.find(argument_);
    if (found == sample.metadata.end()) {
      if (!fallback_.empty()) return "(" + std::string(fallback_) + ")";
      detail::fail(ErrorKind::not_found, "sample '{}' has no metadata '{}'", sample.name, argument_);
    }
    if (const auto* const text = std::get_if<std::string>(&found->second); text != nullptr && method_ == "GetS")
      return literal_of(*text);
    if (const auto* const whole = std::get_if<std::int64_t>(&found->second); whole != nullptr && method_ == "GetI")
      return fmt::format("({})", *whole);
    if (const auto* const real = std::get_if<double>(&found->second); real != nullptr && method_ == "GetD")
      return spelled(*real);
    detail::fail(ErrorKind::misuse, "the metadata '{}' of sample '{}' are of another type than {} gives", argument_,
                 sample.name, method_);
  }

  [[noreturn]] void fail() const {
    detail::fail(ErrorKind::misuse, "in '{}': a call as rdfsampleinfo_.Contains(\"text\") is wanted", text_);
  }
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  void skip_brackets() {
    if (at_ >= text_.size() || text_[at_] != '<') return;
    at_ = text_.find('>', at_);
    if (at_ == std::string_view::npos) fail();
    ++at_;
  }
  void expect(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) fail();
    ++at_;
  }
  std::string word() {
    const std::size_t first = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    return std::string(text_.substr(first, at_ - first));
  }
  std::string literal() {
    std::string made;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      made += text_[at_];
    }
    if (at_ >= text_.size()) fail();
    ++at_;
    return made;
  }

  std::string_view text_;
  std::size_t at_;
  std::string method_;
  std::string member_;
  std::string argument_;
  std::string_view fallback_;
};

}  // namespace

array::Array sample_value(const std::string& text, const std::string& name, const Sample& sample) {
  std::string written;
  std::size_t at = 0;
  for (std::size_t found = text.find(sample_name); found != std::string::npos; found = text.find(sample_name, at)) {
    const SampleCall call(text, found + sample_name.size());
    written += text.substr(at, found - at) + call.value(sample);
    at = call.end();
  }
  written += text.substr(at);
  expr::Evaluator evaluator(detail::while_doing("column '" + name + "'", [&] {
    return expr::Program::compile(written, expr::Scope{.columns = {}, .definitions = {}});
  }));
  return evaluator.run({}, 1, {.first_entry = sample.first}).front();
}

}  // namespace ramet::inline v1::frame::internal
