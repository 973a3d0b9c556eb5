#include "gpu_backend/languages/instruction_text.hpp"

#include <fmt/format.h>

namespace musimd::languages {
namespace {

/// A test that is made by all threads that come, and holds only for those that execute.
std::string of_those(const Arrival& arrival, const std::string& test) {
    return arrival.on.empty() ? test : fmt::format("{} && {}", arrival.on, test);
}

/// A number of a lane, or the own lane for threads that come without executing.
std::string lane_or_own(const Arrival& arrival, const std::string& lane) {
    return arrival.on.empty() ? fmt::format("TO_I32({})", lane)
                              : fmt::format("({} ? TO_I32({}) : LANE)", arrival.on, lane);
}

}  // namespace

bool is_of_warp(Opcode opcode) {
    return is_collective(opcode) || opcode == Opcode::shfl || opcode == Opcode::ballot ||
           opcode == Opcode::activemask || opcode == Opcode::barrier || is_block_barrier(opcode);
}

void InstructionText::write(const Instruction& i, const Arrival& arrival, Lines& lines) {
    const auto assign = [&](const std::string& value) {
        lines.guarded(arrival.on, fmt::format("{} = {};", expressions_.variable(i.destination), value));
    };
    switch (i.opcode) {
        case Opcode::copy:
        case Opcode::bp:
        case Opcode::typed:
#define MUSIMD_UNARY(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return assign(expressions_.value(i));
        case Opcode::ld:
        case Opcode::st:
        case Opcode::strong_store:
        case Opcode::copy_async:
            return access(i, arrival, lines);
        case Opcode::atomic_inc:
        case Opcode::fetch:
        case Opcode::typed_fetch:
            return atomic(i, arrival, lines);
        case Opcode::shfl:
            return shuffle_of_lane(i, arrival, lines);
        case Opcode::ballot:
            return ballot(expressions_.variable(i.destination), is_not_zero(i.operands[0]), arrival, lines);
        case Opcode::activemask:
            return ballot(expressions_.variable(i.destination), "true", arrival, lines);
        case Opcode::fence:
            return lines.line("FENCE;");
        case Opcode::async_commit:
        case Opcode::async_wait:  // copies are done at once
        case Opcode::assert_:     // as of a run that does not trap
            return;
        case Opcode::barrier:
        case Opcode::block_barrier:
            return lines.line("BARRIER;");
        case Opcode::block_barrier_of:
            return barrier_of(i, arrival, lines);
#define MUSIMD_COLLECTIVE(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return collective(i, arrival, lines);
        case Opcode::bz:
        case Opcode::bnz:
        case Opcode::branch_mask:
        case Opcode::jump:
        case Opcode::sync:
        case Opcode::stop:
        case Opcode::everywhere:
        case Opcode::end_everywhere:
        case Opcode::exit:
            break;
    }
    throw NoText{fmt::format("`{}` is not written here", info(i.opcode).name)};
}

std::string InstructionText::is_not_zero(const Operand& o) const {
    return fmt::format("{} != {}", expressions_.operand(o), expressions_.constant(0));
}

/// A mask as a word of the program.
std::string InstructionText::bits(const std::string& mask) const {
    return program_.word.width == 64 ? mask : fmt::format("low_word({}, {})", mask, program_.word.width);
}

void InstructionText::ballot(const std::string& to, const std::string& test, const Arrival& arrival,
                             Lines& lines) {
    lines.line(fmt::format("BALLOT(mask, {});", of_those(arrival, test)));
    lines.guarded(arrival.on, fmt::format("{} = {};", to, bits("mask")));
}

// ---- Σ

// Calls write(on) for each thread in turn, in the order of the program.
template <typename F>
void InstructionText::each_in_turn(const Arrival& arrival, Lines& lines, const F& write) {
    const bool ascends = program_.order != Order::descending;
    lines.open(ascends ? "for (UNIFORM i32 turn = 0; turn < LANES; ++turn)"
                       : "for (UNIFORM i32 turn = LANES - 1; turn >= 0; --turn)");
    lines.line("WARP_SYNC;");
    write(of_those(arrival, "LANE == turn"));
    lines.close();
}

void InstructionText::access(const Instruction& i, const Arrival& arrival, Lines& lines) {
    const std::string x = expressions_.address(i.operands[0]);
    const std::string y = i.opcode == Opcode::copy_async ? expressions_.address(i.operands[1])
                                                         : expressions_.operand(i.operands[1]);
    if (i.opcode == Opcode::ld) {
        if (arrival.in_lock_step) lines.line("WARP_SYNC;");
        lines.guarded(arrival.on, fmt::format("{} = LOAD({});", expressions_.variable(i.destination), x));
    } else if (i.opcode == Opcode::copy_async) {
        if (arrival.in_lock_step) lines.line("WARP_SYNC;");
        lines.guarded(arrival.on, fmt::format("other = LOAD({});", y));
        store(x, "other", arrival, lines);
    } else if (i.opcode == Opcode::strong_store &&
               arrival.in_lock_step) {  // of one address, the last one stays
        each_in_turn(arrival, lines,
                     [&](const std::string& on) { lines.guarded(on, fmt::format("STORE({}, {});", x, y)); });
    } else {
        store(x, y, arrival, lines);
    }
}

void InstructionText::store(const std::string& address, const std::string& word, const Arrival& arrival,
                            Lines& lines) {
    if (arrival.in_lock_step) lines.line("WARP_SYNC;");
    lines.guarded(arrival.on, fmt::format("STORE({}, {});", address, word));
}

// In the order of the threads, or in any.
void InstructionText::atomic(const Instruction& i, const Arrival& arrival, Lines& lines) {
    if (!arrival.in_lock_step) return update(i, arrival.on, lines);
    each_in_turn(arrival, lines, [&](const std::string& on) { update(i, on, lines); });
}

void InstructionText::update(const Instruction& i, const std::string& on, Lines& lines) {
    const std::string address = expressions_.address(i.operands[0]);
    const std::string to = expressions_.variable(i.destination);
    if (!on.empty()) lines.open(fmt::format("if ({})", on));
    lines.line(fmt::format("CAS(other, {0}, {1}, {1});", address, expressions_.constant(0)));
    if (!is_atomic_load(i)) {
        lines.open("for (;;)");
        lines.line(fmt::format("updated = {};", expressions_.updated(i, "other")));
        lines.line(fmt::format("CAS(found, {}, other, updated);", address));
        lines.line("if (found == other) break;");
        lines.line("other = found;");
        lines.close();
    }
    std::string before = "other";
    if (i.opcode == Opcode::atomic_inc) before = "updated";
    if (i.opcode == Opcode::typed_fetch) before = fmt::format("low_word(other, {})", width_of(i.type));
    lines.line(fmt::format("{} = {};", to, before));
    if (!on.empty()) lines.close();
}

// ---- what threads do together

void InstructionText::shuffle_of_lane(const Instruction& i, const Arrival& arrival, Lines& lines) {
    const std::string v = expressions_.variable(i.destination);
    lines.line(fmt::format("EXCHANGE(other, {}, {} & (LANES_ROUNDED - 1));", v,
                           lane_or_own(arrival, expressions_.operand(i.operands[0]))));
    lines.guarded(arrival.on, fmt::format("{} = other;", v));
}

void InstructionText::collective(const Instruction& i, const Arrival& arrival, Lines& lines) {
    switch (i.opcode) {
        case Opcode::syncwarp:
            return lines.line("FENCE; WARP_SYNC;");
        case Opcode::shuffle:
            return shuffle(i, arrival, lines);
        case Opcode::vote:
            return vote(i, arrival, lines);
        case Opcode::match:
        case Opcode::reduce:
        case Opcode::typed_reduce:
            return fold(i, arrival, lines);
#define MUSIMD_COLLECTIVE(opcode, ...)
#define MUSIMD_INSTRUCTION(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            break;
    }
}

// The lane that section 11 names.
void InstructionText::shuffle(const Instruction& i, const Arrival& arrival, Lines& lines) {
    const std::uint32_t width = i.width;
    const std::string k =
        fmt::format("(TO_I32({}) & (LANES_ROUNDED - 1))", expressions_.operand(i.operands[2]));
    const std::string begin = fmt::format("(LANE & ~{})", width - 1);
    lines.guarded(arrival.on, i.variant == Variant::idx
                                  ? fmt::format("lane = {} + ({} & {});", begin, k, width - 1)
                              : i.variant == Variant::up   ? fmt::format("lane = LANE - {};", k)
                              : i.variant == Variant::down ? fmt::format("lane = LANE + {};", k)
                                                           : fmt::format("lane = LANE ^ {};", k));
    const std::string outside = i.variant == Variant::up
                                    ? fmt::format("lane < {}", begin)
                                    : fmt::format("lane >= {} + {} || lane >= LANES", begin, width);
    lines.guarded(arrival.on, fmt::format("if ({}) lane = LANE;", outside));
    lines.line(fmt::format("EXCHANGE(other, {}, {});", expressions_.operand(i.operands[1]),
                           lane_or_own(arrival, "lane")));
    lines.guarded(arrival.on, fmt::format("{} = other;", expressions_.variable(i.destination)));
}

void InstructionText::vote(const Instruction& i, const Arrival& arrival, Lines& lines) {
    const bool asks_all = i.variant == Variant::all;
    const std::string_view sign = asks_all ? "==" : "!=";
    lines.line(fmt::format("BALLOT(mask, {});",
                           of_those(arrival, fmt::format("{} {} {}", expressions_.operand(i.operands[1]),
                                                         sign, expressions_.constant(0)))));
    const std::string of_mask = fmt::format("(mask & {})", expressions_.operand(i.operands[0]));
    const std::string zero = expressions_.constant(0);
    const std::string value = i.variant == Variant::ballot ? bits(of_mask)
                              : asks_all                   ? fmt::format("TO_I64({} == {})", of_mask, zero)
                                                           : fmt::format("TO_I64({} != {})", of_mask, zero);
    lines.guarded(arrival.on, fmt::format("{} = {};", expressions_.variable(i.destination), value));
}

// Every thread looks at the words of all lanes of its mask, in ascending order.
void InstructionText::fold(const Instruction& i, const Arrival& arrival, Lines& lines) {
    const std::string own = expressions_.operand(i.operands[1]);
    const std::string m = expressions_.operand(i.operands[0]);
    const std::string zero = expressions_.constant(0);
    const bool is_match = i.opcode == Opcode::match;
    lines.line(fmt::format("updated = {}; lane = 0;", zero));
    lines.line("BALLOT(mask, " + of_those(arrival, "true") + ");");
    lines.line(fmt::format("word = {};", own));
    lines.open("for (UNIFORM i32 turn = 0; turn < LANES; ++turn)");
    lines.line("EXCHANGE(other, word, turn);");
    const std::string one = fmt::format("{} << turn", expressions_.constant(1));
    lines.open(fmt::format("if ({} ((mask & {} & ({})) != {}))", arrival.on.empty() ? "" : arrival.on + " &&",
                           m, one, zero));
    if (is_match) {
        lines.line(fmt::format("if (other == word) updated |= {};", one));
        lines.line("else lane = 1;");
    } else {
        lines.line(
            fmt::format("updated = lane == 0 ? other : {};", expressions_.reduced(i, "updated", "other")));
        lines.line("lane = 1;");
    }
    lines.close();
    lines.close();
    std::string value = is_match ? bits("updated") : "updated";
    if (is_match && i.variant == Variant::all)
        value = fmt::format("lane == 0 ? {} : {}", bits("updated"), zero);
    lines.guarded(arrival.on, fmt::format("{} = {};", expressions_.variable(i.destination), value));
}

// A flag of each thread of the block; those that do not come have none.
void InstructionText::barrier_of(const Instruction& i, const Arrival& arrival, Lines& lines) {
    const bool asks_all = i.variant == Variant::and_;
    const std::string test = fmt::format("{} {} {}", expressions_.operand(i.operands[0]),
                                         asks_all ? "==" : "!=", expressions_.constant(0));
    lines.line(fmt::format("COUNT(other, {});", of_those(arrival, test)));
    const std::string zero = expressions_.constant(0);
    const std::string value = i.variant == Variant::count ? bits("other")
                              : asks_all                  ? fmt::format("TO_I64(other == {})", zero)
                                                          : fmt::format("TO_I64(other != {})", zero);
    lines.guarded(arrival.on, fmt::format("{} = {};", expressions_.variable(i.destination), value));
}

}  // namespace musimd::languages
