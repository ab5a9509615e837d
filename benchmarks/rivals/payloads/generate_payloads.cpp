// Writes 226 payloads, each of a class of its own: generate_payloads FILE. Uncompressed.
#include <cstdint>

#include "payload_classes.hpp"
#include "payload_visit.hpp"
#include <TFile.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  TFile file(argv[1], "RECREATE", "", 0);
  std::uint64_t seed = 226;
  const auto put = [&](auto payload, const char* name, int count) {
    PayloadFiller fill(seed++, count);
    fill(payload);
    file.WriteObject(&payload, name);
  };
#define PUT(CLASS, COUNT) put(CLASS(), #CLASS, COUNT);
  FOR_EACH_PAYLOAD(PUT)
}
