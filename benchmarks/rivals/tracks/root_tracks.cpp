// ROOT sums all members of all tracks. usage: root_tracks rdataframe|getentry|view FILE FORM THREADS TIMES
#include <vector>

#include "../../scenario/measure.hpp"
#include "track_classes.hpp"
#include <ROOT/RDataFrame.hxx>
#include <ROOT/RNTupleReader.hxx>
#include <ROOT/RNTupleView.hxx>
#include <TFile.h>
#include <TROOT.h>
#include <TTree.h>

namespace {

double sum_of(const std::vector<Track>& tracks) {
  double sum = 0;
  for (const Track& track : tracks) {
    sum += double(track.px) + track.py + track.pz + track.charge;
    for (const float element : track.covariance) sum += element;
  }
  return sum;
}

double with_rdataframe(const std::string& path, const std::string& form) {
  ROOT::RDataFrame frame("t", path);
  struct alignas(64) Slot {
    double sum = 0;
  };
  std::vector<Slot> slots(frame.GetNSlots());
  if (form == "split")  // the column that a split branch offers; of the other forms it is the event as a whole
    frame.ForeachSlot([&](unsigned slot, const std::vector<Track>& tracks) { slots[slot].sum += sum_of(tracks); },
                      {"event.tracks"});
  else
    frame.ForeachSlot([&](unsigned slot, const TrackEvent& event) { slots[slot].sum += sum_of(event.tracks); },
                      {form == "ntuple" ? "event" : "event."});
  double sum = 0;
  for (const Slot& slot : slots) sum += slot.sum;
  return sum;
}

double with_getentry(const std::string& path) {
  TFile file(path.c_str());
  auto& tree = *file.Get<TTree>("t");
  TrackEvent* event = nullptr;
  tree.SetBranchAddress("event.", &event);
  double sum = 0;
  for (Long64_t entry = 0; entry < tree.GetEntries(); ++entry) {
    tree.GetEntry(entry);
    sum += sum_of(event->tracks);
  }
  return sum;
}

double with_view(const std::string& path) {
  auto reader = ROOT::RNTupleReader::Open("t", path);
  auto view = reader->GetView<TrackEvent>("event");
  double sum = 0;
  for (const auto entry : reader->GetEntryRange()) sum += sum_of(view(entry).tracks);
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const std::string mode = values[1], path = values[2], form = values[3];
  const auto threads = static_cast<int>(scenario::argument(count, values, 4, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 5, 4));
  if (threads > 1) ROOT::EnableImplicitMT(static_cast<unsigned>(threads));
  scenario::repeat(("root-" + mode).c_str(), path, threads, times, 0, [&] {
    if (mode == "getentry") return with_getentry(path);
    return mode == "rdataframe" ? with_rdataframe(path, form) : with_view(path);
  });
}
