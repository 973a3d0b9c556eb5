// For any predicate, a reduction ends at a program that satisfies it, is well-formed, and cannot be
// simplified.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "differential/programs/reduce/reduce.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"

namespace musimd::differential::reduce_properties {
namespace {

Case any_case() {
    const auto profile = static_cast<Profile>(*rc::gen::inRange<int>(0, static_cast<int>(profiles().size())));
    Shape shape;
    shape.size = 12;
    shape.max_steps = 300;
    return generate(profile, *rc::gen::arbitrary<std::uint64_t>(), shape);
}

// A property of a case: its outcome, or an instruction that it contains.
struct Sight {
    Outcome outcome;
    std::optional<TrapKind> trap;
    Opcode opcode;

    bool operator()(const Case& c) const {
        const Result result = run_rules(c.program, c.options);
        const bool same_trap = !trap || (result.trap && result.trap->kind == *trap);
        return result.outcome == outcome && same_trap &&
               std::ranges::find(c.program.instructions, opcode, &Instruction::opcode) !=
                   c.program.instructions.end();
    }
};

Sight sight_of(const Case& c) {
    const Result result = run_rules(c.program, c.options);
    const std::size_t some = *rc::gen::inRange<std::size_t>(0, c.program.instructions.size());
    return {result.outcome, result.trap ? std::optional(result.trap->kind) : std::nullopt,
            c.program.instructions[some].opcode};
}

RC_GTEST_PROP(Reduction, EndsAtALocalMinimumThatShowsTheSame, ()) {
    const Case whole = any_case();
    RC_PRE(!whole.program.instructions.empty());
    const Sight sight = sight_of(whole);
    const ReductionResult reduction = reduce(whole, sight);
    RC_ASSERT(reduction.minimal);
    RC_ASSERT(sight(reduction.best));
    RC_ASSERT(reduction.best.program.instructions.size() <= whole.program.instructions.size());
    for (const Case& other : simplifications(reduction.best)) RC_ASSERT(!sight(other));
}

RC_GTEST_PROP(Reduction, TriesOnlyProgramsThatCanBeRead, ()) {
    const Case whole = any_case();
    for (const Case& c : simplifications(whole)) {
        const auto read = read_program(print(c.program), "");
        RC_ASSERT(static_cast<bool>(read));
        RC_ASSERT(*read.program == c.program);
    }
}

}  // namespace
}  // namespace musimd::differential::reduce_properties
