#include "ramet/io/detail/distant/bookmark.hpp"

#include <memory>
#include <span>
#include <string>

#include "unit/io/bytes_of.hpp"
#include <doctest/doctest.h>

#include "ramet/io/detail/distant/ahead_source.hpp"

using namespace ramet;
using namespace ramet::io;

namespace {

/// A file that is known as long as somebody wants it. Threads: any.
class Marked final : public ByteSource, public Bookmarked {
 public:
  explicit Marked(std::shared_ptr<const ByteSource> source, std::shared_ptr<bool> is_known)
      : source_(std::move(source)), is_known_(std::move(is_known)) {}

  const std::string& name() const noexcept override { return source_->name(); }
  std::uint64_t size() const noexcept override { return source_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override { source_->read_at(offset, into); }
  std::shared_ptr<const Bookmark> bookmark() const override { return std::make_shared<const Mark>(source_, is_known_); }

 private:
  class Mark final : public Bookmark {
   public:
    Mark(std::shared_ptr<const ByteSource> source, std::shared_ptr<bool> is_known)
        : source_(std::move(source)), is_known_(std::move(is_known)) {}
    bool is_known() const override { return *is_known_; }
    std::shared_ptr<const ByteSource> open() const override { return *is_known_ ? source_ : nullptr; }

   private:
    std::shared_ptr<const ByteSource> source_;
    std::shared_ptr<bool> is_known_;
  };

  std::shared_ptr<const ByteSource> source_;
  std::shared_ptr<bool> is_known_;
};

}  // namespace

TEST_CASE("bookmark: sources that have one give it, also through a source that reads ahead") {
  const auto letters = source_of(buffer_of("abc"), "letters");
  const auto budget = std::make_shared<AheadBudget>(100);
  CHECK(bookmark_of(*letters) == nullptr);
  CHECK(bookmark_of(AheadSource(letters, budget)) == nullptr);

  const auto is_known = std::make_shared<bool>(true);
  const auto marked = std::make_shared<const Marked>(letters, is_known);
  const auto bookmark = bookmark_of(AheadSource(marked, budget));
  REQUIRE(bookmark != nullptr);
  CHECK(bookmark->is_known());
  CHECK(bookmark->open()->name() == "letters");
  CHECK(dynamic_cast<const AheadSource*>(bookmark->open().get()) != nullptr);
  *is_known = false;
  CHECK_FALSE(bookmark->is_known());
  CHECK(bookmark->open() == nullptr);
}
