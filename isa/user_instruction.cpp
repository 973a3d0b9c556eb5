#include "isa/user_instruction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "isa/assembly_grammar.hpp"
#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"

namespace musimd {
namespace {

// Of one process: definitions are never destroyed, because programs refer to them.
constexpr std::size_t kMaxDefinitions = 65'536;

// Never destroyed: at the exit of the process, what a function refers to may be gone. A run reads an element
// of `all` while another thread adds one: elements must stay where they are.
struct Definitions {
    std::array<const UserInstruction*, kMaxDefinitions> all{};
    std::uint32_t count = 0;
    std::map<std::string, std::uint32_t, std::less<>> numbers;  // of those that programs have now
};

Definitions& definitions() {
    static auto& all = *new Definitions;
    return all;
}

bool is_operation_word(std::string_view name) {
    return std::ranges::any_of(
        operation_table(), [&](const OperationInfo& row) { return row.is_word() && row.spelling == name; });
}

std::optional<std::string> wrong_with(const UserInstruction& instruction) {
    const std::string& name = instruction.name;
    if (!is_identifier(name)) return fmt::format("'{}' is not a name", shown(name));
    if (is_reserved_word(name) || is_operation_word(name))
        return fmt::format("'{}' is a reserved word and cannot be defined", name);
    if (instruction.operands < 1 || instruction.operands > 3)
        return fmt::format("'{}' has {} operands; expected 1, 2 or 3", name, instruction.operands);
    return std::nullopt;
}

}  // namespace

std::optional<std::string> define_user_instruction(UserInstruction instruction) {
    if (auto wrong = wrong_with(instruction)) return wrong;
    Definitions& known = definitions();
    if (known.count == kMaxDefinitions)
        return fmt::format("a process has at most {} definitions", kMaxDefinitions);
    const auto* const kept = new UserInstruction(std::move(instruction));
    known.all[known.count] = kept;
    known.numbers[kept->name] = ++known.count;
    set_user_word(kept->name, true);
    return std::nullopt;
}

bool remove_user_instruction(std::string_view name) {
    Definitions& known = definitions();
    const auto found = known.numbers.find(name);
    if (found == known.numbers.end()) return false;
    set_user_word(name, false);
    known.numbers.erase(found);
    return true;
}

std::uint32_t user_instruction_number(std::string_view name) {
    Definitions& known = definitions();
    const auto found = known.numbers.find(name);
    return found == known.numbers.end() ? 0 : found->second;
}

const UserInstruction& user_instruction(std::uint32_t number) {
    Definitions& known = definitions();
    return *known.all[number - 1];
}

TypedOperation carrier_of(const UserInstruction& instruction) {
    constexpr TypedOperation kCarriers[] = {TypedOperation::neg, TypedOperation::add, TypedOperation::fma};
    return kCarriers[instruction.operands - 1];
}

bool uses_user_instructions(const Program& program) {
    return std::ranges::any_of(program.instructions,
                               [](const Instruction& i) { return user_instruction_of(i) != nullptr; });
}

}  // namespace musimd
