// Expressions. Input: the text. It is compiled, and run if it has no loops, which may take their time.

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz_target.hpp"

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/expr/expression.hpp"

using namespace ramet;

namespace {

constexpr std::size_t entries = 2;
constexpr std::size_t longest_text = 2000;

struct Sample {
  expr::Scope scope;
  std::vector<array::Array> arrays;

  template <class Number>
  void add(const std::string& name, const std::vector<Number>& numbers) {
    add(name, numbers_of(numbers));
  }
  template <class Number>
  void add_lists(const std::string& name, const std::vector<Number>& first, const std::vector<Number>& second) {
    array::ArrayBuilder lists(array::Type::list_of(array::Type::of(array::number_type<Number>())));
    array::append(lists.contents[0], numbers_of(first));
    array::append_offset(lists, static_cast<std::int64_t>(first.size()));
    array::append(lists.contents[0], numbers_of(second));
    array::append_offset(lists, static_cast<std::int64_t>(first.size() + second.size()));
    lists.length = entries;
    add(name, std::move(lists).finish());
  }
  void add_strings(const std::string& name) {
    array::ArrayBuilder strings(array::Type::string());
    for (const std::string_view text : {"ab", ""}) {
      strings.values.append(std::as_bytes(std::span(text)));
      array::append_offset(strings, static_cast<std::int64_t>(strings.values.size()));
    }
    strings.length = entries;
    add(name, std::move(strings).finish());
  }

 private:
  template <class Number>
  static array::Array numbers_of(const std::vector<Number>& numbers) {
    array::ArrayBuilder builder(array::Type::of(array::number_type<Number>()));
    builder.values.append(std::as_bytes(std::span(numbers)));
    builder.length = numbers.size();
    return std::move(builder).finish();
  }
  void add(const std::string& name, array::Array array) {
    scope.columns.push_back({name, array.type()});
    arrays.push_back(std::move(array));
  }
};

Sample make_sample() {
  Sample sample;
  sample.add<std::int32_t>("i", {2, 0});
  sample.add<float>("x", {1.5F, -2});
  sample.add<double>("d", {0.25, 1});
  sample.add_lists<float>("v", {3, 1, 2}, {});
  sample.add_lists<std::int32_t>("w", {1, -2, 3}, {4});
  sample.add_strings("s");
  return sample;
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() > longest_text) return;
  const std::string text(reinterpret_cast<const char*>(input.data()), input.size());
  const Sample sample = make_sample();
  try {
    const expr::Program program = expr::Program::compile(text, sample.scope);
    for (const std::string_view loop : {"for", "while", "do"})
      if (text.find(loop) != std::string::npos) return;
    std::vector<array::Array> columns;
    for (const std::size_t column : program.columns()) columns.push_back(sample.arrays[column]);
    const auto results = expr::Evaluator(program).run(columns, entries, {});
    fuzz::require(results.size() == 1 && results[0].length() == entries, "there is a value for each entry");
    array::validate(results[0]);
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::misuse || error.kind() == ErrorKind::unsupported, "the text is refused");
  }
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<fuzz::Bytes> all;
  for (const std::string_view text :
       {"v[v > 1 && w != 2] * 2.5f", "i > 0 ? v[0] : -1.f", "Sum(Map(v, [&](float e) { return e * x; }))",
        "Sort(v, [](float a, float b) { return a > b; })", "s + \"a\" == \"b\"", "Combinations(v, w)[0]",
        "(ROOT::Math::PtEtaPhiMVector(x, 1, 2, 3) + ROOT::Math::XYZTVector(1, 2, 3, d)).M()",
        "if (i > 1) return x; float t = 0; for (auto e : v) { if (e > 2) break; t += e; } return t;",
        "switch (i) { case 0: return 1; default: return 2; }", "ROOT::RVec<ROOT::RVecF>{v, v}[i % 2]",
        "std::max({i, 3}) + 0x1fu + 1'000 + 1e3", "Take(v, -2, 0.f)", "int(d) << 3 | ~i", "not (i and true)"}) {
    const auto bytes = std::as_bytes(std::span(text));
    all.emplace_back(bytes.begin(), bytes.end());
  }
  return all;
}
