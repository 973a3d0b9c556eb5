#include "simulator/observers/race_partner.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engines/engines.hpp"
#include "tests/support/programs.hpp"

namespace musimd::race_partner_test {
namespace {

using support::read;

/// The line, warp and thread of the other access of the race, or `none`.
std::string partner(std::string_view text) {
    const Program program = read(text);
    const Engine& engine = *find_engine("fast");
    const Result result = engine.run(program, {}, nullptr);
    if (!races_with_earlier_access(result)) return "no race";
    RacePartner finder(program, result);
    engine.run(program, {}, &finder);
    const auto site = finder.found();
    return site ? fmt::format("{} w{} t{}", program.at(site->pc).line, site->warp, site->thread) : "none";
}

TEST(RacePartner, IsTheLastConflictingAccess) {
    EXPECT_EQ(partner(".warps 2\n.threads 2\n[0] = 1\nstop\n"), "3 w0 t0");
    EXPECT_EQ(partner(".warps 2\n.threads 1\nbnz wid, one\n[0] = 1\n[0] = 2\njump e\n"
                      "one: x = 1\nx = 2\nx = 3\nx = [0]\ne: sync\nstop\n"),
              "5 w0 t0");
}

TEST(RacePartner, IsNotAnAccessOrderedByABarrier) {
    EXPECT_EQ(
        partner(".warps 2\n.threads 2\nbz wid, e\n[0] = 1\ne: sync\nbarrier\nx = [0]\nbnz wid, f\n[0] = 2\n"
                "f: sync\nstop\n"),
        "7 w1 t0");
}

TEST(RacePartner, OfAnIncrementIsNotAnIncrement) {
    EXPECT_EQ(
        partner(".warps 3\n.threads 1\n.memory 0: 0\na = wid == 2\nbz a, l\nx = 1\nx = 1\ny = [0]\njump e\n"
                "l: x = atomic_inc [0]\ne: sync\nstop\n"),
        "10 w1 t0");
}

TEST(RacePartner, BetweenThreadsIsOfAnotherThread) {
    EXPECT_EQ(
        partner(
            ".threads 4\n.races thread\n[tid] = 1\na = tid * 0\nbz tid, e\nx = 1\n e: sync\nx = [a]\nstop\n"),
        "3 w0 t0");
}

TEST(RacePartner, InOneInstructionIsNone) {
    EXPECT_EQ(partner(".threads 4\n.races thread\n[0] = 1\nstop\n"), "none");
    EXPECT_EQ(partner(".threads 4\n[0] = tid\nstop\n"),
              "no race");  // between two threads, which the trap names
}

}  // namespace
}  // namespace musimd::race_partner_test
