// Events with a vector of tracks, written by ROOT. usage: generate_tracks FILE split|unsplit|memberwise|ntuple
// COMPRESSION EVENTS
#include <cmath>

#include "../../scenario/measure.hpp"
#include "track_classes.hpp"
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/RNTupleWriter.hxx>
#include <TFile.h>
#include <TTree.h>
#include <TVirtualStreamerInfo.h>

namespace {

/// The same events for every form of a file.
class Events {
 public:
  void next(TrackEvent& event) {
    event.number = number_++;
    event.tracks.resize(static_cast<std::size_t>(numbers_.exponential(10)));
    for (Track& track : event.tracks) {
      const double momentum = numbers_.exponential(20), angle = 6.2831853 * numbers_.uniform();
      track.px = static_cast<float>(momentum * std::cos(angle));
      track.py = static_cast<float>(momentum * std::sin(angle));
      track.pz = static_cast<float>(momentum * numbers_.normal());
      track.charge = (numbers_.bits() & 1) != 0 ? 1 : -1;
      for (int i = 0; i < 15; ++i)  // some elements are coarse, as those of a fit with few measurements
        track.covariance[i] = i % 3 == 0 ? static_cast<float>(numbers_.normal())
                                         : static_cast<float>(std::round(64 * numbers_.normal()) / 64);
    }
  }

 private:
  scenario::Numbers numbers_{9};
  int number_ = 0;
};

}  // namespace

int main(int count, char** values) {
  const std::string path = values[1], form = values[2];
  const int compression = std::atoi(values[3]);
  const long entries = scenario::argument(count, values, 4, 200000);
  Events events;
  if (form == "ntuple") {
    auto model = ROOT::RNTupleModel::Create();
    auto event = model->MakeField<TrackEvent>("event");
    ROOT::RNTupleWriteOptions options;
    options.SetCompression(static_cast<std::uint32_t>(compression));
    auto writer = ROOT::RNTupleWriter::Recreate(std::move(model), "t", path, options);
    for (long entry = 0; entry < entries; ++entry) {
      events.next(*event);
      writer->Fill();
    }
    return 0;
  }
  TVirtualStreamerInfo::SetStreamMemberWise(form == "memberwise");
  TFile file(path.c_str(), "RECREATE", "", compression);
  TTree tree("t", "t");
  TrackEvent event;
  tree.Branch("event.", &event, 32000, form == "split" ? 99 : 0);
  for (long entry = 0; entry < entries; ++entry) {
    events.next(event);
    tree.Fill();
  }
  tree.Write();
}
