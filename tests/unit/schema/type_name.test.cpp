#include "ramet/schema/type_name.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "ramet/schema/streamer_info.hpp"

using namespace ramet::schema;

TEST_CASE("a number has one meaning however it is spelled") {
  const auto check = [](Fundamental type, std::initializer_list<std::string_view> spellings) {
    for (const std::string_view spelling : spellings) {
      CAPTURE(spelling);
      CHECK(fundamental_of(spelling) == type);
    }
  };
  check(Fundamental::int32, {"int", "Int_t", "std::int32_t", "signed", "signed int", "const int"});
  check(Fundamental::uint32, {"unsigned int", "unsigned", "UInt_t", "uint32_t", "int unsigned"});
  check(Fundamental::int64, {"long", "long long", "Long64_t", "Long_t", "long int", "int64_t"});
  check(Fundamental::uint64, {"unsigned long", "long long unsigned int", "ULong64_t", "std::size_t", "uint64_t"});
  check(Fundamental::int16, {"short", "short int", "Short_t", "int16_t"});
  check(Fundamental::uint16, {"unsigned short", "short unsigned int", "UShort_t"});
  check(Fundamental::int8, {"char", "Char_t", "signed char", "int8_t"});
  check(Fundamental::uint8, {"unsigned char", "UChar_t", "uint8_t", "Byte_t"});
  check(Fundamental::bool_, {"bool", "Bool_t"});
  check(Fundamental::float_, {"float", "Float_t"});
  check(Fundamental::double_, {"double", "Double_t"});
  check(Fundamental::float16, {"Float16_t"});
  check(Fundamental::double32, {"Double32_t"});
}

TEST_CASE("classes, pointers, containers and long double are no numbers") {
  for (const std::string_view spelling : {"TNamed", "int*", "vector<int>", "long double", "void", "string"}) {
    CAPTURE(spelling);
    CHECK(fundamental_of(spelling) == std::nullopt);
  }
}

TEST_CASE("only type codes of scalars are numbers") {
  CHECK(fundamental_of_code(type_code::counter) == Fundamental::int32);
  CHECK(fundamental_of_code(type_code::long_) == Fundamental::int64);
  CHECK(fundamental_of_code(type_code::double32) == Fundamental::double32);
  CHECK(fundamental_of_code(type_code::bits) == Fundamental::uint32);
  for (const int code : {type_code::base, type_code::char_star, type_code::fixed_array, type_code::object, -1, 1000})
    CHECK(fundamental_of_code(code) == std::nullopt);
}

TEST_CASE("values have their size in memory, not in the file") {
  CHECK(memory_size(Fundamental::bool_) == 1);
  CHECK(memory_size(Fundamental::uint16) == 2);
  CHECK(memory_size(Fundamental::float16) == 4);
  CHECK(memory_size(Fundamental::double32) == 8);
}

TEST_CASE("containers are known by name, with or without scope") {
  CHECK(TypeName::parse("vector<int>").container() == Container::vector);
  CHECK(TypeName::parse("std::unordered_map<int,float>").container() == Container::unordered_map);
  CHECK(TypeName::parse("ROOT::VecOps::RVec<float>").container() == Container::rvec);
  CHECK(TypeName::parse("ROOT::RVec<float>").container() == Container::rvec);
  CHECK(TypeName::parse("bitset<16>").container() == Container::bitset);
  CHECK(TypeName::parse("vector<int>*").container() == Container::none);
  CHECK(TypeName::parse("vector").container() == Container::none);
  CHECK(TypeName::parse("my::vector<int>").container() == Container::none);
}

TEST_CASE("strings are known however they are spelled") {
  for (const std::string_view spelling : {"string", "std::string", "TString", "basic_string<char>",
                                          "std::basic_string<char,std::char_traits<char>,std::allocator<char> >"}) {
    CAPTURE(spelling);
    CHECK(TypeName::parse(spelling).is_string());
  }
  CHECK_FALSE(TypeName::parse("basic_string<wchar_t>").is_string());
  CHECK_FALSE(TypeName::parse("string*").is_string());
}

TEST_CASE("types are stored under the names that ROOT's dictionaries give their numbers") {
  const auto stored = [](std::string_view text) { return TypeName::parse(text).stored_spelling(); };
  CHECK(stored("std::int32_t") == "int");
  CHECK(stored("std::int8_t") == "signed char");
  CHECK(stored("std::uint64_t") == "unsigned long");
  CHECK(stored("long long") == "Long64_t");
  CHECK(stored("unsigned long long") == "ULong64_t");
  CHECK(stored("Double32_t") == "Double32_t");
  CHECK(stored("Float_t") == "float");
  CHECK(stored("std::map<std::int64_t, std::vector<Int_t>>") == "map<long,vector<int> >");
  CHECK(stored("ns::Track") == "ns::Track");
  CHECK(stored("std::vector<ROOT::RVec<float>>") == "vector<ROOT::VecOps::RVec<float> >");
}
