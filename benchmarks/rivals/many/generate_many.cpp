// Data of the scenarios that open much, written by ROOT. usage: generate_many files FOLDER FILES ENTRIES | wide FILE
// BRANCHES ENTRIES
#include <cstring>
#include <filesystem>
#include <vector>

#include "scenario/measure.hpp"
#include <TFile.h>
#include <TTree.h>

namespace {

void write_files(const std::string& folder, long files, long entries) {
  std::filesystem::create_directories(folder);
  for (long number = 0; number < files; ++number) {
    char name[32];
    std::snprintf(name, sizeof name, "/part%05ld.root", number);
    TFile file((folder + name).c_str(), "RECREATE", "", 505);
    TTree tree("t", "small");
    float x = 0;
    tree.Branch("x", &x);
    scenario::Numbers numbers(static_cast<std::uint64_t>(1000 + number));
    for (long entry = 0; entry < entries; ++entry) {
      x = std::round(static_cast<float>(numbers.normal()) * 4096) / 4096;  // 12 bits, as experiments keep
      tree.Fill();
    }
    tree.Write();
  }
}

void write_wide(const char* path, long branches, long entries) {
  TFile file(path, "RECREATE", "", 505);
  TTree tree("t", "wide");
  std::vector<float> values(static_cast<std::size_t>(branches));
  for (long branch = 0; branch < branches; ++branch)
    tree.Branch(("branch" + std::to_string(branch)).c_str(), &values[static_cast<std::size_t>(branch)]);
  scenario::Numbers numbers(7);
  for (long entry = 0; entry < entries; ++entry) {
    for (float& value : values) value = static_cast<float>(numbers.uniform());
    tree.Fill();
  }
  tree.Write();
}

}  // namespace

int main(int count, char** values) {
  const long first = scenario::argument(count, values, 3, 1000);
  const long entries = scenario::argument(count, values, 4, 10000);
  if (std::strcmp(values[1], "files") == 0) {
    write_files(values[2], first, entries);
  } else {
    write_wide(values[2], first, entries);
  }
}
