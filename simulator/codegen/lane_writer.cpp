#include "simulator/codegen/lane_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <set>

#include "isa/printer.hpp"

namespace musimd::codegen {
namespace {

constexpr std::string_view kIndent = "            ";

bool is_constant(const Operand& o) {
    return o.kind == Operand::Kind::constant;
}

// k if the operand is the constant 2^k: a quotient by it is a shift.
std::optional<int> power_of_two(const Operand& o) {
    if (!is_constant(o) || o.value < 2 || !std::has_single_bit(static_cast<std::uint64_t>(o.value)))
        return std::nullopt;
    return std::countr_zero(static_cast<std::uint64_t>(o.value));
}

}  // namespace

bool goes_by_strips(const Instruction& i) {
    return i.opcode == Opcode::copy || i.opcode == Opcode::bp || i.opcode == Opcode::typed ||
           i.opcode == Opcode::ld || is_unary(i.opcode);
}

/// The text of one strip, while it is written.
struct LaneWriter::Strip {
    std::string text;
    std::map<Variable, std::string> words;   ///< the name of each variable's value, if it has one
    std::map<Variable, std::string> truths;  ///< for values that are 0 or 1: the lane mask they come from
    std::vector<Variable> written;           ///< in order, without duplicates
    int count = 0;                           ///< names used so far
    std::vector<Label> requests;             ///< loads whose addresses are kept, to be counted after the loop
    std::string mask;  ///< the entry mask, Θ_mask: the threads active at the entry of the block

    std::string fresh(const std::string& stem) { return fmt::format("t{}_{}", count++, stem); }
};

/// A loop over strips, and the code around it.
struct LaneWriter::Loop {
    Strip strip;            ///< what the loop computes
    bool computes = false;  ///< something that may have no result
    bool loads = false;
    std::string before;
    std::string ends;    ///< in the loop: rows are written
    std::string votes;   ///< in the loop: masks are written
    std::string drops;   ///< after a failure
    std::string keeps;   ///< after the loop, if nothing failed
    std::string counts;  ///< after that
    std::string settles;
    std::size_t rows = 0;  ///< of the room

    bool fails() const { return computes || loads; }
};

std::string LaneWriter::comment(std::uint32_t node) const {
    const Instruction& i = at(node);
    const Label pc = graph_.nodes[node].point.pc;
    return i.line == 0 ? fmt::format("// {}: {}\n", pc, print(i, program_))
                       : fmt::format("// {} (line {}): {}\n", pc, i.line, print(i, program_));
}

std::string LaneWriter::operand(Strip& strip, const Operand& o) const {
    switch (o.kind) {
        case Operand::Kind::constant:
            return fmt::format("splat({})", literal(o.value));
        case Operand::Kind::tid:
            return "tid(s)";
        case Operand::Kind::wid:
            return "splat(wid)";
        case Operand::Kind::bid:
            return "splat(bid)";
        case Operand::Kind::btid:
            return "btid(s, first)";
        case Operand::Kind::shared:
            return fmt::format("splat(static_cast<Word>(sigma.shared + {}))", o.value);
        case Operand::Kind::variable:
            break;
    }
    std::string& known = strip.words[o.variable];
    if (!known.empty()) return known;
    if (truths_.has(o.variable) || strip.truths.contains(o.variable)) {
        const std::string lanes = truth(strip, o);
        known = strip.fresh(names_.of(o.variable));
        strip.text += fmt::format("{}const V {} = word({});\n", kIndent, known, lanes);
    } else {
        known = strip.fresh(names_.of(o.variable));
        strip.text += fmt::format("{}const V {} = {}[s];\n", kIndent, known, names_.row(o.variable));
    }
    return known;
}

// The lanes in which an operand that is 0 or 1 is 1.
std::string LaneWriter::truth(Strip& strip, const Operand& o) const {
    if (is_constant(o)) return o.value == 0 ? "none()" : "~none()";
    std::string& known = strip.truths[o.variable];
    if (!known.empty()) return known;
    known = strip.fresh(names_.of(o.variable));
    strip.text += fmt::format("{}const M {} = strip_of({}, s);\n", kIndent, known, names_.bits(o.variable));
    return known;
}

// The lanes of a copy, `&`, `|` or `^` of such operands.
std::string LaneWriter::combined(Strip& strip, const Instruction& i) const {
    const std::string left = truth(strip, i.operands[0]);
    if (i.opcode == Opcode::copy) return left;
    const std::string right = truth(strip, i.operands[1]);
    const std::string_view sign = i.operation == Operation::and_  ? "&"
                                  : i.operation == Operation::or_ ? "|"
                                                                  : "^";
    return fmt::format("{} {} {}", left, sign, right);
}

// The entry mask, Θ_mask.
std::string LaneWriter::mask_of(std::uint32_t node) const {
    const OpenEntries& open = graph_.context_of(graph_.nodes[node]);
    for (auto entry = open.rbegin(); entry != open.rend(); ++entry) {
        if (program_.at(*entry).opcode == Opcode::everywhere) return fmt::format("saved_{}", *entry);
    }
    return "active";
}

// ---- checks

bool LaneWriter::can_fail(const Instruction& i) const {
    if (i.opcode == Opcode::ld)
        return true;  // addresses outside of the array of Σ are left to another engine
    if (!options_.checks) return false;
    if (i.opcode == Opcode::typed) return musimd::can_fail(i.typed_operation, i.type, i.from);
    if (i.opcode != Opcode::bp) return false;
    const FailureMode mode = info(i.operation).failure;
    const Operand& right = i.operands[1];
    const auto in = [&](Value least, Value end) {
        return is_constant(right) && right.value >= least && right.value < end;
    };
    const bool wraps = program_.word.wrap;
    switch (mode) {
        case FailureMode::never:
            return false;
        case FailureMode::overflow:
            return !wraps;
        case FailureMode::divisor:
            return !is_constant(right) || right.value == 0;
        case FailureMode::quotient:
            return !is_constant(right) || right.value == 0 || (right.value == -1 && !wraps);
        case FailureMode::count:
            return !in(0, program_.word.width);
        case FailureMode::shift:
            return !in(0, program_.word.width) || !wraps;
    }
    return true;
}

std::string LaneWriter::check_defined(std::uint32_t node, const std::string& leave) const {
    std::string text;
    const Instruction& i = at(node);
    for (std::size_t o = 0; o < operand_count(i); ++o) {
        if (i.operands[o].kind != Operand::Kind::variable) continue;
        const Variable v = i.operands[o].variable;
        if (options_.checks && !definedness_.holds(node, v)) {
            text += fmt::format("        if (any_outside(active, {})) {}\n", names_.defined(v), leave);
        }
    }
    return text;
}

// Before a loop: checks that what it reads before writing it is defined.
std::string LaneWriter::needs(std::span<const std::uint32_t> nodes, std::optional<std::uint32_t> branching,
                              const std::string& leave) const {
    if (!options_.checks) return {};
    std::set<Variable> known;
    std::string text;
    const auto read = [&](std::uint32_t node) {
        const Instruction& i = at(node);
        for (std::size_t o = 0; o < operand_count(i); ++o) {
            const Variable v = i.operands[o].variable;
            if (i.operands[o].kind != Operand::Kind::variable || definedness_.holds(node, v)) continue;
            if (!known.insert(v).second) continue;
            text += fmt::format("        if (any_outside(active, {})) {}\n", names_.defined(v), leave);
        }
    };
    for (const std::uint32_t node : nodes) {
        if (at(node).opcode == Opcode::jump) continue;
        read(node);
        known.insert(at(node).destination);
    }
    if (branching) read(*branching);
    return text;
}

std::string LaneWriter::now_defined(std::uint32_t node) const {
    const Variable v = at(node).destination;
    if (definedness_.holds(node, v)) return {};
    return fmt::format("        join({}, active);\n", names_.defined(v));
}

// ---- a strip

// A cheaper text for an operation with a constant operand, or nullopt.
std::optional<std::string> LaneWriter::by_constant(Strip& strip, const Instruction& i) const {
    const Operand& a = i.operands[0];
    const Operand& b = i.operands[1];
    const auto constant = [](const Operand& o) { return fmt::format("Word{{{}}}", literal(o.value)); };
    if (i.operation == Operation::add && is_constant(b))
        return fmt::format("add({}, {}, wrong)", operand(strip, a), constant(b));
    if (i.operation == Operation::sub && is_constant(b) && Integer{b.value} != program_.word.min())
        return fmt::format("add({}, Word{{{}}}, wrong)", operand(strip, a), literal(-b.value));
    if (i.operation == Operation::mul && is_constant(b))
        return fmt::format("mul({}, {}, on, wrong)", operand(strip, a), constant(b));
    if (i.operation == Operation::mul && is_constant(a))
        return fmt::format("mul({}, {}, on, wrong)", operand(strip, b), constant(a));
    const auto k = power_of_two(b);
    if (i.operation == Operation::div && k) return fmt::format("div_power({}, {})", operand(strip, a), *k);
    if (i.operation == Operation::mod && k) return fmt::format("mod_power({}, {})", operand(strip, a), *k);
    return std::nullopt;
}

std::string LaneWriter::binary(Strip& strip, const Instruction& i) const {
    if (const auto text = by_constant(strip, i)) return *text;
    constexpr std::string_view kEnumerators[] = {
#define MUSIMD_OPERATION(name, ...) #name,
#include "isa/operations.def"
    };
    const std::string_view name = kEnumerators[static_cast<std::size_t>(i.operation)];
    const std::string left = operand(strip, i.operands[0]);
    const std::string right = operand(strip, i.operands[1]);
    if (info(i.operation).failure == FailureMode::never) return fmt::format("{}({}, {})", name, left, right);
    const std::string_view lanes = i.operation == Operation::mul ? "on, " : "";
    return fmt::format("{}({}, {}, {}wrong)", name, left, right, lanes);
}

std::string LaneWriter::typed(Strip& strip, const Instruction& i) const {
    std::string operands;
    for (std::size_t o = 0; o < operand_count(i); ++o) operands += operand(strip, i.operands[o]) + ", ";
    const std::string_view type = to_string(i.type);
    if (i.typed_operation == TypedOperation::cvt)
        return fmt::format("convert<Type::{}, Type::{}>({}wrong)", type, to_string(i.from), operands);
    constexpr std::string_view kEnumerators[] = {
#define MUSIMD_TYPED_OPERATION(name, ...) #name,
#include "isa/typed_operations.def"
    };
    const std::string_view name = kEnumerators[static_cast<std::size_t>(i.typed_operation)];
    if (is_comparison(i.typed_operation))
        return fmt::format("compare<TypedOperation::{}, Type::{}>({})", name, type,
                           operands.substr(0, operands.size() - 2));
    if (is_float(i.type) && is_mathematical(i.typed_operation))
        return fmt::format("mathematics<TypedOperation::{}, Type::{}>(warp, on, {})", name, type,
                           operands.substr(0, operands.size() - 2));
    return fmt::format("typed<TypedOperation::{}, Type::{}>({}wrong)", name, type, operands);
}

std::string LaneWriter::operation(Strip& strip, std::uint32_t node) const {
    const Instruction& i = at(node);
    switch (i.opcode) {
        case Opcode::copy:
            return operand(strip, i.operands[0]);
        case Opcode::ld:
            return fmt::format("load{}(warp, sigma, {}, s, on, lost)", is_accessed(node) ? "<kAccessed>" : "",
                               operand(strip, i.operands[0]));
        case Opcode::bp:
            return binary(strip, i);
        case Opcode::typed:
            return typed(strip, i);
#define MUSIMD_UNARY(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return fmt::format("{}({})", info(i.opcode).format.mnemonic, operand(strip, i.operands[0]));
        case Opcode::st:
        case Opcode::atomic_inc:
        case Opcode::fetch:
        case Opcode::typed_fetch:
        case Opcode::strong_store:
        case Opcode::shfl:
        case Opcode::ballot:
#define MUSIMD_CONTROL(opcode, ...) case Opcode::opcode:
#define MUSIMD_OF_BLOCKS(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            break;
    }
    assert(false && "an instruction that does not go by strips");
    return {};
}

void LaneWriter::compute(Strip& strip, std::uint32_t node) const {
    const Instruction& i = at(node);
    strip.text += std::string(kIndent) + comment(node);
    if (options_.counts && i.opcode == Opcode::ld) note_addresses(strip, node);
    const Variable v = i.destination;
    const bool combines = truths_.has(v) && truths_.combines(i);
    const std::string value = combines ? combined(strip, i) : operation(strip, node);
    const std::string name = strip.fresh(names_.of(v));
    const bool is_truth = combines || is_test(i);
    strip.text += fmt::format("{}const {} {} = {};\n", kIndent, is_truth ? "M" : "V", name, value);
    strip.truths.erase(v);
    strip.words.erase(v);
    (is_truth ? strip.truths : strip.words)[v] = name;
    if (std::ranges::find(strip.written, v) == strip.written.end()) strip.written.push_back(v);
}

void LaneWriter::note_addresses(Strip& strip, std::uint32_t node) const {
    const std::string address = operand(strip, at(node).operands[0]);
    strip.text += fmt::format("{}request_{}[s] = {};\n", kIndent, strip.requests.size(), address);
    strip.requests.push_back(graph_.nodes[node].point.pc);
}

// A store or an atomic that counts, if it succeeds.
std::string LaneWriter::counted(std::uint32_t node, const std::string& text) const {
    if (!options_.counts) return text;
    return fmt::format(
        "        {{\n        const Bits64 segments = segments_of<{}>(warp, sigma, active, {});\n{}        "
        "count_segments(warp, segments);\n        }}\n",
        graph_.nodes[node].point.pc, row_of(at(node).operands[0]), text);
}

// The active lanes that branch, or that a ballot or branch_mask counts.
std::string LaneWriter::taken(Strip& strip, const Instruction& branch) const {
    const Operand& o = branch.operands[0];
    if (branch.opcode == Opcode::branch_mask)
        return fmt::format("named({}, {})", strip.mask, operand(strip, o));
    const bool zeros = branch.opcode == Opcode::bz;
    if (o.kind == Operand::Kind::variable && strip.truths.contains(o.variable))
        return (zeros ? "~" : "") + truth(strip, o);
    return fmt::format("{}is_zero({})", zeros ? "" : "~", operand(strip, o));
}

void LaneWriter::compute_all(Loop& loop, std::span<const std::uint32_t> nodes) const {
    for (const std::uint32_t node : nodes) {
        if (at(node).opcode == Opcode::jump) {
            loop.strip.text += std::string(kIndent) + comment(node);
            continue;
        }
        compute(loop.strip, node);
        (at(node).opcode == Opcode::ld ? loop.loads : loop.computes) |= can_fail(at(node));
    }
}

// Notes which threads take the branch.
void LaneWriter::divide(Loop& loop, std::uint32_t branching) {
    const Instruction& branch = at(branching);
    const Operand& o = branch.operands[0];
    const Label pc = graph_.nodes[branching].point.pc;
    Strip& strip = loop.strip;
    strip.text += std::string(kIndent) + comment(branching);
    if (branch.opcode != Opcode::branch_mask && o.kind == Operand::Kind::variable &&
        truths_.has(o.variable)) {
        const bool is_written = std::ranges::find(strip.written, o.variable) != strip.written.end();
        divides_ = fmt::format("diverge{}(active, {}, todo_{})", branch.opcode == Opcode::bz ? "_zeros" : "",
                               is_written ? names_.fresh(o.variable) : names_.bits(o.variable), pc);
    } else {
        divides_ = fmt::format("diverge(active, taken, todo_{})", pc);
        strip.mask = mask_of(branching);
        const std::string lanes = taken(strip, branch);
        loop.votes = fmt::format("{}vote(taken, s, on & {});\n", kIndent, lanes);
        loop.before += "        clear(taken);\n";
    }
}

// If the loop may fail, rows are drafts until its end.
void LaneWriter::write_back(Loop& loop) const {
    Strip& strip = loop.strip;
    for (std::size_t k = 0; k < strip.written.size(); ++k) {
        const Variable v = strip.written[k];
        if (truths_.has(v)) {
            const std::string fresh = names_.fresh(v);
            loop.before += fmt::format("        clear({});\n", fresh);
            loop.votes +=
                fmt::format("{}vote({}, s, on & {});\n", kIndent, fresh, truth(strip, Operand::of(v)));
            loop.settles += fmt::format("        settle({}, active, {});\n", names_.bits(v), fresh);
            continue;
        }
        const std::string word = operand(strip, Operand::of(v));
        const std::string row = names_.row(v);
        if (loop.fails()) {
            const std::string draft = "n_" + names_.of(v);
            loop.before += fmt::format("        Draft {}(warp, {}, {});\n", draft, k, row);
            loop.ends += fmt::format("{}{}.put(s, select(on, {}, {}[s]));\n", kIndent, draft, word, row);
            loop.keeps += fmt::format("        {}.keep();\n", draft);
            loop.drops += fmt::format("{}.drop(active); ", draft);
        } else {
            loop.ends += fmt::format("{}{}[s] = select(on, {}, {}[s]);\n", kIndent, row, word, row);
        }
    }
    if (loop.fails()) loop.rows = strip.written.size();
}

void LaneWriter::count_requests(Loop& loop) {
    const std::vector<Label>& requests = loop.strip.requests;
    for (std::size_t k = 0; k < requests.size(); ++k) {
        loop.before += fmt::format("        OwnRow request_{} = room(warp, {});\n", k, loop.rows++);
        loop.counts += fmt::format(
            "        count_segments(warp, segments_of<{}>(warp, sigma, active, [&](auto s) MUSIMD_INLINE {{ "
            "return request_{}[s]; }}));\n",
            requests[k], k);
    }
    drafts_ = std::max(drafts_, loop.rows);
}

std::string LaneWriter::strips(std::span<const std::uint32_t> nodes, std::optional<std::uint32_t> branching,
                               const std::string& leave) {
    Loop loop;
    compute_all(loop, nodes);
    loop.before = needs(nodes, branching, leave);
    if (branching) divide(loop, *branching);
    write_back(loop);
    count_requests(loop);
    std::string text = "        {\n" + loop.before;
    if (loop.fails()) text += "        M failed{};\n";
    if (nodes.empty() && loop.votes.empty()) return text + loop.strip.text + loop.settles + "        }\n";
    text += fmt::format(
        "        each_strip(active, [&](auto s, M on) MUSIMD_INLINE {{\n{}[[maybe_unused]] V wrong{{}};\n",
        kIndent);
    if (loop.loads) text += fmt::format("{}M lost{{}};\n", kIndent);
    text += loop.strip.text + loop.ends + loop.votes;
    if (loop.computes) text += fmt::format("{}failed |= negative(wrong) & on;\n", kIndent);
    if (loop.loads) text += fmt::format("{}failed |= lost & on;\n", kIndent);
    text += "        });\n";
    if (loop.fails())
        text += fmt::format("        if (any(failed)) {{ {}{} }}\n", loop.drops, leave) + loop.keeps;
    text += loop.counts + loop.settles;
    std::set<Variable> done;
    for (const std::uint32_t node : nodes) {
        if (at(node).opcode != Opcode::jump && done.insert(at(node).destination).second)
            text += now_defined(node);
    }
    return text + "        }\n";
}

// ---- instructions that do not go by strips

std::string LaneWriter::row_of(const Operand& o) const {
    Strip none;
    const std::string strip = o.kind != Operand::Kind::variable ? operand(none, o)
                              : truths_.has(o.variable)
                                  ? fmt::format("word(strip_of({}, s))", names_.bits(o.variable))
                                  : names_.row(o.variable) + "[s]";
    return fmt::format("[&](auto s) MUSIMD_INLINE -> V {{ (void)s; return {}; }}", strip);
}

// `taken`: the active lanes of which the test holds.
std::string LaneWriter::taken_by(std::string_view test, const Operand& o) const {
    return fmt::format(
        "        clear(taken);\n        each_strip(active, [&](auto s, M on) MUSIMD_INLINE {{ vote(taken, s, "
        "on "
        "& {}(({})(s))); }});\n",
        test, row_of(o));
}

// Whether each active thread has used the access's address before.
bool LaneWriter::is_accessed(std::uint32_t node) const {
    const Operand& address = at(node).operands[0];
    return options_.for_processor && address.kind == Operand::Kind::variable &&
           accessed_.holds(node, address.variable);
}

// Template arguments: what is known of a store's operands.
std::string LaneWriter::store_facts(std::uint32_t node, bool after_store) const {
    std::string facts;
    const auto add = [&](std::string_view fact) {
        facts += (facts.empty() ? "<" : " | ") + std::string(fact);
    };
    if (after_store) add("kAfterStore");
    if (is_accessed(node)) add("kAccessed");
    if (divergence_.address(node).is_uniform()) add("kSameAddress");
    if (divergence_.value(node, at(node).operands[1]).is_uniform()) add("kSameValue");
    return facts.empty() ? facts : facts + ">";
}

std::string LaneWriter::fetch(const Instruction& i, const std::string& steps, const std::string& row,
                              const std::string& leave) const {
    constexpr std::string_view kEnumerators[] = {
#define MUSIMD_FETCH_OPERATION(name, ...) #name,
#include "isa/fetch_operations.def"
    };
    const std::string_view name = kEnumerators[static_cast<std::size_t>(i.fetch_operation)];
    const std::string update =
        i.opcode == Opcode::fetch
            ? fmt::format("UntypedFetch<FetchOperation::{}, {}>", name, program_.word.width)
            : fmt::format("TypedFetch<FetchOperation::{}, Type::{}>", name, to_string(i.type));
    return fmt::format("        if (!fetch<{}>(warp, sigma, {}, active, {}, {}, {}, {})) {}\n", update, steps,
                       row_of(i.operands[0]), row_of(i.operands[1]), row_of(i.operands[2]), row, leave);
}

std::string LaneWriter::assertion(const Instruction& i, const std::string& leave) const {
    if (!options_.checks) return {};
    return taken_by("is_zero", i.operands[0]) + fmt::format("        if (any(taken)) {}\n", leave);
}

std::string LaneWriter::write_single(std::uint32_t node, const std::string& steps, const std::string& leave,
                                     bool after_store) {
    const Instruction& i = at(node);
    const std::string row = has_destination(info(i.opcode).format) ? names_.row(i.destination) : "";
    std::string text = "        " + comment(node) + check_defined(node, leave);
    if (i.opcode == Opcode::assert_) return text + assertion(i, leave);
    switch (i.opcode) {
        case Opcode::st:
            return text + counted(node, fmt::format("        if (!store{}(warp, sigma, active, {}, {})) {}\n",
                                                    store_facts(node, after_store), row_of(i.operands[0]),
                                                    row_of(i.operands[1]), leave));
        case Opcode::atomic_inc:
            return text +
                   counted(node, fmt::format("        if (!increment(warp, sigma, {}, active, {}, {})) {}\n",
                                             steps, row_of(i.operands[0]), row, leave)) +
                   now_defined(node);
        case Opcode::shfl:
            return text + fmt::format("        if (!shuffle(warp, active, {}, {}, {}, {}, {})) {}\n",
                                      mask_of(node), names_.defined(i.destination), row,
                                      row_of(i.operands[0]), graph_.nodes[node].point.pc, leave);
        case Opcode::ballot:
            return text + taken_by("~is_zero", i.operands[0]) + everywhere_active("ballot(taken)", row) +
                   now_defined(node);
        case Opcode::activemask:
            return text + everywhere_active("ballot(active)", row) + now_defined(node);
        case Opcode::fence:  // without atomics it orders nothing
            if (!takes_turns(program_)) return text;
            return text +
                   fmt::format("        if (!warp->services->fence(warp->services->turns, warp, {})) {}\n",
                               i.scope != Scope::block, leave);
#define MUSIMD_COLLECTIVE(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return text + collective(node, leave);
        case Opcode::fetch:
        case Opcode::typed_fetch:
            return text + counted(node, fetch(i, steps, row, leave)) + now_defined(node);
        case Opcode::strong_store:  // left to other engines
        case Opcode::copy_async:
        case Opcode::async_commit:
        case Opcode::async_wait:
        case Opcode::copy:
        case Opcode::bp:
        case Opcode::typed:
        case Opcode::ld:
#define MUSIMD_UNARY(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
#define MUSIMD_CONTROL(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            break;
    }
    assert(false && "a control instruction, or one that goes by strips");
    return text;
}

// ---- blocks and collectives

// Sets the row to one word in all active lanes.
std::string LaneWriter::everywhere_active(std::string_view word, const std::string& row) const {
    return fmt::format(
        "        {{ const V votes = splat({0}); each_strip(active, [&](auto s, M on) MUSIMD_INLINE {{ {1}[s] "
        "= "
        "select(on, votes, {1}[s]); }}); }}\n",
        word, row);
}

std::string LaneWriter::before_barrier(std::uint32_t node, const std::string& leave) {
    const Instruction& i = at(node);
    if (!is_block_barrier(i.opcode)) return {};
    std::string text = fmt::format("        if (any_outside(all, active)) {}\n", leave);
    if (i.opcode == Opcode::block_barrier) return text;
    return text + check_defined(node, leave) + taken_by("~is_zero", i.operands[0]) +
           "        warp->votes = count(taken);\n";
}

std::string LaneWriter::after_barrier(std::uint32_t node) {
    const Instruction& i = at(node);
    if (i.opcode != Opcode::block_barrier_of) return {};
    return everywhere_active("static_cast<Word>(warp->opened)", names_.row(i.destination)) +
           now_defined(node);
}

namespace {

constexpr std::string_view kVariants[] = {
#define MUSIMD_VARIANT(name) #name,
#include "isa/variants.def"
};

std::string_view enumerator(Variant variant) {
    return kVariants[static_cast<std::size_t>(variant)];
}

}  // namespace

// If the active threads are not one complete group, another engine must run it.
std::string LaneWriter::collective(std::uint32_t node, const std::string& leave) const {
    const Instruction& i = at(node);
    std::string text =
        fmt::format("        if (!meets(active, all, exited, {})) {}\n", row_of(i.operands[0]), leave);
    if (i.opcode == Opcode::syncwarp) return text;
    const std::string row = names_.row(i.destination);
    if (i.opcode == Opcode::shuffle) return text + exchange(node);
    if (i.opcode == Opcode::reduce || i.opcode == Opcode::typed_reduce) {
        text += reduce(i, leave);
    } else if (i.opcode == Opcode::vote) {
        text += taken_by("~is_zero", i.operands[1]);
        const std::string_view word = i.variant == Variant::ballot ? "ballot(taken)"
                                      : i.variant == Variant::any  ? "Word(any(taken))"
                                                                   : "Word(!any_outside(active, taken))";
        text += everywhere_active(word, row);
    } else if (i.variant == Variant::any) {
        text += fmt::format("        match_any(warp, active, {}, {});\n", row_of(i.operands[1]), row);
    } else {
        const std::string lanes = row_of(i.operands[1]);
        text += everywhere_active(
            fmt::format("all_are(active, {0}, first_word(active, {0})) ? ballot(active) : 0", lanes), row);
    }
    return text + now_defined(node);
}

std::string LaneWriter::exchange(std::uint32_t node) const {
    const Instruction& i = at(node);
    return fmt::format("        exchange<From::{}, {}>(warp, active, {}, {}, {}, {}, {});\n",
                       enumerator(i.variant), i.width, names_.defined(i.destination),
                       names_.row(i.destination), row_of(i.operands[1]), row_of(i.operands[2]),
                       graph_.nodes[node].point.pc);
}

std::string LaneWriter::reduce(const Instruction& i, const std::string& leave) const {
    std::string update = "Sum";
    if (i.opcode == Opcode::typed_reduce) {
        update = fmt::format("Fold<TypedFetch<FetchOperation::{}, Type::{}>>", enumerator(i.variant),
                             to_string(i.type));
    } else if (i.variant != Variant::add) {
        update = fmt::format("Fold<UntypedFetch<FetchOperation::{}, {}>>", enumerator(i.variant),
                             program_.word.width);
    }
    return fmt::format("        {{ Word result; if (!reduce<{}>(warp, active, {}, result)) {}\n    {} }}\n",
                       update, row_of(i.operands[1]), leave,
                       everywhere_active("result", names_.row(i.destination)));
}

}  // namespace musimd::codegen
