#include "ramet/expr/internal/text/error.hpp"

#include <algorithm>
#include <vector>

namespace ramet::inline v1::expr {

namespace {

constexpr std::size_t widest_line = 100;

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

}  // namespace

void fail_at(ErrorKind kind, std::string_view text, std::size_t begin, std::size_t end, const std::string& what) {
  begin = std::min(begin, text.size());
  end = std::clamp(end, begin, text.size());
  const std::size_t newline = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  std::size_t first = newline == std::string_view::npos ? 0 : newline + 1;
  const std::size_t last = std::min(text.find('\n', begin), text.size());
  if (begin - first > widest_line / 2) first = begin - widest_line / 2;  // of long lines, what is around the place
  std::string line(text.substr(first, std::min(last - first, widest_line)));
  std::replace(line.begin(), line.end(), '\t', ' ');
  const std::size_t marked = std::min(end - begin, line.size() - std::min(line.size(), begin - first));
  detail::fail(kind, "{}\n  {}\n  {}^{}", what, line, std::string(begin - first, ' '),
               std::string(marked > 1 ? marked - 1 : 0, '~'));
}

std::size_t edit_distance(std::string_view one, std::string_view other, std::size_t limit) {
  const std::size_t difference = one.size() > other.size() ? one.size() - other.size() : other.size() - one.size();
  if (difference > limit) return limit + 1;
  std::vector<std::size_t> before_last(other.size() + 1);
  std::vector<std::size_t> last(other.size() + 1);
  std::vector<std::size_t> row(other.size() + 1);
  for (std::size_t k = 0; k <= other.size(); ++k) last[k] = k;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    row[0] = i;
    for (std::size_t k = 1; k <= other.size(); ++k) {
      const bool same = lower(one[i - 1]) == lower(other[k - 1]);
      row[k] = std::min({last[k] + 1, row[k - 1] + 1, last[k - 1] + (same ? 0 : 1)});
      if (i > 1 && k > 1 && lower(one[i - 1]) == lower(other[k - 2]) && lower(one[i - 2]) == lower(other[k - 1]))
        row[k] = std::min(row[k], before_last[k - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return std::min(last[other.size()], limit + 1);
}

}  // namespace ramet::inline v1::expr
