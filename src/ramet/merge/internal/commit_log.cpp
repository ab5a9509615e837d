#include "ramet/merge/internal/commit_log.hpp"

#include <algorithm>

namespace ramet::inline v1::merge::internal {

struct CommitLog::Node {
  ClusterDescriptor cluster;
  Node* older;
};

CommitLog::~CommitLog() { collect(); }

void CommitLog::push(ClusterDescriptor cluster) {
  auto node = std::make_unique<Node>(Node{std::move(cluster), newest_.load(std::memory_order_relaxed)});
  while (
      !newest_.compare_exchange_weak(node->older, node.get(), std::memory_order_release, std::memory_order_relaxed)) {
  }
  static_cast<void>(node.release());
}

std::vector<ClusterDescriptor> CommitLog::collect() {
  std::vector<ClusterDescriptor> clusters;
  for (Node* node = newest_.exchange(nullptr, std::memory_order_acquire); node != nullptr;) {
    const std::unique_ptr<Node> owned(node);
    clusters.push_back(std::move(owned->cluster));
    node = owned->older;
  }
  std::reverse(clusters.begin(), clusters.end());
  return clusters;
}

}  // namespace ramet::inline v1::merge::internal
