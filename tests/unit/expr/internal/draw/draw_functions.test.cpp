#include "unit/expr/draw_samples.hpp"
#include <doctest/doctest.h>

using draw_sample::error;
using draw_sample::rows;

TEST_CASE("functions that have no result give 0 or that of a number near by") {
  CHECK(rows("sqrt(x*x):sqrt(-4):log(-1):log10(0):asin(2):acos(-2)").substr(0, 14) == "1.5,2,0,0,0,0 ");
  CHECK(rows("exp(-1000):acosh(0):atanh(2)").substr(0, 6) == "0,0,0 ");
  CHECK(rows("exp(1000)==exp(700)").substr(0, 1) == "1");
  CHECK(rows("TMath::Sqrt(-4)").substr(0, 3) == "nan");
  CHECK(rows("TMath::Log(-1)").substr(0, 3) == "nan");
}

TEST_CASE("functions of numbers") {
  CHECK(rows("int(x):abs(x):sq(x):sign(x)") == "1,1.5,2.25,1 -2,2,4,-1 4,4,16,1");
  CHECK(rows("min(x,1):max(n,1):TMath::Max(x,0):pow(n,2)") == "1,2,1.5,4 -2,1,0,0 1,1,4,1");
  CHECK(rows("TMath::Even(n):TMath::Odd(n):floor(x):fmod(x,1)") == "1,0,1,0.5 1,0,-2,-0 0,1,4,0");
  CHECK(rows("int(TMath::Pi()*10+pi)") == "34 34 34");
  CHECK(rows("min(v,w)") == "3 1 4 nan nan");
  CHECK(error("TMath::Sqrd(x)").find("no function TMath::Sqrd; did you mean TMath::Sqrt?") == 0);
  CHECK(error("sqrt(x,1)").find("sqrt takes 1") == 0);
  CHECK(error("sqrt(s)").find("a text where a number is expected") == 0);
}

TEST_CASE("functions of texts") {
  CHECK(rows("n", "strstr(s,\"y\")") == "1");
  CHECK(rows("!strstr(s,\"a\")") == "0 1 1");
  CHECK(rows("strlen(s)") == "2 0 3");
  CHECK(rows("strcmp(s,\"ab\")==0") == "1 0 0");
  CHECK(error("strstr(n,\"a\")").find("strstr of a number") == 0);
}

TEST_CASE("entries and rows have numbers") {
  CHECK(rows("Entry$:LocalEntry$:Entries$:LocalEntries$") == "100,0,1000,3 101,1,1000,3 102,2,1000,3");
  CHECK(rows("Iteration$:Length$:v") == "0,3,3 1,3,1 2,3,2 0,1,4");
  CHECK(rows("Iteration$:Length$") == "0,1 0,1 0,1");
  CHECK(rows("v", "Iteration$==Length$-1") == "2 4");
}

TEST_CASE("reductions give one number for each entry, of rows of their own") {
  CHECK(rows("Sum$(v):Length$(v):Max$(v):Min$(v)") == "6,3,3,1 0,0,0,0 4,1,4,4");
  CHECK(rows("Sum$(v>1)") == "2 0 1");
  CHECK(rows("Sum$(v*w)") == "50 0 nan");
  CHECK(rows("Sum$(w*v)") == "50 0 160");
  CHECK(rows("MaxIf$(w,w<45):MinIf$(w,w>10):MaxIf$(w,0)") == "20,20,0 30,30,0 40,40,0");
  CHECK(rows("Sum$(m):Max$(m[][1]):Sum$(vv):Length$(vv):Max$(vv)") == "15,4,6,3,3 51,10,0,0,0 87,16,15,3,6");
  CHECK(rows("Sum$(n):Length$(n):Max$(1)") == "2,1,1 0,1,1 1,1,1");
  CHECK(rows("Sum$(v[1]):Length$(v[1])") == "1,1 0,0 0,0");
  CHECK(rows("v", "v==Max$(v)") == "3 4");
  CHECK(rows("w[Sum$(v>1)]") == "nan 30 50");
  CHECK(rows("Sum$(Iteration$*(w>0))") == "1 0 3");
  CHECK(error("Sum$(v,w)").find("Sum$ takes 1 argument, not 2") == 0);
  CHECK(error("Sum$(s)").find("Sum$ of a text") == 0);
}

TEST_CASE("Alt$ is the alternate where there is nothing") {
  CHECK(rows("Alt$(v[1],-1)") == "1 -1 -1");
  CHECK(rows("Alt$(v,0)") == "3 0 4");
  CHECK(rows("Alt$(v,0)+0*w") == "3 1 0 4 0 0");
  CHECK(rows("Alt$(v[0],-1)+0*w") == "3 -1 -1 4 -1 -1");
  CHECK(rows("Alt$(v,0):w") == "3,10 3,20 0,30 4,40 4,50 4,60");  // alone it has one row
  CHECK(rows("Sum$(Alt$(v,1)*(w>0))") == "4 1 6");
  CHECK(rows("Alt$(n,5)") == "2 0 1");
  CHECK(rows("Alt$(n,5)+0*w") == "2 5 0 1 5 5");
  CHECK(rows("Alt$(v[n],5)") == "2 nan nan");  // it has a row, whose index is wrong
  CHECK(rows("Alt$(f[1],-1)+0*w") == "2 -1 5 8 -1 -1");
  CHECK(rows("Alt$(v[3],f[n-1])") == "2 nan 7");
  CHECK(error("Alt$(v[3],w[n-1])").find("the alternate may not be an array") == 0);
  CHECK(error("Alt$(v,w)").find("the alternate may not be an array") == 0);
  CHECK(rows("Alt$(words[1],\"none\")") == "b none none");
  CHECK(error("Alt$(v,w[0])").find("the alternate may not be an array") == 0);
}
