#include "cli/text/text.hpp"

#include <string>
#include <utility>

#include <doctest/doctest.h>

using namespace ramet::cli;

TEST_CASE("printable: ordinary text of any script stays as it is") {
  for (const char* text : {"", "Muon_pt", "p_{T} [GeV]", "größe", "Δη", "質量", "😀"}) CHECK(printable(text) == text);
}

TEST_CASE("printable: what could steer a terminal becomes a question mark") {
  CHECK(printable("a\x1b[31mb") == "a?[31mb");
  CHECK(printable("line\nline\ttab\x7f") == "line?line?tab?");
  CHECK(printable("\xc2\x9b"
                  "31m") == "?31m");  // CSI as one C1 control character
  CHECK(printable("\xe2\x80\xae"
                  "txt.exe") == "?txt.exe");  // turns the direction of writing
}

TEST_CASE("printable: each byte that is no UTF-8 becomes a question mark") {
  const std::pair<std::string, std::string> cases[] = {
      {"\xff", "?"},
      {"caf\xe9", "caf?"},           // Latin-1
      {"\xc3", "?"},                 // cut short
      {"\xe2\x82", "??"},            // cut short after two
      {"\xc0\xaf", "??"},            // an overlong '/'
      {"\xe0\x80\xaf", "???"},       // and a longer one
      {"\xed\xa0\x80", "???"},       // a surrogate
      {"\xf4\x90\x80\x80", "????"},  // beyond U+10FFFF
      {"\xc3(", "?("},
  };
  for (const auto& [bytes, expected] : cases) {
    CAPTURE(expected);
    CHECK(printable(bytes) == expected);
  }
}

TEST_CASE("display_width: code points are counted, not bytes, and combining marks not at all") {
  CHECK(display_width("") == 0);
  CHECK(display_width("abc") == 3);
  CHECK(display_width("größe") == 5);
  CHECK(display_width("─┤█") == 3);
  CHECK(display_width("e\xcc\x81") == 1);  // e and a combining acute accent
}

TEST_CASE("shorten_middle: both ends stay, around an ellipsis, in exactly the width") {
  CHECK(shorten_middle("Muon_pt", 7) == "Muon_pt");
  CHECK(shorten_middle("Muon_pt", 6) == "Muo…pt");
  CHECK(shorten_middle("Muon_pt", 5) == "Mu…pt");
  CHECK(shorten_middle("Muon_pt", 2) == "M…");
  CHECK(shorten_middle("Muon_pt", 1) == "…");
  CHECK(shorten_middle("Muon_pt", 0).empty());
  CHECK(shorten_middle("äöüäöüäöü", 5) == "äö…öü");
}

TEST_CASE("shorten_middle: whatever the width, the result is not wider") {
  const std::string text = "L1_DoubleMu_12_5_größe_Δη";
  for (std::size_t width = 0; width < 40; ++width) {
    CAPTURE(width);
    CHECK(display_width(shorten_middle(text, width)) == std::min(width, display_width(text)));
  }
}

TEST_CASE("pad: blanks fill up to the width, and nothing is cut") {
  CHECK(pad_left("µm", 4) == "  µm");
  CHECK(pad_right("µm", 4) == "µm  ");
  CHECK(pad_left("long", 2) == "long");
  CHECK(pad_right("long", 2) == "long");
}

TEST_CASE("text: what shows nothing or turns the direction of writing is not printed as it is") {
  for (const char* hidden :
       {"\u200b", "\u200e", "\u202e", "\u2066", "\u2028", "\ufeff", "\u00ad", "\u061c", "\U000e0041", "\u0085"})
    CHECK(printable(std::string("a") + hidden + "b") == "a?b");
  CHECK(printable("\u00fc\u4e2d") == "\u00fc\u4e2d");
}

TEST_CASE("text: in JSON such characters are escaped, and the rest is as it was") {
  CHECK(json_printable("\"a\u202e"
                       "b\x7f\u0085\"\n") == "\"a\\u202eb\\u007f\\u0085\"\n");
  CHECK(json_printable("\"\U000e0041\"") == "\"\\udb40\\udc41\"");
  CHECK(json_printable("{\n  \"\u00fc\": 1\n}") == "{\n  \"\u00fc\": 1\n}");
}
