// The rules of admission, and all that three contexts can make of them: a scheduler runs them step by step in every
// order, with a clock that it moves itself.
#include "ramet/write/internal/admission/admission_state.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace ramet;
using ramet::write::internal::AdmissionState;
using Ticket = AdmissionState::Ticket;
using Where = AdmissionState::Where;

namespace {

using namespace std::chrono_literals;
constexpr AdmissionState::Time begin{1h};
constexpr auto patience = 100ms;

void enter(AdmissionState& state, Ticket& ticket, std::uint64_t weight, AdmissionState::Time now,
           std::uint64_t thread = 0) {
  state.enter(ticket, weight, thread, now, [](Ticket&) {});
}

}  // namespace

TEST_CASE("admission state: tickets that fit are admitted, others wait in order of arrival") {
  AdmissionState state({.capacity = 100, .at_least = 1, .patience = patience});
  std::array<Ticket, 4> tickets;
  for (std::uint64_t number = 0; number < 4; ++number) enter(state, tickets[number], 50, begin, number);
  CHECK(tickets[1].where == Where::admitted);
  CHECK(tickets[2].where == Where::queued);
  CHECK(state.waiting() == 2);
  CHECK(state.first() == &tickets[2]);
  state.leave(tickets[0]);
  std::vector<Ticket*> admitted;
  state.admit(begin, [&](Ticket& ticket) { admitted.push_back(&ticket); });
  CHECK(admitted == std::vector{&tickets[2]});
  state.leave(tickets[2]);  // and the one behind is not passed over when somebody leaves the queue
  state.leave(tickets[3]);
  CHECK(state.waiting() == 0);
  CHECK(state.active(begin) == 1);
}

TEST_CASE("admission state: at_least tickets are admitted whatever their weights") {
  AdmissionState state({.capacity = 10, .at_least = 2, .patience = patience});
  std::array<Ticket, 3> tickets;
  for (std::uint64_t number = 0; number < 3; ++number) enter(state, tickets[number], ~std::uint64_t{0}, begin, number);
  CHECK(tickets[1].where == Where::admitted);
  CHECK(tickets[2].where == Where::queued);
}

TEST_CASE("admission state: tickets without progress do not count, unless a cluster is being written") {
  AdmissionState state({.capacity = 1, .at_least = 1, .patience = patience});
  Ticket idle, waiting, working;
  enter(state, idle, 1, begin, 0);
  enter(state, waiting, 1, begin, 1);
  CHECK(state.next_change(begin) == begin + patience);
  state.move(idle, 0, begin + 50ms);
  state.admit(begin + patience, [](Ticket&) {});
  CHECK(waiting.where == Where::queued);
  CHECK(state.next_change(begin + patience) == begin + 50ms + patience);
  state.begin_work(idle);
  state.admit(begin + 1h, [](Ticket&) {});
  CHECK(waiting.where == Where::queued);
  CHECK_FALSE(state.next_change(begin + 1h));
  state.end_work(idle, 0, begin + 1h);
  state.admit(begin + 1h + patience, [](Ticket&) {});
  CHECK(waiting.where == Where::admitted);
  enter(state, working, 1, begin + 1h + patience, 2);  // one stall does not make room for everybody
  CHECK(working.where == Where::queued);
}

TEST_CASE("admission state: no ticket waits for another one of its own thread") {
  AdmissionState state({.capacity = 1, .at_least = 1, .patience = patience});
  std::array<Ticket, 3> tickets;
  enter(state, tickets[0], 1, begin, 7);
  enter(state, tickets[1], 1, begin, 7);
  CHECK(tickets[1].where == Where::admitted);
  state.move(tickets[0], 8, begin);  // another thread has got the first context
  enter(state, tickets[2], 1, begin, 7);
  CHECK(tickets[2].where == Where::queued);
}

namespace {

/// The steps of a context; a thread of the scheduler runs several contexts one after the other.
enum class Step { enter, move, work, end_work, leave, idle_for_ever };
using Script = std::vector<Step>;

/// Runs the steps of three contexts and a clock in every order. Each path is repeated from the begin, and ends at a
/// state that was seen before. Threads: one thread.
class Model {
 public:
  Model(AdmissionState::Rules rules, std::vector<Script> scripts, std::vector<std::uint64_t> weights, bool cancels)
      : rules_(rules), scripts_(std::move(scripts)), weights_(std::move(weights)), cancels_(cancels) {}

  void explore() { explore_from({}); }
  std::size_t states() const { return seen_.size(); }
  std::size_t ends() const { return ends_; }

 private:
  /// 0, 1, 2: a step of that context; 3, 4, 5: its wait is cancelled; 6: the clock moves to the next change.
  using Path = std::vector<int>;
  static constexpr int clock = 6;

  struct World {
    explicit World(const AdmissionState::Rules& rules) : state(rules) {}
    AdmissionState state;
    std::array<Ticket, 3> tickets;
    std::array<std::size_t, 3> next{};
    AdmissionState::Time now = begin;
  };

  bool can_step(const World& world, int context) const {
    const auto number = static_cast<std::size_t>(context);
    return world.next[number] < scripts_[number].size() && world.tickets[number].where != Where::queued &&
           scripts_[number][world.next[number]] != Step::idle_for_ever;
  }

  void step(World& world, int action) const {
    const auto number = static_cast<std::size_t>(action % 3);
    Ticket& ticket = world.tickets[number];
    const auto admit = [&] { world.state.admit(world.now, [](Ticket&) {}); };  // as whoever holds the lock does
    if (action == clock) {
      world.now = *world.state.next_change(world.now);
    } else if (action >= 3) {
      world.state.leave(ticket);
      world.next[number] = scripts_[number].size();
    } else {
      switch (scripts_[number][world.next[number]++]) {
        case Step::enter:
          enter(world.state, ticket, weights_[number], world.now, number);
          break;
        case Step::move:
          world.state.move(ticket, number, world.now);
          return;  // without the lock: nobody looks
        case Step::work:
          world.state.begin_work(ticket);
          return;
        case Step::end_work:
          world.state.end_work(ticket, number, world.now);
          break;
        case Step::leave:
          world.state.leave(ticket);
          break;
        case Step::idle_for_ever:
          break;
      }
    }
    admit();
  }

  std::string name_of(const World& world) const {
    std::string name;
    for (std::size_t number = 0; number < 3; ++number) {
      const Ticket& ticket = world.tickets[number];
      const auto left = ticket.active_until.load() - world.now.time_since_epoch().count();
      name += std::to_string(world.next[number]) + ',' + std::to_string(static_cast<int>(ticket.where)) + ',' +
              std::to_string(ticket.works) + ',' + std::to_string(std::max<std::int64_t>(left, 0)) + ';';
    }
    for (std::size_t number = 0; number < 3; ++number)
      if (world.state.first() == &world.tickets[number]) name += 'f' + std::to_string(number);
    return name;
  }

  void explore_from(const Path& path) {
    World world(rules_);
    for (const int action : path) step(world, action);
    if (!seen_.insert(name_of(world)).second) return;
    // A move is made without the lock: until the next one takes it, the first may fit.
    world.state.admit(world.now, [](Ticket&) {});
    REQUIRE(world.state.is_sound(world.now));
    std::vector<int> actions;
    for (int context = 0; context < 3; ++context) {
      if (can_step(world, context)) actions.push_back(context);
      if (cancels_ && world.tickets[static_cast<std::size_t>(context)].where == Where::queued)
        actions.push_back(context + 3);
    }
    if (world.state.next_change(world.now)) actions.push_back(clock);
    // Cancelling is nothing that anybody may rely on.
    if (std::ranges::all_of(actions, [](int action) { return action >= 3 && action != clock; })) check_end(world, path);
    for (const int action : actions) {
      Path longer = path;
      longer.push_back(action);
      explore_from(longer);
    }
  }

  /// If no step is possible, no context may wait.
  void check_end(const World& world, const Path& path) {
    ++ends_;
    CAPTURE(path);
    REQUIRE(world.state.waiting() == 0);
    for (std::size_t number = 0; number < 3; ++number) {
      const bool is_done = world.next[number] == scripts_[number].size();
      REQUIRE((is_done || scripts_[number][world.next[number]] == Step::idle_for_ever));
    }
  }

  AdmissionState::Rules rules_;
  std::vector<Script> scripts_;
  std::vector<std::uint64_t> weights_;
  bool cancels_;
  std::set<std::string> seen_;
  std::size_t ends_ = 0;
};

const Script two_clusters{Step::enter, Step::move, Step::work,     Step::end_work, Step::leave,
                          Step::enter, Step::work, Step::end_work, Step::leave};
const Script idle_with_ticket{Step::enter, Step::move, Step::idle_for_ever};
const Script slow{Step::enter, Step::move, Step::move, Step::move, Step::work, Step::end_work, Step::leave};

}  // namespace

TEST_CASE("admission state: no order of the steps of three contexts leads to an endless wait") {
  std::size_t states = 0;
  for (const std::uint64_t at_least : {1U, 2U})
    for (const std::uint64_t capacity : {0U, 2U})
      for (const auto& weights : {std::vector<std::uint64_t>{1, 1, 1}, {1, 2, 3}, {3, 1, 9}})
        for (const auto& scripts : {std::vector<Script>{two_clusters, two_clusters, two_clusters},
                                    {idle_with_ticket, two_clusters, slow},
                                    {idle_with_ticket, idle_with_ticket, two_clusters},
                                    {idle_with_ticket, idle_with_ticket, idle_with_ticket}})
          for (const bool cancels : {false, true}) {
            Model model({.capacity = capacity, .at_least = at_least, .patience = patience}, scripts, weights, cancels);
            model.explore();
            CHECK(model.ends() > 0);
            states += model.states();
          }
  CHECK(states > 10'000);
}
