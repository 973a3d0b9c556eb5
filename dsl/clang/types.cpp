#include "dsl/clang/types.hpp"

namespace musimd::dsl::clang {
namespace {

constexpr std::size_t kMaxCells = 1 << 20;
constexpr std::size_t kMaxMembers = 256;

/// The definition of a structure that can be split.
const ast::RecordDecl* structure(const Context& context, ast::QualType type, ast::SourceLocation where) {
    const ast::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr) return nullptr;
    if (record->isUnion()) context.fail(where, "unions are not supported yet");
    record = record->getDefinition();
    if (record == nullptr) context.fail(where, "this structure is not defined");
    if (record->hasFlexibleArrayMember())
        context.fail(where, "structures with a last member of unknown size are not supported");
    for (const ast::FieldDecl* member : record->fields()) {
        if (member->isBitField())
            context.fail(where, "structures with members of some bits are not supported yet");
    }
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
        for (const ast::FieldDecl* member : record->fields())
            add_cells(context, member->getType(), where, name + "_" + member->getNameAsString(), cells);
    } else if (const ast::ConstantArrayType* array = constant_array(context, type, where)) {
        const std::uint64_t size = array->getSize().getZExtValue();
        for (std::uint64_t i = 0; i < size; ++i)
            add_cells(context, array->getElementType(), where, name + "_" + std::to_string(i), cells);
    } else {
        cells.push_back({name, scalar(context, type, where)});
    }
}

void add_members(const Context& context, ast::QualType type, ast::SourceLocation where,
                 const std::string& name, std::vector<Member>& members) {
    if (members.size() > kMaxMembers) context.fail(where, "this structure has too many members");
    if (const ast::RecordDecl* record = structure(context, type, where)) {
        for (const ast::FieldDecl* member : record->fields())
            add_members(context, member->getType(), where, name + "." + member->getNameAsString(), members);
    } else if (const ast::ConstantArrayType* array = constant_array(context, type, where)) {
        for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
            add_members(context, array->getElementType(), where, name + "[" + std::to_string(i) + "]",
                        members);
    } else {
        members.push_back({name, context.number(type, where)});
    }
}

}  // namespace

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
    const ast::RecordDecl* record = structure(context, type, where);
    if (record == nullptr) return 1;
    std::int64_t result = 0;
    for (const ast::FieldDecl* member : record->fields())
        result += cell_count(context, member->getType(), where);
    return result;
}

std::int64_t cell_of(const Context& context, const ast::FieldDecl* member, ast::SourceLocation where) {
    structure(context, context.tree().getRecordType(member->getParent()), where);
    std::int64_t result = 0;
    for (const ast::FieldDecl* before : member->getParent()->fields()) {
        if (before == member) break;
        result += cell_count(context, before->getType(), where);
    }
    return result;
}

Type scalar(const Context& context, ast::QualType type, ast::SourceLocation where) {
    return type->isPointerType() ? Type::i64 : context.number(type, where);
}

bool same_cells(const Context& context, ast::QualType a, ast::QualType b) {
    const auto base = [&](ast::QualType type) {
        return context.tree().getBaseElementType(type).getCanonicalType().getUnqualifiedType();
    };
    return base(a) == base(b);
}

}  // namespace musimd::dsl::clang
