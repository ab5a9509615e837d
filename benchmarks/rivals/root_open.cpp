// ROOT opens a file and its tree, and closes it. usage: root_open FILE TIMES
#include "../scenario/measure.hpp"
#include <TFile.h>
#include <TTree.h>

int main(int count, char** values) {
  const auto times = static_cast<int>(scenario::argument(count, values, 2, 4));
  constexpr int files = 200;
  scenario::repeat("root", "open", 1, times, 0, [&] {
    double entries = 0;
    for (int file = 0; file < files; ++file) {
      TFile opened(values[1]);
      entries = static_cast<double>(opened.Get<TTree>("t")->GetEntries());
    }
    return entries;
  });
}
