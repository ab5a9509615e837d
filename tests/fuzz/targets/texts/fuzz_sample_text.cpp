// Expressions with rdfsampleinfo_. Input: the text. It is evaluated, unless it has loops, which may take their time.

#include <string>
#include <string_view>
#include <vector>

#include "fuzz_target.hpp"

#include "ramet/core/error.hpp"
#include "ramet/frame/internal/graph/sample_text.hpp"

using namespace ramet;

namespace {

constexpr std::size_t longest_text = 2000;

/// What a specification might say of a sample, with characters that a text must escape.
frame::Sample sample() {
  return {.name = "data \"2026\"\\",
          .id = "run7.root/Events",
          .entries = 12,
          .first = 3,
          .number = 1,
          .metadata = {{"lumi", 5.25}, {"year", std::int64_t{-2026}}, {"era", std::string("B\n\"")}, {"", 1e300}}};
}

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.size() > longest_text) return;
  const std::string text(reinterpret_cast<const char*>(input.data()), input.size());
  for (const std::string_view loop : {"for", "while", "do"})
    if (text.find(loop) != std::string::npos) return;
  try {
    const array::Array value = frame::internal::sample_value(text, "x", sample());
    fuzz::require(value.length() == 1, "there is one value");
    array::validate(value);
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::misuse || error.kind() == ErrorKind::unsupported ||
                      error.kind() == ErrorKind::not_found,
                  "the text is refused");
  }
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<fuzz::Bytes> all;
  for (const std::string_view text :
       {"rdfsampleinfo_.GetD(\"lumi\") * 2", "rdfsampleinfo_.Contains(\"run7\") ? 1.f : 0.f",
        "rdfsampleinfo_.GetI ( \"year\" ) + rdfsampleinfo_.GetSampleId()", "rdfsampleinfo_.GetS(\"era\")",
        "rdfsampleinfo_.GetD(\"none\", 1.5)", "rdfsampleinfo_.AsString() + rdfsampleinfo_.GetSampleName()",
        "rdfsampleinfo_.NEntries() / 7", "rdfsampleinfo_.GetD<double>(\"\\\"\")", "rdfsampleinfo_.GetI(\"lumi\")",
        "rdfsampleinfo_.Contains(\"a", "rdfsampleinfo_.", "gRandom->Rndm() + rdfentry_"}) {
    const auto bytes = std::as_bytes(std::span(text));
    all.emplace_back(bytes.begin(), bytes.end());
  }
  return all;
}
