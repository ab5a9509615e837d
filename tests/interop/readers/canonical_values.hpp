// What ROOT's TTree hands out, in the spelling of canonical.py. Compiled by ROOT's interpreter: with_root.py.
#pragma once

#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <TBranch.h>
#include <TBranchElement.h>
#include <TLeaf.h>
#include <TTree.h>

namespace canonical {

inline void put_text(std::string& out, const char* text, std::size_t size) {
  out += '"';
  for (std::size_t at = 0; at < size; ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, byte < 0x20 || byte > 0x7e || byte == '"' || byte == '\\' ? "\\u%04x" : "%c",
                  byte);
    out += escaped;
  }
  out += '"';
}

inline void put(std::string& out, const std::string& text) { put_text(out, text.data(), text.size()); }

template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>  // ROOT's interpreter speaks C++17
void put(std::string& out, Number number) {
  if constexpr (std::is_same_v<Number, bool>) {
    out += number ? "true" : "false";
  } else if constexpr (std::is_integral_v<Number>) {
    out += '"' + std::to_string(number) + '"';
  } else if (number != number) {
    out += "\"nan\"";
  } else {
    const double wide = number;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &wide, sizeof bits);
    char digits[20];
    std::snprintf(digits, sizeof digits, "\"%016llx\"", static_cast<unsigned long long>(bits));
    out += digits;
  }
}

template <class Item>
void put(std::string& out, const std::vector<Item>& items) {
  out += '[';
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (at > 0) out += ',';
    put(out, static_cast<const Item&>(items[at]));
  }
  out += ']';
}

/// The value at `index` of a leaf of numbers.
inline void put_number(std::string& out, TLeaf& leaf, int index) {
  const std::string type = leaf.GetTypeName();
  if (type == "Bool_t") return put(out, leaf.GetValue(index) != 0);
  if (type == "ULong64_t") return put(out, leaf.GetTypedValue<ULong64_t>(index));
  if (type == "Long64_t") return put(out, leaf.GetTypedValue<Long64_t>(index));
  if (type == "Float_t" || type == "Double_t" || type == "Float16_t" || type == "Double32_t")
    return put(out, leaf.GetValue(index));
  put(out, static_cast<Long64_t>(leaf.GetValue(index)));
}

/// The leaf's values from `index` on, in so many dimensions, the outermost first.
inline void put_array(std::string& out, TLeaf& leaf, const std::vector<int>& dimensions, std::size_t depth,
                      int& index) {
  if (depth == dimensions.size()) return put_number(out, leaf, index++);
  out += '[';
  for (int item = 0; item < dimensions[depth]; ++item) {
    if (item > 0) out += ',';
    put_array(out, leaf, dimensions, depth + 1, index);
  }
  out += ']';
}

/// The dimensions of a leaf in the current entry; the title has the fixed ones: "x[n][2][3]".
inline std::vector<int> dimensions_of(TLeaf& leaf) {
  std::vector<int> dimensions;
  if (TLeaf* counter = leaf.GetLeafCount()) dimensions.push_back(static_cast<int>(counter->GetValue()));
  std::string title = leaf.GetTitle();
  title = title.substr(0, title.find('/'));  // a range follows: "x[3]/d[0,128,16]"
  for (std::size_t at = title.find('['); at != std::string::npos; at = title.find('[', at + 1))
    if (std::isdigit(static_cast<unsigned char>(title[at + 1]))) dimensions.push_back(std::stoi(title.substr(at + 1)));
  return dimensions;
}

inline void put_leaf(std::string& out, TLeaf& leaf) {
  if (std::strcmp(leaf.ClassName(), "TLeafC") == 0) {
    const char* text = static_cast<const char*>(leaf.GetValuePointer());
    return put_text(out, text, std::strlen(text));
  }
  int index = 0;
  put_array(out, leaf, dimensions_of(leaf), 0, index);
}

/// All entries of a branch of plain leaves; several leaves make a record.
inline std::string read_leaves(TBranch& branch) {
  const int leaves = branch.GetListOfLeaves()->GetEntriesFast();
  std::string out = "[";
  for (Long64_t entry = 0; entry < branch.GetEntries(); ++entry) {
    branch.GetEntry(entry);
    out += entry == 0 ? "" : ",";
    for (int at = 0; at < leaves; ++at) {
      auto& leaf = static_cast<TLeaf&>(*branch.GetListOfLeaves()->UncheckedAt(at));
      if (leaves > 1) {
        out += at == 0 ? "{" : ",";
        put(out, std::string(leaf.GetName()));
        out += ':';
      }
      put_leaf(out, leaf);
    }
    if (leaves > 1) out += '}';
  }
  return out + ']';
}

/// All entries of a branch of objects. It is ROOT that makes the object, also of a class it has no dictionary for.
template <class Object>
std::string read_objects(TBranchElement& branch) {
  std::string out = "[";
  for (Long64_t entry = 0; entry < branch.GetEntries(); ++entry) {
    branch.GetEntry(entry);
    out += entry == 0 ? "" : ",";
    put(out, *reinterpret_cast<const Object*>(branch.GetObject()));
  }
  return out + ']';
}

// --- the other way ---------------------------------------------------------------------------------------------------

inline void skip(const char*& text, char expected) {
  if (*text++ != expected) throw std::runtime_error(std::string("no '") + expected + "' before " + text);
}

/// What a string in quotes has, a byte for each of its characters.
inline std::string take_text(const char*& text) {
  std::string taken;
  skip(text, '"');
  while (*text != '"') {
    if (text[0] == '\\' && text[1] == 'u') {
      taken += static_cast<char>(std::stoi(std::string(text + 2, 4), nullptr, 16));
      text += 6;
      continue;
    }
    if (*text == '\\') ++text;
    taken += *text++;
  }
  skip(text, '"');
  return taken;
}

inline void take(const char*& text, std::string& value) { value = take_text(text); }

template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
void take(const char*& text, Number& number) {
  if constexpr (std::is_same_v<Number, bool>) {
    number = *text == 't';
    text += number ? 4 : 5;
  } else if constexpr (std::is_floating_point_v<Number>) {
    const std::string digits = take_text(text);
    const std::uint64_t bits = digits == "nan" ? 0x7ff8000000000000 : std::stoull(digits, nullptr, 16);
    double wide = 0;
    std::memcpy(&wide, &bits, sizeof wide);
    number = static_cast<Number>(wide);
  } else if constexpr (std::is_unsigned_v<Number>) {
    number = static_cast<Number>(std::stoull(take_text(text)));
  } else {
    number = static_cast<Number>(std::stoll(take_text(text)));
  }
}

template <class Item>
void take(const char*& text, std::vector<Item>& items) {
  items.clear();
  skip(text, '[');
  while (*text != ']') {
    if (!items.empty()) skip(text, ',');
    Item item{};
    take(text, item);
    items.push_back(std::move(item));
  }
  skip(text, ']');
}

/// A value that a branch is filled from.
template <class Value>
struct Filled {
  Value value;
  Value* address = &value;

  void branch(TTree& tree, const char* name) { tree.Branch(name, &address); }
  void set(const char* text) { take(text, value); }
};

}  // namespace canonical
