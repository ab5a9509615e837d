#include "ramet/write/internal/commit_log.hpp"

#include <algorithm>

namespace ramet::inline v1::write::internal {

struct CommitLog::Node {
  table::ClusterDescriptor cluster;
  Node* older = nullptr;
};

CommitLog::~CommitLog() {
  for (Node* node = newest_.load(); node != nullptr;) {
    const std::unique_ptr<Node> owned(node);
    node = owned->older;
  }
}

void CommitLog::push(table::ClusterDescriptor&& cluster) {
  auto node = std::make_unique<Node>();
  node->cluster = std::move(cluster);
  node->older = newest_.load(std::memory_order_relaxed);
  while (
      !newest_.compare_exchange_weak(node->older, node.get(), std::memory_order_release, std::memory_order_relaxed)) {
  }
  static_cast<void>(node.release());
}

void CommitLog::collect(std::vector<table::ClusterDescriptor>& to) {
  Node* const newest = newest_.exchange(nullptr, std::memory_order_acquire);
  std::size_t count = 0;
  Node* earliest = nullptr;
  for (Node* node = newest; node != nullptr; node = node->older) {
    earliest = node;
    ++count;
  }
  try {
    if (to.size() + count > to.capacity()) to.reserve(std::max(to.size() + count, 2 * to.capacity()));
  } catch (...) {  // put all back, after those that were pushed meanwhile
    if (earliest != nullptr) {
      earliest->older = newest_.load(std::memory_order_relaxed);
      while (!newest_.compare_exchange_weak(earliest->older, newest, std::memory_order_acq_rel)) {
      }
    }
    throw;
  }
  const auto begin = static_cast<std::ptrdiff_t>(to.size());
  for (Node* node = newest; node != nullptr;) {
    const std::unique_ptr<Node> owned(node);
    to.push_back(std::move(owned->cluster));
    node = owned->older;
  }
  std::reverse(to.begin() + begin, to.end());
}

std::vector<table::ClusterDescriptor> CommitLog::collect() {
  std::vector<table::ClusterDescriptor> clusters;
  collect(clusters);
  return clusters;
}

}  // namespace ramet::inline v1::write::internal
