// Histograms of the flat tree with TTree::Draw, on one thread. usage: root_draw VARIANT FILE TIMES
#include <memory>
#include <string>

#include "scenario/drawing/texts.hpp"
#include "scenario/measure.hpp"
#include <TFile.h>
#include <TTree.h>

int main(int count, char** values) {
  const std::string variant = values[1], path = values[2];
  const int times = static_cast<int>(scenario::argument(count, values, 3, 4));
  const scenario::Drawing& drawing = scenario::drawing_of(variant);
  scenario::repeat("root", variant, 1, times, 0, [&]() -> double {
    const std::unique_ptr<TFile> file(TFile::Open(path.c_str()));
    return static_cast<double>(file->Get<TTree>("t")->Draw(drawing.text.c_str(), drawing.cut.c_str(), "goff"));
  });
}
