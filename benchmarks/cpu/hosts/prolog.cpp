#include "benchmarks/cpu/hosts/prolog.hpp"

#include <fmt/format.h>

#include <ostream>
#include <stdexcept>

namespace musimd::benchmarks {
namespace {

std::string operand(const Operand& o, const Program& program) {
    switch (o.kind) {
        case Operand::Kind::constant:
            return fmt::format("{}", o.value);
        case Operand::Kind::variable:
            return fmt::format("v('{}')", program.variables[o.variable]);
        case Operand::Kind::tid:
            return "tid";
        case Operand::Kind::wid:
            return "0";
        case Operand::Kind::bid:
        case Operand::Kind::btid:
        case Operand::Kind::shared:
            break;
    }
    throw std::invalid_argument("the machine in Prolog has no blocks");
}

std::string term(const Instruction& i, const Program& program) {
    const std::string first = operand(i.operands[0], program);
    const std::string second = operand(i.operands[1], program);
    const auto destination = [&] { return "'" + program.variables[i.destination] + "'"; };
    switch (i.opcode) {
        case Opcode::bz:
            return fmt::format("bz({}, {})", first, i.target);
        case Opcode::bnz:
            return fmt::format("bnz({}, {})", first, i.target);
        case Opcode::branch_mask:
            return fmt::format("branch_mask({}, {})", first, i.target);
        case Opcode::jump:
            return fmt::format("jump({})", i.target);
        case Opcode::sync:
        case Opcode::barrier:  // with one warp, a step that changes nothing
        case Opcode::stop:
        case Opcode::everywhere:
        case Opcode::end_everywhere:
            return std::string(info(i.opcode).format.mnemonic);
        case Opcode::st:
            return fmt::format("st({}, {})", first, second);
        case Opcode::ld:
            return fmt::format("ld({}, {})", destination(), first);
        case Opcode::atomic_inc:
            return fmt::format("at({}, {})", destination(), first);
        case Opcode::copy:
            return fmt::format("as({}, {})", destination(), first);
        case Opcode::bp:
            return fmt::format("bp({}, '{}', {}, {})", destination(), info(i.operation).spelling, first,
                               second);
        case Opcode::shfl:
            return fmt::format("shfl({}, {})", destination(), first);
        case Opcode::assert_:
        case Opcode::fetch:
        case Opcode::typed_fetch:
        case Opcode::strong_store:
        case Opcode::typed:
        case Opcode::ballot:
#define MUSIMD_UNARY(opcode, ...) case Opcode::opcode:
#define MUSIMD_OF_BLOCKS(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            break;
    }
    throw std::invalid_argument("the machine in Prolog has only the instructions of the paper, and barriers");
}

}  // namespace

void print_prolog(const Program& program, std::ostream& out) {
    if (program.warps != 1) throw std::invalid_argument("the machine in Prolog is one warp");
    out << fmt::format("threads({}).\nword({}, {}).\n", program.threads, program.word.width,
                       program.word.wrap ? "wrap" : "trap");
    for (const Preload& part : program.preloads) {
        out << fmt::format("fill({}, {}, {}, {}).\n", part.address, part.count, part.start, part.step);
    }
    for (std::size_t i = 0; i < program.instructions.size(); ++i) {
        out << fmt::format("p({}, {}).\n", i + 1, term(program.instructions[i], program));
    }
}

}  // namespace musimd::benchmarks
