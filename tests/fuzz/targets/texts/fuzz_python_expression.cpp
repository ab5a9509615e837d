// Expressions in Python, or in either language. Input: the text. It is compiled and run, also as a cut.

#include <string>
#include <string_view>
#include <vector>

#include "expression_sample.hpp"
#include "fuzz_target.hpp"

using namespace ramet;

namespace {

constexpr std::size_t longest_text = 2000;

bool is_refusal(const Error& error) {
  return error.kind() == ErrorKind::misuse || error.kind() == ErrorKind::unsupported ||
         error.kind() == ErrorKind::not_found;
}

template <class Compile>
void try_program(const fuzz::Sample& sample, Compile&& compile) {
  try {
    const expr::Program program = compile();
    std::vector<array::Array> columns;
    for (const std::size_t column : program.columns()) columns.push_back(sample.arrays[column]);
    const auto results = expr::Evaluator(program).run(columns, fuzz::Sample::entries, {});
    for (const array::Array& result : results) {
      fuzz::require(result.length() == fuzz::Sample::entries, "there is a value for each entry");
      array::validate(result);
    }
  } catch (const Error& error) {
    fuzz::require(is_refusal(error), "the text is refused");
  }
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() > longest_text) return;
  const std::string text(reinterpret_cast<const char*>(input.data()), input.size());
  fuzz::Sample sample = fuzz::make_sample();
  sample.scope.language = expr::Language::python;
  try_program(sample, [&] { return expr::Program::compile(text, sample.scope); });
  const std::vector<std::string> lists = {"v * 2"};
  try_program(sample, [&] { return expr::Program::compile(lists, text, sample.scope); });
  for (const std::string_view loop : {"for", "while", "do"})
    if (text.find(loop) != std::string::npos) return;  // of C++, which may take their time
  sample.scope.language = expr::Language::either;
  try_program(sample, [&] { return expr::Program::compile(text, sample.scope); });
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<fuzz::Bytes> all;
  for (const std::string_view text :
       {"(v > 1) & (abs(w) < 2)", "v[:, 0] if num(v) > 0 else -1", "ak.sum(v * w, axis=-1)", "v[v > 2][:, ::-1]",
        "np.sqrt(x**2 + d**2) // 0.5 % i", "ak.fill_none(ak.max(v, axis=-1), 0)", "0 < i <= 1_000",
        "s == 'ab' or not i", "where(v > 1, v, -w) << 3", "~(i > 0) ^ (x != d)", "get('v')[..., -1:]",
        "i && d > 1 ? v[0] : 2.f", "-i ** 2 ** i", "max(i, x, 2) + min(v, initial=0x1f)", "v[w]",
        "w[:, -2:9:3].sum() + v.size()"}) {
    const auto bytes = std::as_bytes(std::span(text));
    all.emplace_back(bytes.begin(), bytes.end());
  }
  return all;
}
