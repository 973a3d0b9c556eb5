#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Shuffles of numbers and of pointers.
class Shuffles : public Reader {
  public:
    using Reader::Reader;

    Expr shuffle(const ast::CallExpr* e, MachineInstruction operation, const Expr& index = nullptr);
    std::optional<Pointer> shuffled_pointer(const ast::CastExpr* e);
    void note_unset(const ast::VarDecl* v, VariableId variable);
    std::optional<VariableId> unset_variable(const ast::Expr* e);

  private:
    Expr shuffle_unset(const MachineInstruction& operation, const Expr& mask, VariableId from,
                       const Expr& lane, const ast::CallExpr* e);
    Expr source_lane(Variant variant, const Expr& by, const ast::Expr* given);
    Expr lane_of_thread(SourcePoint at);

    struct Unset {
        const ast::VarDecl* declared;
        std::optional<VariableId> is_set;
    };
    std::map<VariableId, Unset> unset_;  ///< variables that are declared without a value
};

}  // namespace musimd::reader
