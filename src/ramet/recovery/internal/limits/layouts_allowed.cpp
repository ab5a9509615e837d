#include "ramet/recovery/internal/limits/layouts_allowed.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

constexpr std::uint64_t times_of_layouts = 8;  // names and members in memory

}  // namespace

void require_layouts_allowed(const file::FileReader& reader, Allowance& allowance) {
  const bytes::Buffer packed = reader.packed_streamer_infos();
  if (packed.empty()) return;
  detail::while_doing([&] { return fmt::format("'{}': streamer infos", reader.name()); },
                      [&] {
                        bytes::ByteCursor cursor(packed.span(), reader.header().seek_streamer_info);
                        const file::Key key = file::read_record_head(cursor);
                        const std::uint64_t plain = std::uint64_t{key.key_length} + key.object_size;
                        allowance.require_memory(packed.size() + times_of_layouts * plain);
                        allowance.work(plain);
                      });
}

}  // namespace ramet::inline v1::recovery::internal
