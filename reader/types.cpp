#include "reader/types.hpp"

#include <clang/AST/DeclCXX.h>

#include <algorithm>
#include <optional>

namespace musimd::reader {
namespace {

constexpr std::size_t kMaxCells = 1 << 20;
constexpr std::size_t kMaxMembers = 4096;

std::optional<std::vector<int>> widths_of(const Context& context, ast::QualType type);

bool add_widths(const Context& context, ast::QualType type, std::vector<int>& widths) {
    if (widths.size() > kMaxMembers) return false;
    if (type->isPointerType() || type->isReferenceType()) return widths.push_back(64), true;
    if (const auto* array = context.tree().getAsConstantArrayType(type)) {
        for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i) {
            if (!add_widths(context, array->getElementType(), widths)) return false;
        }
        return true;
    }
    if (const ast::QualType part = part_of_complex(type); !part.isNull())
        return add_widths(context, part, widths) && add_widths(context, part, widths);
    if (const ast::RecordDecl* record = type->getAsRecordDecl()) {
        record = record->getDefinition();
        if (record == nullptr) return false;
        return std::ranges::all_of(parts_of(record), [&](const Component& part) {
            const bool is_bits = part.member != nullptr && part.member->isBitField();
            return !is_bits && add_widths(context, part.type, widths);
        });
    }
    const auto number = context.number(type);
    if (number) widths.push_back(width_of(*number));
    return number.has_value();
}

/// Of the numbers that an object of the type consists of; nothing if that is not supported.
std::optional<std::vector<int>> widths_of(const Context& context, ast::QualType type) {
    std::vector<int> widths;
    return add_widths(context, type, widths) ? std::optional(widths) : std::nullopt;
}

bool is_cuda(const Context& context) {
    return context.tree().getLangOpts().CUDA;
}

/// The width of the smallest number in an object of the type.
std::uint64_t smallest_number(const ast::ASTContext& tree, ast::QualType type) {
    type = tree.getBaseElementType(type);
    const ast::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr || record->getDefinition() == nullptr) return tree.getTypeSize(type);
    std::uint64_t result = 64;
    for (const Component& part : parts_of(record->getDefinition()))
        result = std::min(result, smallest_number(tree, part.type));
    return result;
}

/// Of a union of CUDA C++, the largest member; of several, one of the smallest numbers: others are some of
/// these.
const ast::FieldDecl* member_of_union(const ast::RecordDecl* record) {
    const ast::ASTContext& tree = record->getASTContext();
    const ast::FieldDecl* result = nullptr;
    for (const ast::FieldDecl* member : record->fields()) {
        if (result == nullptr) result = member;
        if (!tree.getLangOpts().CUDA || member->getType()->isIncompleteType()) return result;
        const std::uint64_t size = tree.getTypeSize(member->getType());
        const std::uint64_t known = tree.getTypeSize(result->getType());
        if (size > known || (size == known && smallest_number(tree, member->getType()) <
                                                  smallest_number(tree, result->getType())))
            result = member;
    }
    return result;
}

bool is_empty(const Context& context, ast::QualType type) {
    const auto widths = widths_of(context, type);
    return widths && widths->empty();
}

void check_union(const Context& context, const ast::RecordDecl* record, ast::SourceLocation where) {
    if (is_cuda(context)) return;  // where a member is accessed is known whether it is supported
    if (context.is_of_system(record->getLocation())) return;  // as those of pthreads, which nobody accesses
    const ast::FieldDecl* first = nullptr;
    for (const ast::FieldDecl* member : record->fields()) {
        if (first == nullptr) first = member;
        const auto widths = widths_of(context, member->getType());
        if (widths && widths == widths_of(context, first->getType())) continue;
        context.fail(where, "the members of this union differ in size: '" + first->getNameAsString() +
                                "' is '" + first->getType().getAsString() + "', '" +
                                member->getNameAsString() + "' is '" + member->getType().getAsString() + "'");
    }
}

/// The definition of a structure that can be split.
const ast::RecordDecl* structure(const Context& context, ast::QualType type, ast::SourceLocation where) {
    const ast::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr) return nullptr;
    record = record->getDefinition();
    if (record == nullptr) context.fail(where, "this structure is not defined");
    if (record->hasFlexibleArrayMember())
        context.fail(where, "structures with a flexible array member are not supported");
    for (const ast::FieldDecl* member : record->fields()) {
        if (member->isBitField() && record->isUnion())
            context.fail(where, "unions with bit-fields are not supported yet");
    }
    if (record->isUnion()) check_union(context, record, where);
    const auto* cls = llvm::dyn_cast<ast::CXXRecordDecl>(record);
    if (cls != nullptr && cls->isDynamicClass() && (is_cuda(context) || cls->getNumVBases() != 0))
        context.fail(where,
                     "classes with virtual functions or virtual base classes are not supported; pass the "
                     "concrete class as a template argument");
    return record;
}

const ast::ConstantArrayType* constant_array(const Context& context, ast::QualType type,
                                             ast::SourceLocation where) {
    const ast::ArrayType* array = context.tree().getAsArrayType(type);
    if (array == nullptr) return nullptr;
    const auto* constant = llvm::dyn_cast<ast::ConstantArrayType>(array);
    if (constant == nullptr) context.fail(where, "arrays whose size is not a constant are not supported yet");
    return constant;
}

void add_cells(const Context& context, ast::QualType type, ast::SourceLocation where, const std::string& name,
               std::vector<Cell>& cells) {
    if (cells.size() > kMaxCells) context.fail(where, "this object is too large");
    if (const ast::RecordDecl* record = structure(context, type, where)) {
        for (const Component& part : parts_of(record))
            add_cells(context, part.type, where, name + part.name("_"), cells);
    } else if (const ast::ConstantArrayType* array = constant_array(context, type, where)) {
        const std::uint64_t size = array->getSize().getZExtValue();
        for (std::uint64_t i = 0; i < size; ++i)
            add_cells(context, array->getElementType(), where, name + "_" + std::to_string(i), cells);
    } else if (const ast::QualType part = part_of_complex(type); !part.isNull()) {
        for (const char* which : {"_re", "_im"}) cells.push_back({name + which, context.number(part, where)});
    } else {
        cells.push_back({name, scalar(context, type, where)});
    }
}

void add_members(const Context& context, ast::QualType type, ast::SourceLocation where,
                 const std::string& name, std::vector<Member>& members) {
    if (members.size() > kMaxMembers) context.fail(where, "this structure has too many members");
    refuse_bits(context, type, where);
    if (const ast::RecordDecl* record = structure(context, type, where)) {
        for (const Component& part : parts_of(record))
            add_members(context, part.type, where, name + part.name("."), members);
    } else if (const ast::ConstantArrayType* array = constant_array(context, type, where)) {
        for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
            add_members(context, array->getElementType(), where, name + "[" + std::to_string(i) + "]",
                        members);
    } else if (const ast::QualType part = part_of_complex(type); !part.isNull()) {
        for (const char* which : {".re", ".im"})
            members.push_back({name + which, context.number(part, where)});
    } else if (is_cuda(context) && type->isPointerType()) {
        members.push_back({name, Type::i64});  // an address, which kernels cannot follow
    } else {
        members.push_back({name, context.number(type, where)});
    }
}

}  // namespace

bool is_composed(ast::QualType type) {
    return type->isRecordType() || type->isAnyComplexType();
}

ast::QualType part_of_complex(ast::QualType type) {
    const auto* complex = type->getAs<ast::ComplexType>();
    return complex == nullptr ? ast::QualType{} : complex->getElementType();
}

std::string Component::name(const std::string& between) const {
    return member == nullptr ? "" : between + member->getNameAsString();
}

std::vector<Component> parts_of(const ast::RecordDecl* record) {
    std::vector<Component> parts;
    const auto* cls = llvm::dyn_cast<ast::CXXRecordDecl>(record);
    if (cls != nullptr) {
        const bool inherits_number =
            std::any_of(cls->bases_begin(), cls->bases_end(), [](const ast::CXXBaseSpecifier& base) {
                const auto* of = base.getType()->getAsCXXRecordDecl();
                return of != nullptr && of->hasDefinition() && of->isDynamicClass();
            });
        if (cls->hasDefinition() && cls->isDynamicClass() && !inherits_number)
            parts.push_back(
                {record->getASTContext().LongTy, nullptr});  // of its class: see virtual_calls.hpp
        for (const ast::CXXBaseSpecifier& base : cls->bases()) parts.push_back({base.getType(), nullptr});
    }
    if (record->isUnion()) {
        if (const ast::FieldDecl* member = member_of_union(record))
            parts.push_back({member->getType(), member});
        return parts;
    }
    for (const ast::FieldDecl* member : record->fields()) {
        const bool is_captured = cls != nullptr && cls->isLambda() && member->getType()->isReferenceType();
        if (!is_captured && !member->isUnnamedBitField()) parts.push_back({member->getType(), member});
    }
    return parts;
}

void refuse_bits(const Context& context, ast::QualType type, ast::SourceLocation where) {
    const ast::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr || record->getDefinition() == nullptr) return;
    const auto has_bits = [](const ast::FieldDecl* member) { return member->isBitField(); };
    record = record->getDefinition();
    if (std::any_of(record->field_begin(), record->field_end(), has_bits))
        context.fail(where, "structures with bit-fields are supported only in local and shared variables");
}

std::vector<Member> members_of(const Context& context, ast::QualType type, ast::SourceLocation where) {
    std::vector<Member> members;
    add_members(context, type, where, "", members);
    if (members.empty()) context.fail(where, "a structure without members is not supported");
    return members;
}

std::vector<Cell> cells_of(const Context& context, ast::QualType type, ast::SourceLocation where) {
    std::vector<Cell> cells;
    add_cells(context, type, where, "", cells);
    return cells;
}

std::int64_t cell_count(const Context& context, ast::QualType type, ast::SourceLocation where) {
    if (const ast::ConstantArrayType* array = constant_array(context, type, where))
        return static_cast<std::int64_t>(array->getSize().getZExtValue()) *
               cell_count(context, array->getElementType(), where);
    if (type->isAnyComplexType()) return 2;
    const ast::RecordDecl* record = structure(context, type, where);
    if (record == nullptr) return 1;
    std::int64_t result = 0;
    for (const Component& part : parts_of(record)) result += cell_count(context, part.type, where);
    return result;
}

std::int64_t cell_of_base(const Context& context, const ast::RecordDecl* whole, ast::QualType base,
                          ast::SourceLocation where) {
    std::int64_t result = 0;
    for (const Component& part : parts_of(whole)) {
        if (part.member == nullptr && context.tree().hasSameUnqualifiedType(part.type, base)) break;
        result += cell_count(context, part.type, where);
    }
    return result;
}

std::int64_t cell_of(const Context& context, const ast::FieldDecl* member, ast::SourceLocation where) {
    structure(context, context.tree().getRecordType(member->getParent()), where);
    std::int64_t result = 0;
    if (member->getParent()->isUnion()) return result;
    for (const Component& part : parts_of(member->getParent())) {
        if (part.member == member) break;
        result += cell_count(context, part.type, where);
    }
    return result;
}

Type scalar(const Context& context, ast::QualType type, ast::SourceLocation where) {
    return type->isPointerType() || type->isReferenceType() ? Type::i64 : context.number(type, where);
}

bool same_cells(const Context& context, ast::QualType a, ast::QualType b) {
    const auto base = [&](ast::QualType type) {
        return context.tree().getBaseElementType(type).getCanonicalType().getUnqualifiedType();
    };
    return base(a) == base(b);
}

bool same_sizes(const Context& context, ast::QualType a, ast::QualType b) {
    if (same_cells(context, a, b)) return true;
    const auto first = widths_of(context, context.tree().getBaseElementType(a));
    const auto second = widths_of(context, context.tree().getBaseElementType(b));
    if (!first || !second || first->empty() || second->empty()) return false;
    const auto all_are = [](const std::vector<int>& widths, int width) {
        return std::ranges::all_of(widths, [&](int w) { return w == width; });
    };
    return first == second || (all_are(*first, first->front()) && all_are(*second, first->front()));
}

bool is_beginning(const Context& context, ast::QualType a, ast::QualType b) {
    if (!a->isRecordType() || !b->isRecordType()) return false;
    const auto first = widths_of(context, a);
    const auto second = widths_of(context, b);
    if (!first || !second || first->empty() || second->empty()) return false;
    const auto [in_first, in_second] = std::ranges::mismatch(*first, *second);
    return in_first == first->end() || in_second == second->end();
}

std::int64_t bytes_of_each(const Context& context, ast::QualType type) {
    if (type->isIncompleteType() || type->isFunctionType()) return 0;
    const auto widths = widths_of(context, type);
    if (!widths || widths->empty()) return 0;
    const std::int64_t bytes = widths->front() / 8;
    const bool are_alike =
        std::ranges::all_of(*widths, [&](int width) { return width == widths->front(); }) &&
        context.tree().getTypeSizeInChars(type).getQuantity() == bytes * std::ssize(*widths);
    return are_alike ? bytes : 0;
}

bool has_union(ast::QualType type) {
    const ast::RecordDecl* record = type->getBaseElementTypeUnsafe()->getAsRecordDecl();
    if (record == nullptr || record->getDefinition() == nullptr) return false;
    record = record->getDefinition();
    return record->isUnion() ||
           std::ranges::any_of(parts_of(record), [](const Component& part) { return has_union(part.type); });
}

bool has_mixed_union(const Context& context, ast::QualType type) {
    const ast::RecordDecl* record = type->getBaseElementTypeUnsafe()->getAsRecordDecl();
    if (record == nullptr || record->getDefinition() == nullptr) return false;
    record = record->getDefinition();
    if (!record->isUnion())
        return std::ranges::any_of(
            parts_of(record), [&](const Component& part) { return has_mixed_union(context, part.type); });
    const ast::FieldDecl* whole = parts_of(record).empty() ? nullptr : parts_of(record).front().member;
    return std::any_of(record->field_begin(), record->field_end(), [&](const ast::FieldDecl* member) {
        return !is_empty(context, member->getType()) &&
               widths_of(context, member->getType()) != widths_of(context, whole->getType());
    });
}

bool is_copyable(ast::QualType type) {
    const auto* record = type->getAsCXXRecordDecl();
    if (record == nullptr) return true;
    if (record->needsImplicitCopyConstructor()) return !record->defaultedCopyConstructorIsDeleted();
    return std::ranges::any_of(record->ctors(), [](const ast::CXXConstructorDecl* c) {
        return c->isCopyOrMoveConstructor() && !c->isDeleted();
    });
}

}  // namespace musimd::reader
