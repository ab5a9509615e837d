#include "ramet/schedule/internal/job_board.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include "unit/schedule/rendezvous.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using namespace ramet::schedule::internal;

namespace {

const StopToken never;

void do_nothing(std::size_t) {}

}  // namespace

TEST_CASE("job board: helpers are called for all indices but the caller's, up to the most") {
  JobBoard board(3);
  const auto body = [](std::size_t index) { do_nothing(index); };
  Job small(2, body, never);
  Job large(10, body, never);
  Posting small_posting(small);
  Posting large_posting(large);
  CHECK(board.post(small_posting) == 1);
  CHECK(board.post(large_posting) == 2);  // one is expected already
  board.help();                           // does all the work and leaves
  CHECK_FALSE(small.has_work());
  CHECK_FALSE(large.has_work());
  board.dismiss_helpers(2);
  board.finish(large_posting);
  board.finish(small_posting);

  Job another(10, body, never);
  Posting another_posting(another);
  CHECK(board.post(another_posting) == 3);
  board.work(another_posting);
  board.finish(another_posting);
}

TEST_CASE("job board: a helper takes the newest job first") {
  JobBoard board(1);
  std::vector<int> order;
  const auto older = [&](std::size_t) { order.push_back(1); };
  const auto newer = [&](std::size_t) { order.push_back(2); };
  Job older_job(2, older, never);
  Job newer_job(1, newer, never);
  Posting older_posting(older_job);
  Posting newer_posting(newer_job);
  board.post(older_posting);
  board.post(newer_posting);
  board.help();
  CHECK(order == std::vector<int>{2, 1, 1});
  board.finish(newer_posting);
  board.finish(older_posting);
}

TEST_CASE("job board: helping with one job leaves the others, but takes those nested in it") {
  JobBoard board(2);  // one helper for the foreign job, which never comes, one for the nested job
  std::atomic<int> foreign_runs = 0;
  std::atomic<int> nested_runs = 0;
  const auto foreign = [&](std::size_t) { ++foreign_runs; };
  Job foreign_job(2, foreign, never);
  Posting foreign_posting(foreign_job);
  board.post(foreign_posting);

  const auto nested = [&](std::size_t) { ++nested_runs; };
  const auto outer = [&](std::size_t) {
    Job nested_job(2, nested, never);
    Posting nested_posting(nested_job);
    CHECK(board.post(nested_posting) == 1);
    std::jthread([&] { board.help(); }).join();  // a helper sees all that has work, the nested job too
    board.finish(nested_posting);
  };
  const auto plain = [&](std::size_t) { ++nested_runs; };
  Job family_job(1, plain, never);
  Posting family_posting(family_job);
  board.post(family_posting);
  board.help_with(family_posting);
  CHECK(nested_runs == 1);
  CHECK(foreign_runs == 0);
  board.finish(family_posting);

  Job outer_job(1, outer, never);
  Posting outer_posting(outer_job);
  board.post(outer_posting);
  board.work(outer_posting);
  board.finish(outer_posting);
  CHECK(nested_runs == 3);
  CHECK(foreign_runs == 2);
  board.finish(foreign_posting);
}

TEST_CASE("job board: a thread that serves works until the board is closed") {
  JobBoard board(0);
  Rendezvous both(2);
  std::atomic<int> met = 0;
  std::jthread server([&] { board.serve(); });
  const auto body = [&](std::size_t) { met += both.arrive_and_wait() ? 1 : 0; };
  Job job(2, body, never);
  Posting posting(job);
  board.post(posting);
  board.work(posting);
  board.finish(posting);
  CHECK(met == 2);
  board.close();
}
