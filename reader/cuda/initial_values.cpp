#include "reader/cuda/initial_values.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include "reader/types.hpp"

// Constants as the numbers that they consist of, in the order of types.cpp.

namespace musimd::reader {
namespace {

class Patterns {
  public:
    Patterns(const Context& context, std::vector<std::uint64_t>& result)
        : context_(context), result_(result) {}

    /// False if the constant has parts that are no numbers.
    bool add(const ast::APValue& value, ast::QualType type) {
        if (!value.hasValue()) return next_ += cells(type), true;  // what has no value is 0
        if (value.isInt()) return add(value.getInt().getZExtValue());
        if (value.isFloat()) return add(value.getFloat().bitcastToAPInt().getZExtValue());
        if (value.isArray()) return add_array(value, type);
        if (value.isStruct()) return add_structure(value, type->getAsCXXRecordDecl());
        const ast::FieldDecl* const member = value.isUnion() ? value.getUnionField() : nullptr;
        return member != nullptr && member == parts_of(member->getParent()).front().member &&
               add(value.getUnionValue(), member->getType());
    }

  private:
    bool add(std::uint64_t pattern) {
        if (next_ >= result_.size()) return false;
        result_[next_++] = pattern;
        return true;
    }

    bool add_array(const ast::APValue& value, ast::QualType type) {
        const ast::QualType element = context_.tree().getAsConstantArrayType(type)->getElementType();
        for (unsigned i = 0; i < value.getArraySize(); ++i) {
            const bool given = i < value.getArrayInitializedElts();
            if (!add(given ? value.getArrayInitializedElt(i) : value.getArrayFiller(), element)) return false;
        }
        return true;
    }

    bool add_structure(const ast::APValue& value, const ast::CXXRecordDecl* cls) {
        unsigned base = 0;
        for (const Component& part : parts_of(cls)) {
            const ast::APValue& now = part.member == nullptr
                                          ? value.getStructBase(base++)
                                          : value.getStructField(part.member->getFieldIndex());
            if (!add(now, part.type)) return false;
        }
        return true;
    }

    std::size_t cells(ast::QualType type) const {
        return static_cast<std::size_t>(cell_count(context_, type, {}));
    }

    const Context& context_;
    std::vector<std::uint64_t>& result_;
    std::size_t next_ = 0;
};

}  // namespace

bool initial_patterns(const Context& context, const ast::VarDecl* v, std::vector<std::uint64_t>& patterns) {
    const auto* construction = llvm::dyn_cast_or_null<ast::CXXConstructExpr>(v->getInit());
    const bool is_zero = construction != nullptr && construction->getConstructor()->isTrivial() &&
                         construction->getConstructor()->isDefaultConstructor();
    if (v->getInit() == nullptr || is_zero) return true;
    const ast::APValue* const value = v->evaluateValue();
    return value != nullptr && Patterns(context, patterns).add(*value, v->getType());
}

}  // namespace musimd::reader
