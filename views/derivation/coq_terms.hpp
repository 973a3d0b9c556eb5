#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"
#include "isa/thread_set.hpp"

// Parts of programs and states as terms of Coq: of proofs/theories/Program.v, and of Derivation.v.

namespace musimd::views::derivation {

/// What keeps a program from being one of proofs/theories/Program.v.
struct NotCovered {
    Location location;      ///< location of the instruction; line 0 if it is not one
    std::string construct;  ///< what is not covered, and what would be
};

/// The first of them; nullopt if it is a program of Program.v.
std::optional<NotCovered> not_covered(const Program& program);

/// A program that is covered, as Coq writes its parts.
class CoqTerms {
  public:
    explicit CoqTerms(const Program& program);

    /// `v_x`
    const std::string& variable(Variable v) const { return variables_[v]; }
    /// `Var v_x`, `Const 3`, `Tid`; an operand in parentheses if it needs them.
    std::string operand(const Operand& operand) const;
    /// `Binary v_x Add Tid (Const 1)`
    std::string instruction(const Instruction& instruction) const;
    /// The definitions of the variables and of P.
    std::string program(std::int64_t max_address) const;

  private:
    const Program& program_;
    std::vector<std::string> variables_;  ///< by index
};

/// `[0; 1; 2]`
std::string coq_list(const std::vector<std::string>& items);
std::string coq_threads(const std::vector<Thread>& threads);
/// `[2; -1]%Z`
std::string coq_words(const std::vector<Value>& words);
/// `5%Z`, `(-1)%Z`
std::string coq_word(Value word);
/// Text in a comment of Coq, which must not end it or open a string.
std::string coq_comment(std::string_view text);

}  // namespace musimd::views::derivation
