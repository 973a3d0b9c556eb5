#include "differential/programs/reduce/reduce.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "differential/programs/compare/comparison.hpp"
#include "differential/programs/reduce/edit.hpp"
#include "engines/engines.hpp"
#include "isa/printer.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "tests/support/faulty_engines.hpp"
#include "tests/support/programs.hpp"

namespace musimd::differential::reduce_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

bool has(const Program& program, Opcode opcode) {
    return std::ranges::any_of(program.instructions,
                               [&](const Instruction& i) { return i.opcode == opcode; });
}

bool traps(const Case& c, TrapKind kind) {
    const Result result = run_rules(c.program, c.options);
    return result.trap && result.trap->kind == kind;
}

std::string reduced(std::string_view text, const Interesting& interesting) {
    return print(reduce({support::read(text), {}}, interesting).best.program);
}

constexpr std::string_view kNested = R"(
.threads 4
        a = tid % 2
        bz a, one
        everywhere
        bnz tid, two
        k = 1
        shfl k, 2
two:    sync
        end_everywhere
one:    sync
        stop
)";

// ---- what remains

TEST(Reduce, KeepsWhatTheTrapNeeds) {
    const std::string text = reduced(R"(
.threads 16
.memory 0: 5 6 7 8
        x = tid
        y = [1]
        bz x, else
        z = y * 3
        jump end
else:   z = 12 / x          ; the trap
end:    sync
        [tid] = z
        stop
)",
                                     [](const Case& c) { return traps(c, TrapKind::division_by_zero); });
    EXPECT_EQ(text,
              ".threads 1\n"
              "        x = 0 / 0\n");
}

TEST(Reduce, KeepsTheBranchAndTheSyncThatADivergentBranchNeeds) {
    const auto diverges_and_stops = [](const Case& c) {
        struct Watch final : Observer {
            bool diverged = false;
            void on_step(const StepEvent& e) override { diverged = diverged || e.rule == RuleId::BD; }
        } watch;
        return run_rules(c.program, c.options, &watch).outcome == Outcome::stop && watch.diverged;
    };
    const std::string text = reduced(R"(
.threads 32
.active 3-20
.registers restore
        n = tid % 7
        a = n & 1
        everywhere
loop:   bz n, out
        n = n - 1
        bz a, even
        b = 4
even:   sync
        jump loop
out:    sync
        end_everywhere
        stop
)",
                                     diverges_and_stops);
    EXPECT_EQ(text,
              ".threads 2\n"
              "        bz tid, L2\n"
              "L2:\n"
              "        sync\n"
              "        stop\n");
}

// ---- programs with blocks

// The first program of the profile on which the engine is wrong, reduced.
Program reduced_difference(Profile profile, const Engine& wrong) {
    const Engine engines[] = {*find_engine("rules"), wrong};
    const auto differ = [&](const Case& c) { return !compare(c, engines).same(); };
    for (std::uint64_t seed = 0;; ++seed) {
        Case c = generate(profile, seed);
        const KnownCase known = generate_known(profile, seed);
        for (const MistakeSite& site : known.sites) {
            if (site.mistake == Mistake::wrong_mask && site.effective && !differ(c))
                c.program = with_mistake(known.run.program, site);
        }
        if (differ(c)) return reduce(c, differ).best.program;
    }
}

TEST(Reduce, MakesAProgramWithBlocksSmall) {
    const Program program = reduced_difference(Profile::blocks, support::faulty::kForgetsExits);
    EXPECT_EQ(program.warps, 2U) << print(program);
    EXPECT_EQ(program.threads, 1U) << print(program);
    EXPECT_THAT(program.shared, IsEmpty());
    EXPECT_LE(program.instructions.size(), 5U) << print(program);
    EXPECT_EQ(program.model, ThreadModel::lockstep);
}

TEST(Reduce, MakesAProgramWithAWrongMaskSmall) {
    const Program program = reduced_difference(Profile::collectives, support::faulty::kMissesMasks);
    EXPECT_EQ(print(program),
              ".threads 1\n"
              "        syncwarp 0\n");
}

TEST(Reduce, SimplifiesCollectivesAndMasks) {
    const auto is_one_of = [](const Case& c) {
        return has(c.program, Opcode::shuffle) && has(c.program, Opcode::block_barrier);
    };
    EXPECT_EQ(reduced(R"(
.threads 8
.block 20
.grid 3
.model volta
.shared a 4
.shared b 5
        m = vote.ballot 255, 1
        v = shfl.xor m, btid, 3, 4
        c = block_barrier.count v
        p = b + btid
        block_barrier
        q = a + p
        stop
)",
                      is_one_of),
              ".threads 1\n"
              "        v = shfl.idx 0, 0, 0\n"
              "        block_barrier\n");
}

TEST(Reduce, KeepsTheSharedObjectThatMatters) {
    const auto stores_seven = [](const Case& c) {
        const Result result = run_rules(c.program, c.options);
        if (result.shared.empty()) return false;
        bool found = false;
        result.shared[0].for_each([&](std::int64_t, Value word) { found |= word == 7; });
        return found;
    };
    EXPECT_EQ(reduced(R"(
.threads 4
.block 6
.shared a 4
.shared b 5
.shared c 6
        p = b + 1
        p = p + tid
        x = 7
        [p] = x
        stop
)",
                      stores_seven),
              ".threads 1\n"
              ".shared a 1\n"
              "        p = a\n"
              "        x = 7\n"
              "        [p] = x\n");
}

TEST(Reduce, ReturnsAnUninterestingCaseUnchanged) {
    const std::string text = print(support::read(kNested));
    EXPECT_EQ(reduced(text, [](const Case&) { return false; }), text);
}

// The text uses one of several labels of an instruction.
TEST(Reduce, LeavesNoLabelThatNothingUses) {
    const std::string text = reduced(R"(
.threads 2
        bz tid, third
        jump first
        x = 1
first:
second:
third:  x = 2
fourth:
fifth:  sync
sixth:
)",
                                     [](const Case& c) { return has(c.program, Opcode::bz); });
    EXPECT_EQ(text, R"(.threads 1
        bz wid, first
first:
)");
}

TEST(Reduce, RemovesDirectivesMemoryAndLabels) {
    const std::string text = reduced(R"(
.threads 70
.warps 5
.active 1-69
.word 16 wrap
.races thread
.buffer IN 100 20
.memory 100: 9 8 7 6 5
.iota 105 10 3 2
here:   v = 77
there:  [100] = v
        jump over
        v = v + 1
over:   stop
.expect var v: 77
.covers CT
)",
                                     [](const Case& c) { return has(c.program, Opcode::st); });
    EXPECT_EQ(text,
              ".threads 1\n"
              "        [0] = 0\n");
}

TEST(Reduce, ShrinksConstantsToTheEdge) {
    const auto sum_is_large = [](const Case& c) {
        return std::ranges::any_of(c.program.instructions, [](const Instruction& i) {
            return i.opcode == Opcode::bp && i.operands[0].kind == Operand::Kind::constant &&
                   i.operands[0].value >= 1'234;
        });
    };
    EXPECT_EQ(reduced("        x = 9000000000 - tid\n        stop\n", sum_is_large),
              ".threads 1\n"
              "        x = 1234 + 0\n");
}

TEST(Reduce, KeepsASmallMemoryOfTheWordsThatMatter) {
    const auto has_seven = [](const Case& c) {
        return std::ranges::any_of(c.program.preloads, [](const Preload& p) {
            return std::ranges::find(p.words, 7) != p.words.end();
        });
    };
    EXPECT_EQ(reduced(".memory 40: 1 2 3 7 5 6 9 8\n.fill 0 100 3\n        stop\n", has_seven),
              ".threads 1\n"
              ".memory 0: 7\n");
}

TEST(Reduce, MergesVariables) {
    const auto two_copies = [](const Case& c) {
        return std::ranges::count(c.program.instructions, Opcode::copy, &Instruction::opcode) == 2;
    };
    EXPECT_EQ(reduced("        first = 3\n        second = first\n        stop\n", two_copies),
              ".threads 1\n"
              "        first = 0\n"
              "        first = 0\n");
}

TEST(Reduce, SimplifiesTheRunOptions) {
    Case c{support::read("        x = 1\n        stop\n"), {}};
    c.options.order = Order::random;
    c.options.seed = 123'456'789;
    c.options.max_address = 500;
    const MachineOptions simple = reduce(c, [](const Case&) { return true; }).best.options;
    EXPECT_EQ(simple.order, Order::ascending);
    EXPECT_EQ(simple.seed, 0U);
    EXPECT_EQ(simple.max_address, kDefaultMaxAddress);
}

TEST(Reduce, KeepsTheOrderThatMatters) {
    Case c{support::read("        x = 1\n        stop\n"), {}};
    c.options.order = Order::random;
    c.options.seed = 123'456'789;
    const ReductionResult reduction = reduce(c, [](const Case& smaller) {
        return smaller.options.order == Order::random && smaller.options.seed % 16 >= 3;
    });
    EXPECT_EQ(print(reduction.best.program), ".threads 1\n.order random 3\n");
}

// ---- structure

TEST(Reduce, KeepsAStructuredProgramStructuredIfItCan) {
    const std::string text = reduced(kNested, [](const Case& c) {
        return has(c.program, Opcode::shfl) && has(c.program, Opcode::everywhere) &&
               check_structure(c.program).ok();
    });
    EXPECT_EQ(text,
              ".threads 1\n"
              "        everywhere\n"
              "        shfl k, 0\n"
              "        stop\n");
}

TEST(Reduce, TriesStructuredProgramsFirst) {
    // Someone who stops it early gets a structured program.
    ReductionResult early;
    for (std::uint64_t most = 1; !early.minimal; most += 3) {
        ReduceOptions options;
        options.max_trials = most;
        early = reduce(
            {support::read(kNested), {}},
            [](const Case& c) { return has(c.program, Opcode::shfl) && has(c.program, Opcode::sync); },
            options);
        if (early.best.program.instructions.size() > 4) {
            EXPECT_TRUE(check_structure(early.best.program).ok()) << print(early.best.program);
        }
    }
    EXPECT_EQ(early.best.program.instructions.size(), 2U);  // then the rest: a lone sync, a lone shfl
}

// ---- how it ends

TEST(Reduce, EndsAtALocalMinimum) {
    const Interesting interesting = [](const Case& c) {
        return has(c.program, Opcode::shfl) && has(c.program, Opcode::sync) && c.program.threads % 2 == 0 &&
               run_rules(c.program, c.options).outcome != Outcome::limit;
    };
    const ReductionResult reduction = reduce({support::read(kNested), {}}, interesting);
    EXPECT_TRUE(reduction.minimal);
    ASSERT_TRUE(interesting(reduction.best));
    const auto others = simplifications(reduction.best);
    EXPECT_FALSE(others.empty());
    for (const Case& other : others) EXPECT_FALSE(interesting(other)) << print(other.program);
}

TEST(Reduce, TriesNothingTwice) {
    std::vector<std::string> tried;
    reduce({support::read(kNested), {}}, [&](const Case& c) {
        tried.push_back(print(c.program));
        return has(c.program, Opcode::shfl);
    });
    std::ranges::sort(tried);
    EXPECT_THAT(std::ranges::adjacent_find(tried), tried.end());
}

TEST(Reduce, ReturnsTheBestSoFarWhenCancelled) {
    int asked = 0;
    ReduceOptions options;
    options.cancelled = [&] { return ++asked > 20; };
    const Interesting interesting = [](const Case& c) { return has(c.program, Opcode::shfl); };
    const Case whole{support::read(kNested), {}};
    const ReductionResult reduction = reduce(whole, interesting, options);
    EXPECT_FALSE(reduction.minimal);
    EXPECT_TRUE(interesting(reduction.best));
    EXPECT_LT(reduction.best.program.instructions.size(), whole.program.instructions.size());
}

TEST(Reduce, TriesAtMostTheLimit) {
    std::uint64_t asked = 0;
    ReduceOptions options;
    options.max_trials = 7;
    const ReductionResult reduction = reduce(
        {support::read(kNested), {}},
        [&](const Case&) {
            ++asked;
            return false;
        },
        options);
    EXPECT_EQ(reduction.trials, 7U);
    EXPECT_LE(asked, 8U);  // and the program itself
}

// ---- the simplifications themselves

TEST(Simplifications, AreReadAsTheyArePrinted) {
    const auto all = simplifications({support::read(kNested), {}});
    EXPECT_GT(all.size(), 50U);
    for (const Case& c : all) EXPECT_EQ(support::read(print(c.program)), c.program);
}

std::vector<std::string> texts(std::string_view program) {
    std::vector<std::string> list;
    for (const Case& c : simplifications({support::read(program), {}})) list.push_back(print(c.program));
    return list;
}

TEST(Simplifications, UnwrapBlocksAndRemoveHalvesOfConditionals) {
    const auto list = texts(R"(
.threads 2
        bz tid, else
        a = 1
        jump end
else:   b = 2
end:    sync
        stop
)");
    const std::string head = ".threads 2\n";
    EXPECT_THAT(list, Contains(head + "        stop\n"));                 // nothing of it
    EXPECT_THAT(list, Contains(head + "        a = 1\n        stop\n"));  // only the then branch
    EXPECT_THAT(list, Contains(head + "        b = 2\n        stop\n"));  // only the else branch
    EXPECT_THAT(list, Contains(head + "        a = 1\n        b = 2\n        stop\n"));
    EXPECT_THAT(list, Contains(head + "        bz tid, else\nelse:\n        b = 2\n        sync\n"
                                      "        stop\n"));  // the conditional without its then branch
}

TEST(Simplifications, DoNotExistForTheSmallestProgram) {
    EXPECT_THAT(simplifications({support::read(".threads 1\n"), {}}), IsEmpty());
}

TEST(Towards, HalvesTheDistanceEachTime) {
    EXPECT_THAT(towards(100, 0), ElementsAre(0, 50, 75, 88, 94, 97, 99));
    EXPECT_THAT(towards(-9, 0), ElementsAre(0, -5, -7, -8));
    EXPECT_THAT(towards(5, 5), IsEmpty());
    EXPECT_EQ(towards(INT64_MIN, INT64_MAX).front(), INT64_MAX);
    EXPECT_EQ(towards(INT64_MIN, INT64_MAX).back(), INT64_MIN + 1);
}

TEST(Without, RedirectsBranchesToWhatIsLeft) {
    const Program program = support::read(R"(
        bz tid, a
        x = 1
a:      x = 2
b:      x = 3
        jump b
c:      sync
        stop
)");
    Selection gone(7);
    gone[2] = gone[3] = gone[5] = true;
    const Program left = without(program, gone);
    ASSERT_EQ(left.instructions.size(), 4U);
    EXPECT_EQ(left.at(1).target, 3U);  // a and b are the jump now
    EXPECT_EQ(left.at(3).target, 3U);
    EXPECT_EQ(print(left.at(4), left), "stop");
}

}  // namespace
}  // namespace musimd::differential::reduce_test
