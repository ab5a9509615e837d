#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "ramet/core/function_ref.hpp"
#include "ramet/object/column_reader.hpp"
#include "ramet/object/stored_form.hpp"

namespace ramet::inline v1::object {

/// The layouts of a file's classes, and what was compiled from them: each form, column reader or plan is made on first
/// use and kept. Files with equal streamer infos share one cache (dataset::SchemaCache). It never shrinks. Threads:
/// any, without a lock: its lists have immutable nodes, and adding one is a single exchange.
class FormCache {
 public:
  /// Either may be null.
  FormCache(std::shared_ptr<const schema::StreamerInfos> file, std::shared_ptr<const schema::StreamerInfos> catalogue)
      : file_(std::move(file)), catalogue_(std::move(catalogue)) {}
  ~FormCache();
  FormCache(const FormCache&) = delete;
  FormCache& operator=(const FormCache&) = delete;

  Layouts layouts() const noexcept { return {.file = file_.get(), .catalogue = catalogue_.get(), .cache = this}; }
  const std::shared_ptr<const schema::StreamerInfos>& file() const noexcept { return file_; }
  const std::shared_ptr<const schema::StreamerInfos>& catalogue() const noexcept { return catalogue_; }

  /// The result of StoredType::compile.
  std::shared_ptr<const StoredType> stored(std::string_view type, Place place) const;
  /// The reader of such values into their column type. Throws as StoredType::compile and ColumnReader.
  std::shared_ptr<const ColumnReader> columns(std::string_view type, Place place) const;

  /// Find an object that was made from the layouts before, by its type and a key, or make it with `make` and keep it.
  /// When several threads ask at once, each may make it, and all get the same object. Nothing is kept when `make`
  /// throws.
  template <class Made>
  std::shared_ptr<const Made> find_or_make(std::string_view key,
                                           FunctionRef<std::shared_ptr<const Made>()> make) const {
    const auto make_any = [&]() -> std::shared_ptr<const void> { return make(); };
    return std::static_pointer_cast<const Made>(find_or_make_any(&mark_of<Made>, key, make_any));
  }

 private:
  struct Node;
  /// A mark whose address identifies the type, also for users who compile without RTTI.
  template <class Made>
  static constexpr char mark_of = 0;

  static const Node* find(const Node* first, const void* type, std::string_view key) noexcept;
  std::shared_ptr<const void> find_or_make_any(const void* type, std::string_view key,
                                               FunctionRef<std::shared_ptr<const void>()> make) const;

  std::shared_ptr<const schema::StreamerInfos> file_;
  std::shared_ptr<const schema::StreamerInfos> catalogue_;
  mutable std::array<std::atomic<Node*>, 64> lists_{};
};

}  // namespace ramet::inline v1::object
