#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

// What is drawn of the flat tree: f0 .. f3 are float, i0 and i1 int, d0 and d1 double. C++17, for ROOT.

namespace scenario {

struct Drawing {
  std::string text;
  std::string cut;
};

inline const std::map<std::string, Drawing> drawings = {
    {"bins", {"f1>>h(100,0,100)", ""}},
    {"automatic", {"f1>>h", ""}},
    {"computed", {"sqrt(f0*f0+f3*f3)>>h(100,0,5)", ""}},
    {"cut", {"f1>>h(100,0,100)", "f2>0.2&&f0<1&&f3>f0"}},
    {"weight", {"f0*f1/(1+f3*f3)>>h(100,-50,50)", "(f1>20)*d0"}},
    {"plane", {"f0:f1>>h(40,0,100,40,-3,3)", "f2>0.5"}},
};

inline const Drawing& drawing_of(const std::string& variant) {
  const auto found = drawings.find(variant);
  if (found != drawings.end()) return found->second;
  std::fprintf(stderr, "there is no drawing '%s'\n", variant.c_str());
  std::exit(2);
}

}  // namespace scenario
