#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/merge/internal/objects/point_sum.hpp"
#include "ramet/merge/internal/objects/record_sum.hpp"
#include "ramet/object/object_reader.hpp"

namespace ramet::inline v1::merge::internal {

/// Whether objects of a class are lists, whose members are joined: TList, THashList, TObjArray, and THStack, which has
/// one of histograms.
bool is_list_class(std::string_view class_name) noexcept;

/// The members of lists of one class: histograms, graphs and lists of one name and class are joined, all others follow
/// one after the other. The session of the files must outlive it. Threads: one thread.
class ListSum {
 public:
  /// What becomes of members that are not joined and the same as one before.
  enum class Repeats { appended, once };

  explicit ListSum(std::string class_name, Repeats repeats = Repeats::appended)
      : class_name_(std::move(class_name)), repeats_(repeats) {}

  /// Add the members of a record with the layouts of its file; numbers of processes in them (TRef) are raised. Returns
  /// why one of them cannot be joined. Throws Error(corrupt), Error(unsupported).
  std::optional<Refusal> add(file::Record record, object::Layouts layouts, std::uint16_t raised = 0);
  /// The same for a list whose version head is at `begin` in the record of another object.
  std::optional<Refusal> add_list(const file::Record& record, std::size_t begin, object::Layouts layouts,
                                  std::uint16_t raised = 0);

  std::size_t size() const noexcept { return members_.size(); }

  /// The first record.
  const file::Record& record() const noexcept { return first_; }
  /// The payload of the joined list for a key of this length. Throws Error(unsupported).
  bytes::Buffer payload(std::size_t key_length) const;

 private:
  /// A member of a list as a record of its own. Threads: a value.
  struct Item {
    std::string class_name;
    std::string name;    // empty if it has none
    std::string option;  // with which it is drawn
    file::Record record;
    object::Layouts layouts;
  };
  /// A member of the joined list. Threads: one thread.
  struct Member {
    Item item;
    RecordSum sum;
    PointSum points;
    std::unique_ptr<ListSum> list;

    explicit Member(Item one);
    bool is_joined() const noexcept;
    std::optional<Refusal> add(Item other);
    bytes::Buffer payload(std::size_t key_length) const;
  };
  /// The head of a list. Threads: a value.
  struct Head {
    object::ObjectBits bits;
    std::string name;
    std::int32_t lower_bound = 0;  // of a TObjArray
  };

  static std::vector<Item> read_items(const file::Record& record, std::size_t begin, bool is_array,
                                      object::Layouts layouts, std::uint16_t raised, Head& head);
  static Item item_at(const file::Record& record, std::size_t begin, std::string class_name, object::Layouts layouts,
                      std::uint16_t raised);
  std::optional<Refusal> add_items(std::vector<Item> items, object::Layouts layouts);
  bool is_repeated(const Item& item) const;
  bytes::Buffer list_payload(std::size_t key_length, bool is_array) const;

  std::string class_name_;
  Repeats repeats_;
  file::Record first_;
  object::Layouts layouts_;  // of the first record
  Head head_;                // of its list
  std::list<Member> members_;
};

}  // namespace ramet::inline v1::merge::internal
