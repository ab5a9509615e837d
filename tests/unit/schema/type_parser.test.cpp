#include "ramet/schema/internal/type_parser.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using schema::TypeName;

TEST_CASE("a type is a tree of names and arguments") {
  const TypeName type = TypeName::parse("const std::map<int, std::vector<float> > *");
  CHECK(type.name == "map");
  CHECK(type.is_const);
  CHECK(type.pointers == 1);
  REQUIRE(type.arguments.size() == 2);
  CHECK(type.arguments[0].name == "int");
  CHECK(type.arguments[1].name == "vector");
  CHECK(type.arguments[1].arguments.at(0).name == "float");
}

TEST_CASE("types are spelled as ROOT does") {
  const std::pair<std::string_view, std::string_view> spellings[] = {
      {"vector<vector<float>>", "vector<vector<float> >"},
      {"std::vector< std::vector<float> >", "vector<vector<float> >"},
      {"map<int,vector<string>>", "map<int,vector<string> >"},
      {"unsigned   int", "unsigned int"},
      {"long unsigned int", "unsigned long"},
      {"Int_t*", "Int_t*"},
      {"char **", "char**"},
      {"vector<int,allocator<int> >", "vector<int>"},
      {"set<int,less<int>,allocator<int> >", "set<int>"},
      {"map<string,int,std::less<string>,std::allocator<std::pair<const string,int> > >", "map<string,int>"},
      {"unordered_map<int,int,hash<int>,equal_to<int>,allocator<pair<const int,int> > >", "unordered_map<int,int>"},
      {"set<int,greater<int> >", "set<int,greater<int> >"},
      {"std::array<int,3>", "array<int,3>"},
      {"A<-1>", "A<-1>"},
      {"ns::Outer<int>::Inner", "ns::Outer<int>::Inner"},
      {"ns::Outer<std::vector<int>>::Inner<float>", "ns::Outer<vector<int> >::Inner<float>"},
      {"::Global", "Global"},
      {"pair<const int,float>", "pair<const int,float>"},
      {"ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiE4D<double> >",
       "ROOT::Math::LorentzVector<ROOT::Math::PtEtaPhiE4D<double> >"},
      {"BASE", "BASE"},
      {"Empty<>", "Empty"},
  };
  for (const auto& [text, expected] : spellings) {
    CAPTURE(text);
    CHECK(TypeName::parse(text).spelling() == expected);
    CHECK(TypeName::parse(expected).spelling() == expected);
  }
}

TEST_CASE("text that is not a type is corrupt, and the message quotes it") {
  for (const std::string_view text : {"", " ", "<", "vector<", "vector<int", "vector<int>>", "vector<int,>", "a b", "*",
                                      "A<int>::", "map<,>", "int)", "vector<int> x"}) {
    CAPTURE(text);
    try {
      TypeName::parse(text);
      FAIL_CHECK("no error");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::corrupt);
      CHECK(std::string(error.what()).find("type name '") == 0);
    }
  }
}

TEST_CASE("nesting ends at fifty levels") {
  const auto nested = [](int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += "vector<";
    text += "int";
    text.append(static_cast<std::size_t>(levels), '>');
    return text;
  };
  CHECK_NOTHROW(TypeName::parse(nested(50)));
  CHECK_THROWS_AS(TypeName::parse(nested(51)), Error);
  CHECK_THROWS_AS(TypeName::parse(nested(100'000)), Error);
}

TEST_CASE("type parser: a keyword is no name of a scope or class") {
  for (const char* text : {"::volatile::A", "::const", "::unsigned", "A<::int::B>"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(TypeName::parse(text), doctest::Contains("has a keyword for a name"), Error);
  }
  CHECK(TypeName::parse("constant::interval").name == "constant::interval");
}

TEST_CASE("type parser: scopes with arguments are spelled once, however many there are") {
  CHECK(TypeName::parse("a<b>::c<std::vector<int> >::d").name == "a<b>::c<vector<int> >::d");
  CHECK(TypeName::parse("std::vector<int,std::allocator<int> >::iterator").name == "vector<int>::iterator");
  CHECK(TypeName::parse("a<b>::vector<int,std::allocator<int> >::d").name == "a<b>::vector<int>::d");
  CHECK(TypeName::parse("std::basic_string<char>::x").name == "string::x");
  CHECK(TypeName::parse("a<b>::std::c").name == "a<b>::std::c");
  std::string text;
  for (int scope = 0; scope < 300'000; ++scope) text += "a<b>::";  // in time of its square this takes a minute
  CHECK(TypeName::parse(text + "c").name == text + "c");
}
