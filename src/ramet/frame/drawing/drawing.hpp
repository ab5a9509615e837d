#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ramet/frame/drawing/option.hpp"
#include "ramet/frame/drawing/rows.hpp"
#include "ramet/frame/drawing/target.hpp"
#include "ramet/hist/binned/histogram.hpp"

namespace ramet::inline v1::frame {

/// How rows become a histogram. Threads: a value.
struct DrawingOptions {
  std::string expressions;  ///< "z:y:x", as written: for the title
  std::string cut = {};
  DrawTarget target = {};
  DrawOption option = {};
  /// The title, instead of "z:y:x {cut}".
  std::optional<std::string> title = {};
};

/// What a drawing gives. Threads: a value.
struct Drawn {
  std::uint64_t selected = 0;        ///< rows
  std::uint64_t without_number = 0;  ///< those whose value for an axis is not a number
  hist::Histogram histogram;
};

/// Fill the rows of a query into a histogram as TTree::Draw does: 100 bins, or 40 x 40, or 20 x 20 x 20, and for
/// profiles 100 or 100 x 100; axes that are not wished with a range are chosen for the first million rows, and extended
/// for those behind them; whole numbers get bins of a whole width, and texts a bin for each, with a label. The axes are
/// those of the expressions in reverse: x is the last one. Of four expressions the fourth is not drawn, and the
/// histogram stays empty. The bits do not depend on the number of threads. Columns are read once, twice when more rows
/// are selected than `most_kept_bytes` of doubles. Throws as RowsEvaluator; Error(misuse) when there are more than four
/// expressions, or for a profile not two or three; Error(unsupported) for three expressions of which one is a color.
Drawn draw(const RowsQuery& query, const DrawingOptions& drawing, const ReadOptions& options);

/// Fill the rows into a histogram that is there: option ">>+". Throws as `draw`, and Error(misuse), leaving the
/// histogram unchanged, when the numbers of axes differ.
std::uint64_t draw_into(hist::Histogram& histogram, const RowsQuery& query, const ReadOptions& options);

}  // namespace ramet::inline v1::frame
