#include "views/derivation/coq_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "isa/printer.hpp"

namespace musimd::views::derivation {
namespace {

/// The constructors of instructions in Program.v.
constexpr std::pair<Opcode, std::string_view> kConstructors[] = {
    {Opcode::bz, "Bz"},
    {Opcode::bnz, "Bnz"},
    {Opcode::branch_mask, "BranchMask"},
    {Opcode::jump, "Jump"},
    {Opcode::sync, "Sync"},
    {Opcode::stop, "Stop"},
    {Opcode::everywhere, "Everywhere"},
    {Opcode::end_everywhere, "EndEverywhere"},
    {Opcode::barrier, "Barrier"},
    {Opcode::assert_, "Assert"},
    {Opcode::copy, "Copy"},
    {Opcode::ld, "Load"},
    {Opcode::st, "Store"},
    {Opcode::atomic_inc, "AtomicInc"},
    {Opcode::bp, "Binary"},
#define MUSIMD_UNARY(function, ...) {Opcode::function, "Unary"},
#include "isa/instructions.def"
    {Opcode::shfl, "Shuffle"},
    {Opcode::ballot, "Ballot"},
};

/// Empty for an instruction that Program.v lacks.
std::string_view constructor_of(Opcode opcode) {
    const auto found = std::ranges::find(kConstructors, opcode, &std::pair<Opcode, std::string_view>::first);
    return found == std::end(kConstructors) ? std::string_view() : found->second;
}

/// The constructor of an operation: its name with a capital, `And` of and_.
std::string capitalised(std::string_view name) {
    std::string result(name.substr(0, name.find('_')));
    result[0] = static_cast<char>(result[0] - 'a' + 'A');
    return result;
}

bool is_covered(Operand::Kind kind) {
    return kind == Operand::Kind::constant || kind == Operand::Kind::variable || kind == Operand::Kind::tid ||
           kind == Operand::Kind::wid;
}

std::optional<NotCovered> not_covered(const Instruction& i) {
    const Location location{i.line, i.column};
    if (constructor_of(i.opcode).empty()) {
        return NotCovered{location, fmt::format("'{}' is not an instruction of proofs/theories/Program.v, "
                                                "which has no types, fetches, blocks or collectives",
                                                info(i.opcode).format.syntax)};
    }
    for (std::size_t k = 0; k < operand_count(i); ++k) {
        if (!is_covered(i.operands[k].kind)) {
            return NotCovered{location,
                              "block operands are not supported; in proofs/theories/Program.v, operands are "
                              "constants, variables, 'tid' and 'wid'"};
        }
    }
    return std::nullopt;
}

/// A name of the program can be a keyword of Coq, or not a name of it.
std::vector<std::string> variable_names(const Program& program) {
    std::vector<std::string> names;
    for (std::size_t v = 0; v < program.variables.size(); ++v) {
        const std::string& name = program.variables[v];
        const bool is_name = std::ranges::all_of(name, [](char c) {
            return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
        });
        names.push_back(is_name ? "v_" + name : fmt::format("variable_{}", v));
    }
    return names;
}

std::string buffers_of(const Program& program, std::int64_t max_address) {
    if (program.buffers.empty()) return fmt::format("[(0, {})%Z]", max_address + 1);
    std::vector<std::string> ranges;
    for (const Buffer& buffer : program.buffers)
        ranges.push_back(fmt::format("({}, {})%Z", buffer.address, buffer.count));
    return coq_list(ranges);
}

}  // namespace

std::optional<NotCovered> not_covered(const Program& program) {
    if (program.warps > 1 || program.has_blocks())
        return NotCovered{{}, "scripts need one warp without blocks: no '.warps' and no '.block'"};
    if (program.model != ThreadModel::lockstep)
        return NotCovered{{}, "scripts need lock step; use '--model lockstep'"};
    if (program.races != RaceMode::warp)
        return NotCovered{
            {}, "proofs/theories/Rules.v does not define races between instructions; use '--races warp'"};
    for (const Instruction& i : program.instructions) {
        if (auto uncovered = not_covered(i)) return uncovered;
    }
    return std::nullopt;
}

CoqTerms::CoqTerms(const Program& program) : program_(program), variables_(variable_names(program)) {}

std::string CoqTerms::operand(const Operand& operand) const {
    switch (operand.kind) {
        case Operand::Kind::variable:
            return fmt::format("(Var {})", variable(operand.variable));
        case Operand::Kind::tid:
            return "Tid";
        case Operand::Kind::wid:
            return "Wid";
        default:
            return operand.value < 0 ? fmt::format("(Const ({}))", operand.value)
                                     : fmt::format("(Const {})", operand.value);
    }
}

std::string CoqTerms::instruction(const Instruction& i) const {
    const Format& format = info(i.opcode).format;
    std::string term(constructor_of(i.opcode));
    if (format.destination) term += " " + variable(i.destination);
    if (i.opcode == Opcode::bp) term += " " + capitalised(info(i.operation).name);
    if (is_unary(i.opcode)) term += " " + capitalised(info(i.opcode).name);
    for (std::size_t k = 0; k < operand_count(i); ++k) term += " " + operand(i.operands[k]);
    if (format.target) term += fmt::format(" {}", i.target);
    return term;
}

std::string CoqTerms::program(std::int64_t max_address) const {
    std::string text;
    for (Variable v = 0; v < variables_.size(); ++v)
        text += fmt::format("Definition {} : variable := {}.\n", variables_[v], v);
    if (!text.empty()) text += "\n";
    text += fmt::format(
        "Definition P : program :=\n"
        "  {{| width_of_warp := {}; warp_number := 0; bits := {}; mode := {}; registers := {};\n"
        "     buffers := {};\n"
        "     code := numbered 1 [\n",
        program_.threads, program_.word.width, program_.word.wrap ? "Wrapping" : "Trapping",
        program_.registers == RegisterMode::restore ? "Restore" : "Keep", buffers_of(program_, max_address));
    const Label last = program_.end() - 1;
    for (Label pc = 1; pc <= last; ++pc) {
        const Instruction& i = program_.at(pc);
        text += fmt::format("       {:<44} (* {:>3}  {} *)\n", instruction(i) + (pc < last ? ";" : ""), pc,
                            coq_comment(print(i, program_)));
    }
    return text + "     ] |}.\n";
}

std::string coq_list(const std::vector<std::string>& items) {
    return fmt::format("[{}]", fmt::join(items, "; "));
}

std::string coq_threads(const std::vector<Thread>& threads) {
    return fmt::format("[{}]", fmt::join(threads, "; "));
}

std::string coq_words(const std::vector<Value>& words) {
    return fmt::format("[{}]%Z", fmt::join(words, "; "));
}

std::string coq_word(Value word) {
    return word < 0 ? fmt::format("({})%Z", word) : fmt::format("{}%Z", word);
}

std::string coq_comment(std::string_view text) {
    std::string safe(text);
    std::ranges::replace_if(
        safe, [](char c) { return c == '"' || c == '(' || c == ')'; }, '?');
    return safe;
}

}  // namespace musimd::views::derivation
