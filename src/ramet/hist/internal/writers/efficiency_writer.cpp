#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/core/error.hpp"
#include "ramet/hist/figures/efficiency.hpp"
#include "ramet/hist/internal/figures/efficiency_bits.hpp"
#include "ramet/hist/internal/writers/binned_writer.hpp"
#include "ramet/hist/internal/writers/function_writer.hpp"

// The class version and defaults are those of ROOT 6.40 (TEfficiency.h): the bytes are the same as ROOT's for the same
// efficiency.

namespace ramet::inline v1::hist {
namespace {

using object::ObjectWriter;

constexpr std::string_view efficiency_class = "TEfficiency";

std::uint32_t bits_of(const EfficiencyParts& parts) noexcept {
  namespace bit = internal::efficiency_bit;
  return (parts.is_bayesian ? bit::is_bayesian : 0) | (parts.uses_mode ? bit::uses_mode : 0) |
         (parts.uses_shortest ? bit::uses_shortest : 0) | (parts.uses_bin_priors ? bit::uses_bin_priors : 0) |
         (parts.uses_weights ? bit::uses_weights : 0);
}

/// Write a std::vector of pairs, member-wise: all alphas, all betas. See EfficiencyReader.
void write_bin_priors(ObjectWriter& writer, const std::vector<BetaPrior>& priors) {
  constexpr std::uint16_t vector_version = 10;
  constexpr std::uint16_t member_wise = 1U << 14;
  constexpr std::uint32_t pair_checksum = 0x00d7'bed2;  // of std::pair<double, double>
  writer.versioned(vector_version | member_wise, [&] {
    writer.write(std::uint16_t{0});  // no version: a checksum follows
    writer.write(pair_checksum);
    writer.write(static_cast<std::uint32_t>(priors.size()));
    for (const BetaPrior& prior : priors) writer.write(prior.alpha);
    for (const BetaPrior& prior : priors) writer.write(prior.beta);
  });
}

void write_histogram(ObjectWriter& writer, const Histogram& histogram) {
  writer.object(stored_class(histogram), [&] {
    internal::write_binned(writer, histogram, internal::HistogramLook::inner(histogram.parts().name));
  });
}

bytes::Buffer bytes_of(const Efficiency& efficiency, std::string_view name, std::size_t key_length) {
  const EfficiencyParts& parts = efficiency.parts();
  ObjectWriter writer(key_length);
  writer.versioned(2, [&] {
    writer.tnamed(name, parts.title, object::must_cleanup | bits_of(parts));
    internal::write_attributes(writer, {.fill_color = 19});
    writer.write(parts.prior.alpha);
    writer.write(parts.prior.beta);
    write_bin_priors(writer, parts.bin_priors);
    writer.write(parts.confidence_level);
    internal::write_functions(writer, {});
    write_histogram(writer, efficiency.passed());
    writer.write(static_cast<std::int32_t>(parts.interval));
    write_histogram(writer, efficiency.total());
    writer.write(parts.weight);
  });
  return std::move(writer).take_payload();
}

/// Throw unless the histogram is a TH1, TH2 or TH3.
void require_binned(const Histogram& histogram, const std::string& name) {
  const std::string_view class_name = stored_class(histogram);
  if (histogram.is_profile() || class_name.starts_with("THn"))
    detail::fail(ErrorKind::unsupported, "efficiency '{}' has a {}, expected a TH1, TH2 or TH3", name, class_name);
}

}  // namespace
}  // namespace ramet::inline v1::hist

namespace ramet::inline v1::object {

Payload PayloadOf<hist::Efficiency>::of(const hist::Efficiency& efficiency) {
  const hist::EfficiencyParts& parts = efficiency.parts();
  Payload payload{.class_name = std::string(hist::efficiency_class),
                  .title = parts.title,
                  .known_classes = {std::string(hist::efficiency_class), "TList"},
                  .make = [&efficiency](std::string_view name, std::size_t key_length) {
                    return hist::bytes_of(efficiency, name, key_length);
                  }};
  constexpr std::size_t most_bytes_per_cell = 8 * sizeof(double);  // contents, squares, edges of both, a prior
  hist::internal::require_writable(parts.name, efficiency.total().cells(), most_bytes_per_cell);
  for (const hist::Histogram* histogram : {&efficiency.passed(), &efficiency.total()}) {
    hist::require_binned(*histogram, parts.name);
    const std::vector<std::string> classes = hist::internal::known_classes_of(*histogram);
    payload.known_classes.insert(payload.known_classes.end(), classes.begin(), classes.end());
  }
  return payload;
}

}  // namespace ramet::inline v1::object
