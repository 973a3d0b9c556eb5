// The objects of a block's shared memory. An operand names one by its offset.

#include <algorithm>
#include <iterator>

#include "differential/programs/reduce/edit.hpp"
#include "differential/programs/reduce/passes.hpp"

namespace musimd::differential {
namespace {

bool is_used(const Program& program, std::int64_t offset) {
    return std::ranges::any_of(program.instructions, [&](const Instruction& i) {
        return std::ranges::find(i.operands, Operand::shared(offset)) != i.operands.end();
    });
}

// Packs objects whose counts have changed, and lets the operands follow.
void pack(Program& program) {
    std::vector<std::pair<std::int64_t, std::int64_t>> moved;
    std::int64_t offset = 0;
    for (SharedObject& object : program.shared) {
        moved.emplace_back(object.offset, offset);
        object.offset = offset;
        offset += object.count;
    }
    for (Instruction& i : program.instructions) {
        for (Operand& o : i.operands) {
            if (o.kind != Operand::Kind::shared) continue;
            const auto found =
                std::ranges::find(moved, o.value, &std::pair<std::int64_t, std::int64_t>::first);
            if (found != moved.end()) o.value = found->second;
        }
    }
}

// Without the object; what named it names another one.
Program without_object(Program program, std::size_t number) {
    const std::int64_t offset = program.shared[number].offset;
    const std::int64_t other = program.shared[number == 0 ? program.shared.size() - 1 : 0].offset;
    for (Instruction& i : program.instructions)
        std::ranges::replace(i.operands, Operand::shared(offset), Operand::shared(other));
    program.shared.erase(program.shared.begin() + static_cast<std::ptrdiff_t>(number));
    pack(program);
    return program;
}

}  // namespace

void drop_shared(Search& search) {
    for (std::size_t i = search.program().shared.size(); i-- > 0;) {
        const Program& program = search.program();
        if (program.shared.size() == 1 && is_used(program, program.shared[0].offset)) return;
        search.offer_program(without_object(program, i));
    }
}

void shrink_shared(Search& search) {
    for (std::size_t i = 0; i < search.program().shared.size(); ++i) {
        for (const Value count : towards(search.program().shared[i].count, 1)) {
            Program candidate = search.program();
            candidate.shared[i].count = count;
            pack(candidate);
            if (search.offer_program(std::move(candidate))) break;
        }
    }
}

}  // namespace musimd::differential
