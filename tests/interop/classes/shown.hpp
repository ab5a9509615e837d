// Values of every type at random, and as JSON: what ROOT wrote and what it reads again. Compiled by ROOT: forms.py.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <Math/Point3D.h>
#include <Math/Vector3D.h>
#include <Math/Vector4D.h>
#include <TArrayI.h>
#include <TBits.h>
#include <TBranch.h>
#include <TClonesArray.h>
#include <TDatime.h>
#include <TLorentzVector.h>
#include <TMatrixD.h>
#include <TMatrixDSym.h>
#include <TNamed.h>
#include <TObjArray.h>
#include <TObjString.h>
#include <TRef.h>
#include <TRefArray.h>
#include <TString.h>
#include <TTree.h>
#include <TVectorD.h>

namespace forms {

/// Numbers that are the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  std::size_t below(std::size_t end) { return (next() >> 20) % end; }

 private:
  std::uint64_t state_;
};

/// An array that a member counts.
template <class Number>
struct Counted {
  Number*& numbers;
  int& count;
};

/// A pointer of which only whether it is null is shown.
template <class Object>
struct Presence {
  Object*& pointer;
};

// --- at random -------------------------------------------------------------------------------------------------------

template <class Type, class = void>
struct Fill;  // one for each kind of type: all are declared before one of them needs another

template <class Type>
void fill(Type& value, Random& random) {
  Fill<Type>::put(value, random);
}

struct Filler {
  Random& random;
  template <class Type>
  void operator()(const char*, Type&& value) {
    fill(value, random);
  }
};

template <class Type>
struct Fill<Type,
            std::enable_if_t<std::is_class_v<Type>, decltype(std::declval<Type&>().each(std::declval<Filler&>()))>> {
  static void put(Type& value, Random& random) {
    Filler filler{random};
    value.each(filler);
  }
};

template <class Type>
struct Fill<Type, std::enable_if_t<std::is_arithmetic_v<Type> || std::is_enum_v<Type>>> {
  static void put(Type& value, Random& random) {
    if constexpr (std::is_floating_point_v<Type>)
      value = static_cast<Type>(random.below(4000)) / 64;
    else if constexpr (std::is_same_v<Type, bool>)
      value = random.below(2) == 1;
    else if constexpr (std::is_enum_v<Type>)
      value = static_cast<Type>(random.below(3));
    else
      value = static_cast<Type>(random.next());
  }
};

inline std::string some_text(Random& random) {
  std::string text(random.below(12) == 0 ? 300 : random.below(6), 'a');
  for (char& letter : text) letter = static_cast<char>('a' + random.below(26));
  return text;
}

template <>
struct Fill<std::string> {
  static void put(std::string& value, Random& random) { value = some_text(random); }
};
template <>
struct Fill<TString> {
  static void put(TString& value, Random& random) { value = some_text(random); }
};
template <>
struct Fill<char*> {
  static void put(char*& value, Random& random) {
    delete[] value;
    const std::string text = some_text(random) + "!";  // ROOT reads an empty one as none
    value = new char[text.size() + 1];
    std::copy_n(text.c_str(), text.size() + 1, value);
  }
};

template <class Item, std::size_t size>
struct Fill<Item[size]> {
  static void put(Item (&value)[size], Random& random) {
    for (Item& item : value) fill(item, random);
  }
};
template <class Item, std::size_t size>
struct Fill<std::array<Item, size>> {
  static void put(std::array<Item, size>& value, Random& random) {
    for (Item& item : value) fill(item, random);
  }
};
template <std::size_t size>
struct Fill<std::bitset<size>> {
  static void put(std::bitset<size>& value, Random& random) { value = random.next(); }
};
template <class First, class Second>
struct Fill<std::pair<First, Second>> {
  static void put(std::pair<First, Second>& value, Random& random) {
    fill(const_cast<std::remove_const_t<First>&>(value.first), random);
    fill(value.second, random);
  }
};
template <class... Items>
struct Fill<std::tuple<Items...>> {
  static void put(std::tuple<Items...>& value, Random& random) {
    std::apply([&](Items&... items) { (fill(items, random), ...); }, value);
  }
};
template <class Number>
struct Fill<std::complex<Number>> {
  static void put(std::complex<Number>& value, Random& random) {
    Number parts[2];
    fill(parts, random);
    value = {parts[0], parts[1]};
  }
};

/// What is inserted: a pair without const.
template <class Item>
struct Inserted {
  using type = Item;
};
template <class Key, class Value>
struct Inserted<std::pair<const Key, Value>> {
  using type = std::pair<Key, Value>;
};

template <class Type>
struct Fill<Type, std::void_t<typename Type::iterator,
                              decltype(std::declval<Type&>().insert(std::declval<Type&>().end(),
                                                                    std::declval<typename Type::value_type>()))>> {
  static void put(Type& value, Random& random) {
    value.clear();
    for (std::size_t i = random.below(4); i > 0; --i) {
      typename Inserted<typename Type::value_type>::type item{};
      fill(item, random);
      value.insert(value.end(), std::move(item));
    }
  }
};
template <class Item>
struct Fill<std::forward_list<Item>> {
  static void put(std::forward_list<Item>& value, Random& random) {
    value.clear();
    for (std::size_t i = random.below(4); i > 0; --i) fill(value.emplace_front(), random);
  }
};
template <class Type>
struct Fill<Type*, std::enable_if_t<std::is_class_v<Type>>> {
  static void put(Type*& value, Random& random) {
    value = random.below(3) == 0 ? nullptr : new Type();  // of some entries: the old ones are forgotten
    if (value != nullptr) fill(*value, random);
  }
};
template <class Type>
struct Fill<std::unique_ptr<Type>> {
  static void put(std::unique_ptr<Type>& value, Random& random) {
    value = std::make_unique<Type>();
    fill(*value, random);
  }
};
template <class Number>
struct Fill<Counted<Number>> {
  static void put(Counted<Number>& value, Random& random) {
    value.count = static_cast<int>(random.below(4));
    value.numbers = new Number[value.count + 1]{};
    for (int i = 0; i < value.count; ++i) fill(value.numbers[i], random);
  }
};
template <class Object>
struct Fill<Presence<Object>> {
  static void put(Presence<Object>& value, Random& random) {
    value.pointer = random.below(2) == 0 ? nullptr : new Object();
  }
};
template <>
struct Fill<TLorentzVector> {
  static void put(TLorentzVector& value, Random& random) {
    double parts[4];
    fill(parts, random);
    value.SetPxPyPzE(parts[0], parts[1], parts[2], parts[3]);
  }
};
template <>
struct Fill<TVector3> {
  static void put(TVector3& value, Random& random) {
    double parts[3];
    fill(parts, random);
    value.SetXYZ(parts[0], parts[1], parts[2]);
  }
};
template <class System>
struct Fill<ROOT::Math::LorentzVector<System>> {
  static void put(ROOT::Math::LorentzVector<System>& value, Random& random) {
    typename System::Scalar parts[4];
    for (auto& part : parts) part = static_cast<typename System::Scalar>(random.below(100)) / 64;
    value.SetCoordinates(parts);
  }
};
template <class System, class Tag>
struct Fill<ROOT::Math::PositionVector3D<System, Tag>> {
  static void put(ROOT::Math::PositionVector3D<System, Tag>& value, Random& random) {
    typename System::Scalar parts[3];
    fill(parts, random);
    value.SetCoordinates(parts);
  }
};
template <>
struct Fill<TArrayI> {
  static void put(TArrayI& value, Random& random) {
    value.Set(static_cast<int>(random.below(4)));
    for (int i = 0; i < value.GetSize(); ++i) fill(value[i], random);
  }
};
template <>
struct Fill<TDatime> {
  static void put(TDatime& value, Random& random) { value.Set(20200101, static_cast<int>(random.below(100))); }
};
template <>
struct Fill<TRef> {
  static void put(TRef& value, Random& random) {
    static TNamed named[3];
    value = random.below(3) == 0 ? nullptr : &named[random.below(3)];
  }
};
template <>
struct Fill<TRefArray> {
  static void put(TRefArray& value, Random& random) {
    static TNamed named[3];
    value.Clear();
    for (std::size_t i = random.below(4); i > 0; --i) value.Add(&named[random.below(3)]);
  }
};

// --- as JSON ---------------------------------------------------------------------------------------------------------

template <class Type, class = void>
struct Show;

template <class Type>
void show(Type& value, std::string& out) {
  Show<std::remove_const_t<Type>>::put(const_cast<std::remove_const_t<Type>&>(value), out);
}

struct Shower {
  std::string& out;
  template <class Type>
  void operator()(const char* name, Type&& value) {
    if (out.back() != '{') out += ',';
    out += std::string("\"") + name + "\":";
    show(value, out);
  }
};

template <class Type>
struct Show<Type,
            std::enable_if_t<std::is_class_v<Type>, decltype(std::declval<Type&>().each(std::declval<Shower&>()))>> {
  static void put(Type& value, std::string& out) {
    out += '{';
    Shower shower{out};
    value.each(shower);
    out += '}';
  }
};

template <class Type>
struct Show<Type, std::enable_if_t<std::is_arithmetic_v<Type> || std::is_enum_v<Type>>> {
  static void put(Type value, std::string& out) {
    if constexpr (std::is_same_v<Type, bool>) {
      out += value ? "true" : "false";
    } else if constexpr (std::is_floating_point_v<Type>) {
      char digits[40];
      std::snprintf(digits, sizeof digits, "%.17g", static_cast<double>(value));
      out += digits;
      if (std::string(digits).find_first_of(".e") == std::string::npos) out += ".0";
    } else if constexpr (std::is_enum_v<Type>) {
      out += std::to_string(static_cast<long>(value));
    } else {
      out += std::to_string(value);
    }
  }
};

template <>
struct Show<std::string> {
  static void put(const std::string& value, std::string& out) { out += '"' + value + '"'; }
};
template <>
struct Show<TString> {
  static void put(const TString& value, std::string& out) { out += '"' + std::string(value.Data()) + '"'; }
};
template <>
struct Show<char*> {
  static void put(const char* value, std::string& out) { out += '"' + std::string(value ? value : "") + '"'; }
};

/// All that can be walked through, as a list.
template <class Items>
void show_items(Items&& items, std::string& out) {
  out += '[';
  for (auto&& item : items) {
    if (out.back() != '[') out += ',';
    show(item, out);
  }
  out += ']';
}

template <class Item, std::size_t size>
struct Show<Item[size]> {
  static void put(Item (&value)[size], std::string& out) { show_items(value, out); }
};
template <std::size_t size>
struct Show<std::bitset<size>> {
  static void put(std::bitset<size>& value, std::string& out) {
    std::vector<int> bits;
    for (std::size_t i = 0; i < size; ++i) bits.push_back(value[i]);
    out += '[';
    for (std::size_t i = 0; i < size; ++i) out += std::string(i ? "," : "") + (bits[i] ? "true" : "false");
    out += ']';
  }
};
template <>
struct Show<std::vector<bool>> {
  static void put(std::vector<bool>& value, std::string& out) {
    out += '[';
    for (std::size_t i = 0; i < value.size(); ++i) out += std::string(i ? "," : "") + (value[i] ? "true" : "false");
    out += ']';
  }
};
template <class First, class Second>
struct Show<std::pair<First, Second>> {
  static void put(std::pair<First, Second>& value, std::string& out) {
    out += "{\"first\":";
    show(value.first, out);
    out += ",\"second\":";
    show(value.second, out);
    out += '}';
  }
};
template <class... Items>
struct Show<std::tuple<Items...>> {
  static void put(std::tuple<Items...>& value, std::string& out) {
    int number = 0;
    out += '{';
    Shower shower{out};
    std::apply([&](Items&... items) { (shower(("_" + std::to_string(number++)).c_str(), items), ...); }, value);
    out += '}';
  }
};
template <class Number>
struct Show<std::complex<Number>> {
  static void put(std::complex<Number>& value, std::string& out) {
    Number real = value.real(), imaginary = value.imag();
    out += '{';
    Shower shower{out};
    shower("_real", real);
    shower("_imag", imaginary);
    out += '}';
  }
};
template <class Type>
struct Show<Type, std::enable_if_t<!std::is_same_v<Type, std::string> && !std::is_same_v<Type, std::vector<bool>>,
                                   std::void_t<typename Type::iterator, typename Type::value_type>>> {
  static void put(Type& value, std::string& out) { show_items(value, out); }
};
template <class Type>
struct Show<Type*, std::enable_if_t<std::is_class_v<Type>>> {
  static void put(Type* value, std::string& out) {
    if (value == nullptr)
      out += "null";
    else
      show(*value, out);
  }
};
template <class Type>
struct Show<std::unique_ptr<Type>> {
  static void put(std::unique_ptr<Type>& value, std::string& out) {
    Type* pointer = value.get();
    show(pointer, out);
  }
};
template <class Number>
struct Show<Counted<Number>> {
  static void put(Counted<Number>& value, std::string& out) {
    show_items(std::vector<Number>(value.numbers, value.numbers + value.count), out);
  }
};
template <class Object>
struct Show<Presence<Object>> {
  static void put(Presence<Object>& value, std::string& out) { out += value.pointer == nullptr ? "null" : "{}"; }
};

/// Some numbers as a record.
template <class... Numbers>
void show_record(std::string& out, const std::vector<const char*>& names, Numbers... numbers) {
  std::size_t next = 0;
  out += '{';
  Shower shower{out};
  (shower(names[next++], numbers), ...);
  out += '}';
}

template <>
struct Show<TVector3> {
  static void put(TVector3& value, std::string& out) {
    show_record(out, {"fX", "fY", "fZ"}, value.X(), value.Y(), value.Z());
  }
};
template <>
struct Show<TLorentzVector> {
  static void put(TLorentzVector& value, std::string& out) {
    TVector3 vector = value.Vect();
    double energy = value.E();
    out += '{';
    Shower shower{out};
    shower("fP", vector);
    shower("fE", energy);
    out += '}';
  }
};
template <class System>
struct Show<ROOT::Math::LorentzVector<System>> {
  static void put(ROOT::Math::LorentzVector<System>& value, std::string& out) {
    constexpr bool is_cylindrical = std::is_same_v<System, ROOT::Math::PtEtaPhiM4D<typename System::Scalar>>;
    typename System::Scalar parts[4];
    value.GetCoordinates(parts);
    out += "{\"fCoordinates\":";
    if (is_cylindrical)
      show_record(out, {"fPt", "fEta", "fPhi", "fM"}, parts[0], parts[1], parts[2], parts[3]);
    else
      show_record(out, {"fX", "fY", "fZ", "fT"}, parts[0], parts[1], parts[2], parts[3]);
    out += '}';
  }
};
template <class System, class Tag>
struct Show<ROOT::Math::PositionVector3D<System, Tag>> {
  static void put(ROOT::Math::PositionVector3D<System, Tag>& value, std::string& out) {
    typename System::Scalar parts[3];
    value.GetCoordinates(parts);
    out += "{\"fCoordinates\":";
    show_record(out, {"fX", "fY", "fZ"}, parts[0], parts[1], parts[2]);
    out += '}';
  }
};
template <>
struct Show<TArrayI> {
  static void put(TArrayI& value, std::string& out) {
    show_items(std::vector<int>(value.GetArray(), value.GetArray() + value.GetSize()), out);
  }
};
template <>
struct Show<TDatime> {
  static void put(TDatime& value, std::string& out) { show_record(out, {"fDatime"}, value.Get()); }
};
template <>
struct Show<TRef> {
  static void put(TRef& value, std::string& out) { show_record(out, {"ref"}, value.GetUniqueID() & 0xffffffu); }
};
template <>
struct Show<TRefArray> {
  static void put(TRefArray& value, std::string& out) {
    std::string name = value.GetName();
    if (name == value.ClassName()) name.clear();  // it has none
    int size = value.GetLast() + 1;
    std::vector<unsigned> ids;
    for (int i = 0; i < size; ++i) ids.push_back(value.GetUID(i) & 0xffffffu);
    out += '{';
    Shower shower{out};
    shower("fName", name);
    shower("fSize", size);
    shower("refs", ids);
    out += '}';
  }
};

// --- branches --------------------------------------------------------------------------------------------------------

/// A branch of some type, which is filled at random, or read and shown.
class Column {
 public:
  virtual ~Column() = default;
  virtual void branch(TTree& tree, const char* name, int split) = 0;
  virtual void fill(Random& random) = 0;
  virtual std::string read(TTree& tree, const char* name) = 0;
};

template <class Type>
class ColumnOf : public Column {
 public:
  void branch(TTree& tree, const char* name, int split) override { tree.Branch(name, &value_, 4000, split); }
  void fill(Random& random) override { forms::fill(*value_, random); }
  std::string read(TTree& tree, const char* name) override {
    Type* value = nullptr;
    TBranch* branch = nullptr;
    tree.SetBranchAddress(name, &value, &branch);
    std::string out = "[";
    for (Long64_t entry = 0; entry < tree.GetEntries(); ++entry) {
      branch->GetEntry(entry);
      if (entry > 0) out += ',';
      show(*value, out);
    }
    return out + ']';
  }

 private:
  Type* value_ = new Type();
};

/// A TClonesArray as a branch.
template <class Object>
class Clones : public Column {
 public:
  void branch(TTree& tree, const char* name, int split) override { tree.Branch(name, &clones_, 4000, split); }
  void fill(Random& random) override {
    clones_->Delete();
    const int count = static_cast<int>(random.below(4));
    for (int i = 0; i < count; ++i) forms::fill(*static_cast<Object*>(clones_->ConstructedAt(i)), random);
  }
  std::string read(TTree& tree, const char* name) override {
    TClonesArray* clones = nullptr;
    TBranch* branch = nullptr;
    tree.SetBranchAddress(name, &clones, &branch);
    std::string out = "[";
    for (Long64_t entry = 0; entry < tree.GetEntries(); ++entry) {
      branch->GetEntry(entry);
      out += entry > 0 ? ",[" : "[";
      for (int i = 0; i < clones->GetEntriesFast(); ++i) {
        if (i > 0) out += ',';
        show(*static_cast<Object*>(clones->At(i)), out);
      }
      out += ']';
    }
    return out + ']';
  }

 private:
  TClonesArray* clones_ = new TClonesArray(Object::Class());
};

}  // namespace forms
