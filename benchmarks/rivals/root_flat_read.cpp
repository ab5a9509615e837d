// ROOT sums eight flat columns. usage: root_flat_read rdataframe|bulk FILE THREADS TIMES
#include <cstring>
#include <vector>

#include "../scenario/measure.hpp"
#include <ROOT/RDataFrame.hxx>
#include <TBranch.h>
#include <TBufferFile.h>
#include <TFile.h>
#include <TROOT.h>
#include <TTree.h>

namespace {

/// One Foreach over all columns: the form with the least bookkeeping.
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

/// GetEntriesSerialized hands out a whole basket, big-endian.
template <class Number, class Raw>
double bulk_sum(TTree& tree, const char* name) {
  TBranch* branch = tree.GetBranch(name);
  TBufferFile buffer(TBuffer::kWrite, 64 * 1024);
  double sums[8] = {};
  for (Long64_t entry = 0; entry < tree.GetEntries();) {
    const int count = branch->GetBulkRead().GetEntriesSerialized(entry, buffer);
    if (count <= 0) std::exit(1);
    const char* from = buffer.GetCurrent();
    for (int i = 0; i < count; ++i) {
      Raw raw;
      std::memcpy(&raw, from + i * sizeof raw, sizeof raw);
      raw = sizeof(Raw) == 4 ? Raw(__builtin_bswap32(std::uint32_t(raw))) : Raw(__builtin_bswap64(raw));
      Number value;
      std::memcpy(&value, &raw, sizeof value);
      sums[i % 8] += value;
    }
    entry += count;
  }
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

double with_bulk(const std::string& path) {
  TFile file(path.c_str());
  auto& tree = *file.Get<TTree>("t");
  double sum = 0;
  for (const char* name : {"f0", "f1", "f2", "f3"}) sum += bulk_sum<float, std::uint32_t>(tree, name);
  for (const char* name : {"i0", "i1"}) sum += bulk_sum<int, std::uint32_t>(tree, name);
  for (const char* name : {"d0", "d1"}) sum += bulk_sum<double, std::uint64_t>(tree, name);
  return sum;
}

}  // namespace

int main(int count, char** values) {
  const std::string mode = values[1];
  const std::string path = values[2];
  const auto threads = static_cast<int>(scenario::argument(count, values, 3, 1));
  const auto times = static_cast<int>(scenario::argument(count, values, 4, 4));
  if (threads > 1) ROOT::EnableImplicitMT(static_cast<unsigned>(threads));
  scenario::repeat(("root-" + mode).c_str(), path, threads, times, 0,
                   [&] { return mode == "bulk" ? with_bulk(path) : with_rdataframe(path); });
}
