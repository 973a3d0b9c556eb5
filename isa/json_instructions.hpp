#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "isa/json_tree.hpp"
#include "isa/program.hpp"

namespace musimd::json {

/// Reads values of known types; what is wrong is reported at its place.
class ValueReader {
  public:
    ValueReader(const Places& places, Diagnostics& diagnostics)
        : places_(places), diagnostics_(diagnostics) {}

    /// Returns nullopt, for a return statement.
    std::nullopt_t fail(const Node& at, std::string message) const;

    /// The digits of an integer, with its sign.
    std::optional<std::string> integer(const Node& node) const;
    /// An integer of the range.
    std::optional<Integer> ranged(const Node& node, Integer least, Integer most) const;
    /// A name: letters, digits and `_`.
    std::optional<std::string> identifier(const Node& node) const;
    /// One of these words.
    std::optional<std::string> word(const Node& node, const std::vector<std::string_view>& words) const;
    /// An object all of whose members are among these.
    bool object(const Node& node, const std::vector<std::string_view>& members) const;
    bool list(const Node& node) const;
    /// A member that must be there.
    const Node* member(const Node& object, std::string_view name) const;

    const Places& places() const { return places_; }

  private:
    const Places& places_;
    Diagnostics& diagnostics_;
};

/// What instructions refer to by name.
struct Names {
    std::uint32_t threads = 32;
    std::map<std::string, Variable> variables;
    std::map<std::string, std::int64_t> shared;  ///< to the offset
    std::multimap<Label, std::string> labels;    ///< by the number of the instruction
    std::set<std::string> label_names;
};

/// Reads the objects of the list `instructions`, of which there are `count`.
class InstructionReader {
  public:
    /// Targets without a label get one in `names`.
    InstructionReader(const ValueReader& values, Names& names, std::size_t count);

    /// The instruction as a line of assembly.
    std::optional<std::string> read(const Node& node);

  private:
    bool operation(const Node& node, const InstructionInfo& row, Instruction& i) const;
    bool strength(const Node& node, Instruction& i) const;
    bool types(const Node& node, Instruction& i) const;
    bool type(const Node& node, const char* name, Type& type) const;
    bool destination(const Node& node, const InstructionInfo& row, Instruction& i) const;
    bool operands(const Node& node, Instruction& i) const;
    bool target(const Node& node, const InstructionInfo& row, Instruction& i);
    bool width(const Node& node, Instruction& i) const;
    std::optional<Operand> operand(const Node& node) const;
    std::optional<Operand> variable(const Node& node) const;
    std::optional<Operand> shared(const Node& node) const;

    const ValueReader& values_;
    Names& names_;
    std::size_t count_;
    Program printed_;  ///< has what the printer needs of a program
};

}  // namespace musimd::json
