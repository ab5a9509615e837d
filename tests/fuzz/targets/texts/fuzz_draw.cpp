// Expressions of TTree::Draw. Input: the expressions, and behind a line's end the cut. They are compiled and run.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz_target.hpp"
#include "unit/expr/draw_samples.hpp"

#include "ramet/core/error.hpp"
#include "ramet/expr/draw.hpp"

using namespace ramet;

namespace {

constexpr std::size_t entries = 3;
constexpr std::size_t longest_text = 2000;

void require_rows(const expr::DrawProgram& program, const expr::DrawRows& rows) {
  fuzz::require(rows.entries.size() == rows.count(), "each row has an entry");
  for (std::size_t k = 0; k < rows.count(); ++k) {
    fuzz::require(rows.entries[k] < entries && (k == 0 || rows.entries[k] >= rows.entries[k - 1]),
                  "rows are in the order of entries");
    fuzz::require(rows.weights[k] != 0, "a row is kept only where the cut is not 0");
  }
  for (std::size_t k = 0; k < program.dimensions().size(); ++k) {
    const std::size_t count = program.dimensions()[k].is_text ? rows.texts[k].size() : rows.values[k].size();
    fuzz::require(count == rows.count(), "each expression has a value for each row");
  }
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() > longest_text) return;
  const std::string text(reinterpret_cast<const char*>(input.data()), input.size());
  const std::size_t line = std::min(text.find('\n'), text.size());
  draw_sample::Columns sample;
  sample.scope.definitions = {{"twice", "2*v"}, {"first", "twice[0]"}, {"x", "x+first"}};
  try {
    const expr::DrawProgram program =
        expr::DrawProgram::compile(text.substr(0, line), text.substr(std::min(line + 1, text.size())), sample.scope);
    std::vector<array::Array> columns;
    for (const std::size_t column : program.columns()) columns.push_back(sample.arrays[column]);
    require_rows(program, expr::DrawEvaluator(program).run(columns, entries, {}));
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::misuse || error.kind() == ErrorKind::unsupported, "the text is refused");
  }
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<fuzz::Bytes> all;
  for (const std::string_view text :
       {"v:w:n\nw>10&&x", "m[][1]:f[k]:vv[0]", "Sum$(v*(w>10)):Length$:Iteration$:MaxIf$(w,v>1)", "Alt$(v[1],-1)+0*w",
        "hits.fPos[][1]:hits[1].GetT():@hits.size()", "w[Iteration$+1]:words\nv",
        "x>0?v^2:-1e3%7<<2\n!strstr(s,\"a\")||s!=\"b\"", "twice:first*x", "TMath::Gaus(x,0,1):min(n,sqrt(-3))",
        "(int)(x/0):5--3:~n|0x1f&2", "w[k[Sum$(v>1)]]:Entry$-LocalEntries$", "p.fX:s.length():vv[k][1]"}) {
    const auto bytes = std::as_bytes(std::span(text));
    all.emplace_back(bytes.begin(), bytes.end());
  }
  return all;
}
