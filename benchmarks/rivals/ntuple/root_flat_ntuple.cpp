// ROOT sums eight fields of an ntuple. usage: root_flat_ntuple view|bulk|rdataframe FILE THREADS TIMES
#include <algorithm>
#include <memory>
#include <vector>

#include "../../scenario/measure.hpp"
#include <ROOT/RDataFrame.hxx>
#include <ROOT/RNTupleDescriptor.hxx>
#include <ROOT/RNTupleReader.hxx>
#include <ROOT/RNTupleView.hxx>
#include <TROOT.h>

namespace {

double with_views(const std::string& path) {
  auto reader = ROOT::RNTupleReader::Open("t", path);
  auto f0 = reader->GetView<float>("f0"), f1 = reader->GetView<float>("f1"), f2 = reader->GetView<float>("f2"),
       f3 = reader->GetView<float>("f3");
  auto i0 = reader->GetView<int>("i0"), i1 = reader->GetView<int>("i1");
  auto d0 = reader->GetView<double>("d0"), d1 = reader->GetView<double>("d1");
  double sum = 0;
  for (const auto e : reader->GetEntryRange())
    sum += double(f0(e)) + f1(e) + f2(e) + f3(e) + i0(e) + i1(e) + d0(e) + d1(e);
  return sum;
}

template <class Number>
double sum_of(const void* values, std::size_t count) {
  const auto* numbers = static_cast<const Number*>(values);
  double sums[8] = {};
  for (std::size_t i = 0; i < count; ++i) sums[i % 8] += numbers[i];
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

/// RBulkValues, a cluster at a time: the reader keeps few of them.
double with_bulk(const std::string& path) {
  constexpr std::size_t step = 1 << 14;
  auto reader = ROOT::RNTupleReader::Open("t", path);
  const std::unique_ptr<bool[]> all(new bool[step]);
  std::fill_n(all.get(), step, true);
  std::vector<ROOT::RFieldBase::RBulkValues> bulk;
  for (const char* name : {"f0", "f1", "f2", "f3", "i0", "i1", "d0", "d1"})
    bulk.push_back(reader->GetModel().CreateBulk(name));
  double sum = 0;
  for (const auto& cluster : reader->GetDescriptor().GetClusterIterable())
    for (std::size_t first = 0, entries = cluster.GetNEntries(); first < entries; first += step) {
      const auto count = std::min(step, entries - first);
      for (int field = 0; field < 8; ++field) {
        const void* values = bulk[field].ReadBulk({cluster.GetId(), first}, all.get(), count);
        sum += field < 4   ? sum_of<float>(values, count)
               : field < 6 ? sum_of<int>(values, count)
                           : sum_of<double>(values, count);
      }
    }
  return sum;
}

double with_rdataframe(const std::string& path) {
  ROOT::RDataFrame frame("t", path);
  struct alignas(64) Slot {
    double sum = 0;
  };
  std::vector<Slot> slots(frame.GetNSlots());
  frame.ForeachSlot([&](unsigned slot, float a, float b, float c, float d, int e, int f, double g,
                        double h) { slots[slot].sum += double(a) + b + c + d + e + f + g + h; },
                    {"f0", "f1", "f2", "f3", "i0", "i1", "d0", "d1"});
  double sum = 0;
  for (const Slot& slot : slots) sum += slot.sum;
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const std::string mode = values[1], path = values[2];
  const auto threads = static_cast<int>(scenario::argument(count, values, 3, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  if (threads > 1) ROOT::EnableImplicitMT(static_cast<unsigned>(threads));
  scenario::repeat(("root-" + mode).c_str(), path, threads, times, 0, [&] {
    if (mode == "view") return with_views(path);
    return mode == "bulk" ? with_bulk(path) : with_rdataframe(path);
  });
}
