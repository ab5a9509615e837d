// Values of C++ types in the spelling of readers/canonical.py, both ways, and columns of them as ROOT reads and writes
// them, whatever their types. Compiled by ROOT with the code that in_root.py makes of the table.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <cstddef>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "canonical_values.hpp"
#include <Compression.h>
#include <ROOT/RField.hxx>
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleReader.hxx>
#include <ROOT/RNTupleView.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/RNTupleWriter.hxx>
#include <ROOT/RVec.hxx>
#include <TClass.h>
#include <TFile.h>

namespace spelling {

using canonical::skip;

/// How values of a type are put and taken; of classes, the made code says it.
template <class T, class = void>
struct Spelling;

template <class T>
void put(std::string& out, const T& value) {
  Spelling<T>::put(out, value);
}

template <class T>
void take(const char*& text, T& value) {
  Spelling<T>::take(text, value);
}

template <class T>
struct Spelling<T, std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, std::string>>> {
  static void put(std::string& out, const T& value) { canonical::put(out, value); }
  static void take(const char*& text, T& value) { canonical::take(text, value); }
};

template <class Size>
struct Spelling<ROOT::RNTupleCardinality<Size>> {
  static void put(std::string& out, const ROOT::RNTupleCardinality<Size>& size) { canonical::put(out, Size(size)); }
  static void take(const char*&, ROOT::RNTupleCardinality<Size>&) { throw std::runtime_error("sizes are not written"); }
};

template <class T>
struct Spelling<T, std::enable_if_t<std::is_enum_v<T>>> {
  static void put(std::string& out, T value) { canonical::put(out, static_cast<int>(value)); }
  static void take(const char*& text, T& value) {
    int number = 0;
    canonical::take(text, number);
    value = static_cast<T>(number);
  }
};

/// "[a,b]" of what calls `each(item)`.
template <class Each>
void put_items(std::string& out, const Each& each) {
  out += '[';
  bool is_first = true;
  each([&](const auto& item) {
    if (!is_first) out += ',';
    is_first = false;
    spelling::put(out, item);
  });
  out += ']';
}

/// Call `item()` for each of "[a,b]".
template <class Item>
void take_items(const char*& text, const Item& item) {
  skip(text, '[');
  for (bool is_first = true; *text != ']'; is_first = false) {
    if (!is_first) skip(text, ',');
    item();
  }
  skip(text, ']');
}

template <class List, class Value>
struct ListSpelling {
  static void put(std::string& out, const List& list) {
    put_items(out, [&](const auto& each) {
      for (auto at = list.begin(); at != list.end(); ++at) each(static_cast<const Value&>(*at));
    });
  }
  static void take(const char*& text, List& list) {
    list.clear();
    take_items(text, [&] {
      Value value{};
      spelling::take(text, value);
      if constexpr (std::is_same_v<List, std::forward_list<Value>>) {
        auto last = list.before_begin();
        for (auto at = list.begin(); at != list.end(); ++at) ++last;
        list.insert_after(last, std::move(value));
      } else {
        list.insert(list.end(), std::move(value));
      }
    });
  }
};

template <class V>
struct Spelling<std::vector<V>> : ListSpelling<std::vector<V>, V> {};
template <class V>
struct Spelling<ROOT::VecOps::RVec<V>> : ListSpelling<ROOT::VecOps::RVec<V>, V> {};
template <class V>
struct Spelling<std::list<V>> : ListSpelling<std::list<V>, V> {};
template <class V>
struct Spelling<std::deque<V>> : ListSpelling<std::deque<V>, V> {};
template <class V>
struct Spelling<std::forward_list<V>> : ListSpelling<std::forward_list<V>, V> {};
template <class V>
struct Spelling<std::set<V>> : ListSpelling<std::set<V>, V> {};
template <class V>
struct Spelling<std::multiset<V>> : ListSpelling<std::multiset<V>, V> {};
template <class V>
struct Spelling<std::unordered_set<V>> : ListSpelling<std::unordered_set<V>, V> {};
template <class V>
struct Spelling<std::unordered_multiset<V>> : ListSpelling<std::unordered_multiset<V>, V> {};
template <class K, class V>
struct Spelling<std::map<K, V>> : ListSpelling<std::map<K, V>, std::pair<K, V>> {};
template <class K, class V>
struct Spelling<std::multimap<K, V>> : ListSpelling<std::multimap<K, V>, std::pair<K, V>> {};
template <class K, class V>
struct Spelling<std::unordered_map<K, V>> : ListSpelling<std::unordered_map<K, V>, std::pair<K, V>> {};
template <class K, class V>
struct Spelling<std::unordered_multimap<K, V>> : ListSpelling<std::unordered_multimap<K, V>, std::pair<K, V>> {};

template <class List>
struct FixedSpelling {
  static void put(std::string& out, const List& list) {
    put_items(out, [&](const auto& each) {
      for (std::size_t at = 0; at < std::size(list); ++at) each(list[at]);
    });
  }
  static void take(const char*& text, List& list) {
    std::size_t at = 0;
    take_items(text, [&] { spelling::take(text, list[at++]); });
  }
};

template <class V, std::size_t n>
struct Spelling<std::array<V, n>> : FixedSpelling<std::array<V, n>> {};
template <class V, std::size_t n>
struct Spelling<V[n]> : FixedSpelling<V[n]> {};

template <std::size_t n>
struct Spelling<std::bitset<n>> {
  static void put(std::string& out, const std::bitset<n>& bits) {
    put_items(out, [&](const auto& each) {
      for (std::size_t at = 0; at < n; ++at) each(static_cast<bool>(bits[at]));
    });
  }
  static void take(const char*& text, std::bitset<n>& bits) {
    std::size_t at = 0;
    take_items(text, [&] {
      bool bit = false;
      canonical::take(text, bit);
      bits[at++] = bit;
    });
  }
};

template <class Parts>
struct PartsSpelling {
  static void put(std::string& out, const Parts& parts) {
    put_items(out, [&](const auto& each) { std::apply([&](const auto&... part) { (each(part), ...); }, parts); });
  }
  static void take(const char*& text, Parts& parts) {
    char before = '[';
    std::apply([&](auto&... part) { ((skip(text, before), before = ',', spelling::take(text, part)), ...); }, parts);
    skip(text, ']');
  }
};

template <class A, class B>
struct Spelling<std::pair<A, B>> : PartsSpelling<std::pair<A, B>> {};
template <class... Parts>
struct Spelling<std::tuple<Parts...>> : PartsSpelling<std::tuple<Parts...>> {};

/// "null" for what is not there.
template <class Maybe>
struct MaybeSpelling {
  static void put(std::string& out, const Maybe& value) { value ? spelling::put(out, *value) : void(out += "null"); }
  template <class Value>
  static bool take(const char*& text, Value& value) {
    if (*text == 'n') return text += 4, false;
    spelling::take(text, value);
    return true;
  }
};

template <class V>
struct Spelling<std::optional<V>> : MaybeSpelling<std::optional<V>> {
  static void take(const char*& text, std::optional<V>& value) {
    V found{};
    value.reset();
    if (MaybeSpelling<std::optional<V>>::take(text, found)) value = std::move(found);
  }
};

template <class V>
struct Spelling<std::unique_ptr<V>> : MaybeSpelling<std::unique_ptr<V>> {
  static void take(const char*& text, std::unique_ptr<V>& value) {
    V found{};
    value.reset();
    if (MaybeSpelling<std::unique_ptr<V>>::take(text, found)) value = std::make_unique<V>(std::move(found));
  }
};

template <class V>
struct Spelling<std::atomic<V>> {
  static void put(std::string& out, const std::atomic<V>& value) { spelling::put(out, value.load()); }
  static void take(const char*& text, std::atomic<V>& value) {
    V found{};
    spelling::take(text, found);
    value = found;
  }
};

/// A member of an object: "{"a":1" of the first, ","b":2" of the others.
template <class Member>
void put_member(std::string& out, bool& is_first, const char* name, const Member& member) {
  out += is_first ? "{\"" : ",\"";
  is_first = false;
  out += std::string(name) + "\":";
  spelling::put(out, member);
}

template <class Member>
void take_member(const char*& text, bool& is_first, Member& member) {
  skip(text, is_first ? '{' : ',');
  is_first = false;
  canonical::take_text(text);
  skip(text, ':');
  spelling::take(text, member);
}

// --- columns ---------------------------------------------------------------------------------------------------------

/// What is to be known of a column's type. Threads: immutable.
struct Column {
  const char* name;
  const char* type;
  void* (*make)();
  void (*put)(std::string&, const void*);
  void (*take)(const char*&, void*);
};

template <class T>
Column column(const char* name, const char* type) {
  return {name, type, []() -> void* { return new T(); },
          [](std::string& out, const void* value) { spelling::put(out, *static_cast<const T*>(value)); },
          [](const char*& text, void* value) { spelling::take(text, *static_cast<T*>(value)); }};
}

/// All entries of a column of a tree; the object is the caller's, so that nothing of it is forgotten between them.
inline std::string read_branch(TTree& tree, const Column& column) {
  TBranch* branch = tree.GetBranch(column.name);
  if (branch == nullptr) branch = tree.GetBranch((std::string(column.name) + '.').c_str());
  if (branch == nullptr) throw std::runtime_error("there is no such branch");
  void* object = column.make();
  TClass* const type = TClass::GetClass(column.type);
  if (tree.SetBranchAddress(branch->GetName(), &object, nullptr, type, kOther_t, true) < 0)
    throw std::runtime_error("no branch of that type");
  std::string out = "[";
  for (Long64_t entry = 0; entry < tree.GetEntries(); ++entry) {
    if (branch->GetEntry(entry) < 0) throw std::runtime_error("an entry cannot be read");
    if (entry > 0) out += ',';
    column.put(out, object);
  }
  branch->ResetAddress();
  return out + ']';
}

inline std::string read_field(ROOT::RNTupleReader& reader, const Column& column) {
  void* const object = column.make();
  auto view = reader.GetView(column.name, object, column.type);
  std::string out = "[";
  for (const auto entry : reader.GetEntryRange()) {
    if (entry > 0) out += ',';
    view(entry);
    column.put(out, object);
  }
  return out + ']';
}

/// Where ramet's file has the end of a cluster, too (files.py): some readers lose count where they meet.
inline bool ends_cluster(std::size_t entry, std::size_t entries) {
  const std::size_t half = entries / 2;
  return entry % half % 5 == 4 || entry % half == half - 1;
}

/// An object that has a key in a directory.
inline std::string read_object(TFile& file, const std::string& directory, const Column& column) {
  TClass* const type = TClass::GetClass(column.type);
  const void* const object = file.GetObjectChecked((directory + '/' + column.name).c_str(), type);
  if (object == nullptr) throw std::runtime_error("there is no such object");
  std::string out = "[";
  column.put(out, object);
  return out + ']';
}

/// Values as JSON, a text for each entry.
struct Values {
  Column column;
  std::vector<std::string> entries;
};

inline void write_tree(TFile& file, const char* name, int split_level, const std::vector<Values>& columns) {
  file.cd();
  auto* tree = new TTree(name, "", split_level);
  tree->SetAutoFlush(0);
  std::vector<void*> objects(columns.size());
  for (std::size_t at = 0; at < columns.size(); ++at) {
    const Column& column = columns[at].column;
    objects[at] = column.make();
    const bool is_class = TClass::GetClass(column.type)->GetCollectionProxy() == nullptr;
    const std::string branch = std::string(column.name) + (is_class && split_level > 0 ? "." : "");
    if (tree->Branch(branch.c_str(), column.type, &objects[at], 32000, split_level) == nullptr)
      throw std::runtime_error("ROOT has no branch of " + std::string(column.type));
  }
  for (std::size_t entry = 0; entry < columns[0].entries.size(); ++entry) {
    for (std::size_t at = 0; at < columns.size(); ++at) {
      const char* text = columns[at].entries[entry].c_str();
      columns[at].column.take(text, objects[at]);
    }
    tree->Fill();
    if (ends_cluster(entry, columns[0].entries.size())) tree->FlushBaskets();
  }
  tree->Write();
}

inline void write_objects(TFile& file, const char* name, const std::vector<Values>& columns) {
  TDirectory* const directory = file.mkdir(name);
  for (const Values& values : columns) {
    void* const object = values.column.make();
    const char* text = values.entries.at(0).c_str();
    values.column.take(text, object);
    directory->WriteObjectAny(object, values.column.type, values.column.name);
  }
}

inline void write_ntuple(TFile& file, const char* name, const std::vector<Values>& columns) {
  auto model = ROOT::RNTupleModel::CreateBare();
  for (const Values& values : columns)
    model->AddField(ROOT::RFieldBase::Create(values.column.name, values.column.type).Unwrap());
  ROOT::RNTupleWriteOptions options;
  options.SetCompression(0);
  auto writer = ROOT::RNTupleWriter::Append(std::move(model), name, file, options);
  auto entry = writer->CreateEntry();
  for (std::size_t at = 0; at < columns[0].entries.size(); ++at) {
    for (const Values& values : columns) {
      const char* text = values.entries[at].c_str();
      values.column.take(text, entry->GetPtr<void>(values.column.name).get());
    }
    writer->Fill(*entry);
    if (ends_cluster(at, columns[0].entries.size())) writer->CommitCluster();
  }
}

}  // namespace spelling
