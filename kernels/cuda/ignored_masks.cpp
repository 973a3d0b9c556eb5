#include "kernels/cuda/ignored_masks.hpp"

#include <algorithm>
#include <utility>

namespace musimd::kernels::cuda {
namespace {

using dsl::Statement;
using Kind = Statement::Kind;

constexpr dsl::ValueType kLanes = dsl::ValueType::number(Type::i64);

bool has_mask(const Statement& s) {
    constexpr Opcode kOpcodes[] = {Opcode::vote, Opcode::match, Opcode::shuffle, Opcode::typed_reduce,
                                   Opcode::syncwarp};
    return s.kind == Kind::instruction &&
           std::ranges::find(kOpcodes, s.instruction.opcode) != std::end(kOpcodes);
}

class Masks {
  public:
    Masks(const std::vector<std::uint32_t>& lines, PreparedLaunch& prepared)
        : lines_(lines), prepared_(prepared) {}

    void replace(dsl::Block& block) {
        dsl::Block result;
        for (Statement& s : block) {
            for (dsl::Block* inner : {&s.head, &s.step, &s.body, &s.otherwise}) replace(*inner);
            if (has_mask(s) && std::ranges::binary_search(lines_, s.line.line))
                add(std::move(s), result);
            else
                result.push_back(std::move(s));
        }
        block = std::move(result);
    }

  private:
    void add(Statement s, dsl::Block& to) {
        Statement& active = to.emplace_back();
        active.kind = Kind::instruction;
        active.line = s.line;
        active.instruction.opcode = Opcode::activemask;
        active.variable = new_variable();
        const dsl::Expr mask = std::exchange(s.operands.front(), dsl::read(active.variable, kLanes));
        const dsl::VariableId result = s.variable;
        const std::uint32_t line = s.line;
        const bool is_ballot =
            s.instruction.opcode == Opcode::vote && s.instruction.variant == Variant::ballot;
        to.push_back(std::move(s));
        if (!is_ballot) return;
        Statement& of_mask = to.emplace_back();
        of_mask.kind = Kind::set;
        of_mask.line = line;
        of_mask.variable = result;
        of_mask.value = dsl::apply(dsl::Function::andb, {dsl::read(result, kLanes),
                                                         dsl::apply(dsl::Function::cvt, Type::i64, {mask})});
    }

    dsl::VariableId new_variable() {
        const auto v = static_cast<dsl::VariableId>(prepared_.part.kernel.variables.size());
        prepared_.part.kernel.variables.push_back({"active", kLanes});
        prepared_.part.variables.push_back(v);
        prepared_.part.declared.push_back(v);
        return v;
    }

    const std::vector<std::uint32_t>& lines_;
    PreparedLaunch& prepared_;
};

}  // namespace

void ignore_masks(const std::vector<std::uint32_t>& lines, PreparedLaunch& prepared) {
    if (!lines.empty()) Masks(lines, prepared).replace(prepared.part.kernel.body);
}

}  // namespace musimd::kernels::cuda
