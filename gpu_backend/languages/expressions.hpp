#pragma once

#include <string>

#include "gpu_backend/languages/dialect.hpp"
#include "isa/program.hpp"
#include "simulator/codegen/names.hpp"

namespace musimd::languages {

/// Something that the language has no text for; caught where a source is made.
struct NoText {
    std::string message;
};

/// The values of instructions as expressions of a language, over the functions of the preludes. `inexact` is
/// set where the language may round in another way than the machine. Throw NoText.
class Expressions {
  public:
    Expressions(const Program& program, Language language)
        : program_(program), language_(language), names_(program) {}

    std::string variable(Variable v) const { return "v_" + names_.of(v); }
    std::string constant(Value word) const { return literal(language_, word); }
    std::string operand(const Operand& o) const;
    /// The same for an address. A negative constant throws NoText, because compilers refuse it as an index.
    std::string address(const Operand& o) const;
    /// What copy, bp, typed, popc or clz assigns.
    std::string value(const Instruction& i);
    /// The word that an atomic stores, of the word `before` that is there.
    std::string updated(const Instruction& i, const std::string& before);
    /// The reduction of two words.
    std::string reduced(const Instruction& i, const std::string& x, const std::string& y);

    bool inexact = false;

  private:
    std::string fitted(const std::string& word) const;
    std::string binary(Operation operation, const std::string& x, const std::string& y) const;
    std::string typed(TypedOperation operation, Type type, const std::string& x, const std::string& y);
    std::string typed_value(const Instruction& i);
    std::string integers(TypedOperation operation, Type type, const std::string& x,
                         const std::string& y) const;
    std::string floats(TypedOperation operation, Type type, const std::string& x, const std::string& y,
                       const std::string& z);
    std::string converted(Type type, Type from, const std::string& x);
    std::string updated_word(FetchOperation operation, const std::string& w, const std::string& o1,
                             const std::string& o2) const;
    std::string updated_typed(const Instruction& i, const std::string& w, const std::string& o1,
                              const std::string& o2);

    const Program& program_;
    Language language_;
    codegen::Names names_;
};

}  // namespace musimd::languages
