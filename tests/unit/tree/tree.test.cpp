#include "ramet/tree/tree.hpp"

#include <doctest/doctest.h>

#include "ramet/core/error.hpp"

using namespace ramet;
using namespace ramet::tree;

namespace {

Branch branch(std::string name, std::vector<Branch> branches = {}) {
  Branch made;
  made.name = std::move(name);
  made.branches = std::move(branches);
  return made;
}

// x, muon{pt, eta}, a/b, jet{muon{pt}}, muon/pt beside
Tree some_tree() {
  Tree tree;
  tree.name = "Events";
  tree.branches.push_back(branch("x"));
  tree.branches.push_back(branch("muon", {branch("pt"), branch("eta")}));
  tree.branches.push_back(branch("a/b"));
  tree.branches.push_back(branch("jet", {branch("muon", {branch("pt"), branch("charge")})}));
  tree.entries = 25;
  tree.cluster_starts = {0, 10, 20, 25};
  return tree;
}

}  // namespace

TEST_CASE("tree: a branch is found by its path, by a path below the top, and by its name alone") {
  const Tree tree = some_tree();
  CHECK(tree.find("x") == &tree.branches[0]);
  CHECK(tree.find("muon") == &tree.branches[1]);
  CHECK(tree.find("muon/eta") == &tree.branches[1].branches[1]);
  CHECK(tree.find("jet/muon/pt") == &tree.branches[3].branches[0].branches[0]);
  CHECK(tree.find("eta") == &tree.branches[1].branches[1]);
  CHECK(tree.find("charge") == &tree.branches[3].branches[0].branches[1]);
}

TEST_CASE("tree: a branch whose own name has a slash is found") {
  const Tree tree = some_tree();
  CHECK(tree.find("a/b") == &tree.branches[2]);
  CHECK(tree.find("a") == nullptr);
}

TEST_CASE("tree: of equal names the first one counts, those at the top before those below") {
  const Tree tree = some_tree();
  CHECK(tree.find("pt") == &tree.branches[1].branches[0]);
  CHECK(tree.find("muon") == &tree.branches[1]);
}

TEST_CASE("tree: a missing branch is named, with near ones") {
  const Tree tree = some_tree();
  CHECK(tree.find("muon/phi") == nullptr);
  CHECK(tree.find("") == nullptr);
  CHECK(tree.find("/") == nullptr);
  CHECK_THROWS_WITH_AS(tree.at("muon/ptt"),
                       "no branch 'muon/ptt' in tree 'Events'; did you mean 'muon/pt', 'muon/eta'?", Error);
  CHECK(&tree.at("muon/pt") == tree.find("muon/pt"));
}

TEST_CASE("tree: all branches are listed with their paths, parents before children") {
  const Tree tree = some_tree();
  std::vector<std::string> paths;
  for (const NamedBranch& named : all_branches(tree)) paths.push_back(named.path);
  CHECK(paths == std::vector<std::string>{"x", "muon", "muon/pt", "muon/eta", "a/b", "jet", "jet/muon", "jet/muon/pt",
                                          "jet/muon/charge"});
}

TEST_CASE("tree: clusters are ranges of entries") {
  const Tree tree = some_tree();
  CHECK(tree.cluster_count() == 3);
  CHECK(tree.cluster({0}) == EntryRange{{0}, {10}});
  CHECK(tree.cluster({2}) == EntryRange{{20}, {25}});
  CHECK_THROWS_AS(tree.cluster({3}), std::out_of_range);
  CHECK(tree.all_entries() == EntryRange{{0}, {25}});
}

TEST_CASE("tree: a branch's entries are those of its baskets and of the embedded ones behind") {
  Branch some = branch("x");
  CHECK(some.stored_entries().empty());
  some.baskets = BasketIndex({0, 4, 9}, {{1, 1}, {2, 1}});
  CHECK(some.stored_entries() == EntryRange{{0}, {9}});
  EmbeddedBasket last;
  last.first_entry = 9;
  last.entries = 3;
  some.embedded.push_back(std::make_shared<const EmbeddedBasket>(std::move(last)));
  CHECK(some.stored_entries() == EntryRange{{0}, {12}});
}

TEST_CASE("tree: the counter of a collection's member is the nearest collection above it") {
  Tree tree;
  tree.branches.resize(2);
  Branch& tracks = tree.branches[1];
  tracks.element_kind = 4;
  tracks.branches.resize(2);
  tracks.branches[1].branches.resize(1);
  CHECK(counter_of(tree, tracks.branches[0]) == &tracks);
  CHECK(counter_of(tree, tracks.branches[1].branches[0]) == &tracks);
  tracks.branches[1].element_kind = 3;
  CHECK(counter_of(tree, tracks.branches[1].branches[0]) == &tracks.branches[1]);
  CHECK(counter_of(tree, tree.branches[0]) == nullptr);
  CHECK(counter_of(tree, tracks) == nullptr);
  CHECK(counter_of(tree, Branch()) == nullptr);
}

TEST_CASE("tree: a leaf's counter is the branch of that leaf, but not of another collection's leaf of the same name") {
  Tree tree;
  tree.branches.resize(4);
  for (Branch& branch : tree.branches) branch.leaves.resize(1);
  tree.branches[0].leaves[0].name = "n";
  tree.branches[1].leaves[0].count_leaf = "n";
  for (Branch* collection : {&tree.branches[2], &tree.branches[3]}) {
    collection->element_kind = 4;
    collection->leaves[0].name = "n";
    collection->branches.resize(1);
    collection->branches[0].leaves.resize(1);
    collection->branches[0].leaves[0].count_leaf = "n";
    CHECK(counter_of(tree, collection->branches[0]) == collection);
  }
  CHECK(counter_of(tree, tree.branches[1]) == &tree.branches[0]);
}
