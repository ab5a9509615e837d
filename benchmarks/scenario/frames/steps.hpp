#pragma once

#include <memory>
#include <string>
#include <vector>

#include "texts.hpp"

#include "ramet/dataset/session.hpp"
#include "ramet/frame/actions/histograms.hpp"
#include "ramet/frame/actions/numbers.hpp"
#include "ramet/frame/frame.hpp"

namespace scenario {

/// A frame of the NanoAOD-like tree.
inline ramet::frame::Frame frame_of(const ramet::dataset::Session& session, const std::string& path) {
  return {ramet::frame::Source(ramet::dataset::open_table(session.open(path), "Events")), session.executor()};
}

/// A histogram of a column, which was booked.
struct BookedHistogram {
  BookedHistogram(const ramet::frame::Frame& frame, const std::string& column, ramet::hist::RegularAxis axis,
                  const std::string& name = "h")
      : action(std::make_shared<ramet::frame::HistogramAction>(
            ramet::hist::Histogram::empty({.name = name, .axes = {{.bins = axis}}}), std::vector{column})),
        booked(frame.book(action)) {}

  double entries() const { return action->histogram().parts().moments.entries; }
  double mean() const { return action->histogram().mean(); }

  std::shared_ptr<ramet::frame::HistogramAction> action;
  ramet::frame::Booked booked;
};

}  // namespace scenario
