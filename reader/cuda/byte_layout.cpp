#include "reader/cuda/byte_layout.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/GlobalDecl.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecordLayout.h>

#include <memory>

#include "reader/types.hpp"

// The layouts are those of the host's C++; the order of the numbers is that of types.cpp.

namespace musimd::reader {
namespace {

/// A number, or a pointer.
struct Part {
    std::int64_t offset = 0;
    ast::QualType type;
};

std::int64_t bytes_of(const Context& context, ast::QualType type) {
    return context.tree().getTypeSizeInChars(type).getQuantity();
}

void add_parts(const Context& context, ast::QualType type, std::int64_t offset, std::vector<Part>& parts) {
    if (const auto* array = context.tree().getAsConstantArrayType(type)) {
        const ast::QualType element = array->getElementType();
        const auto count = static_cast<std::int64_t>(array->getSize().getZExtValue());
        for (std::int64_t i = 0; i < count; ++i)
            add_parts(context, element, offset + i * bytes_of(context, element), parts);
        return;
    }
    if (const ast::QualType part = part_of_complex(type); !part.isNull()) {
        for (const std::int64_t at : {offset, offset + bytes_of(context, part)}) parts.push_back({at, part});
        return;
    }
    const ast::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr) return parts.push_back({offset, type});
    record = record->getDefinition();
    const ast::ASTRecordLayout& layout = context.tree().getASTRecordLayout(record);
    if (const auto* cls = llvm::dyn_cast<ast::CXXRecordDecl>(record)) {
        for (const ast::CXXBaseSpecifier& base : cls->bases())
            add_parts(context, base.getType(),
                      offset + layout.getBaseClassOffset(base.getType()->getAsCXXRecordDecl()).getQuantity(),
                      parts);
    }
    for (const Component& part : parts_of(record)) {
        if (part.member == nullptr) continue;
        const auto bits = static_cast<std::int64_t>(layout.getFieldOffset(part.member->getFieldIndex()));
        add_parts(context, part.type, offset + bits / 8, parts);
    }
}

ast::QualType element_of(const Context& context, ast::QualType pointer) {
    const ast::QualType to = pointer->getPointeeType();
    return to->isArrayType() ? context.tree().getBaseElementType(to) : to;
}

}  // namespace

cuda::ByteLayout layout_of(const Context& context, ast::QualType type) {
    std::vector<Part> parts;
    add_parts(context, type, 0, parts);
    cuda::ByteLayout result{.bytes = bytes_of(context, type)};
    for (const Part& part : parts)
        result.numbers.push_back({part.offset, context.number(part.type).value_or(Type::i64)});
    return result;
}

void add_places(const Context& context, const ast::FunctionDecl* f, cuda::KernelFunction& kernel) {
    for (std::size_t i = 0; i < f->getNumParams(); ++i) {
        const ast::QualType type = f->getParamDecl(static_cast<unsigned>(i))->getType();
        kernel.argument_bytes.push_back(bytes_of(context, type));
        std::vector<Part> parts;
        add_parts(context, type, 0, parts);
        for (const Part& part : parts) {
            cuda::ArgumentPlace place{.argument = i, .offset = part.offset};
            if (part.type->isPointerType())
                place.element = layout_of(context, element_of(context, part.type));
            // Each member of structures that are pointed to is a parameter.
            const bool to_structures =
                part.type->isPointerType() && element_of(context, part.type)->isRecordType();
            kernel.places.insert(kernel.places.end(), to_structures ? place.element.numbers.size() : 1,
                                 place);
        }
    }
}

std::string name_for_linker(const ast::NamedDecl* declared) {
    const std::unique_ptr<ast::MangleContext> mangling(declared->getASTContext().createMangleContext());
    if (!mangling->shouldMangleDeclName(declared)) return declared->getNameAsString();
    std::string name;
    llvm::raw_string_ostream text(name);
    const auto* f = llvm::dyn_cast<ast::FunctionDecl>(declared);
    if (f != nullptr && f->hasAttr<ast::CUDAGlobalAttr>())
        mangling->mangleName(ast::GlobalDecl(f, ast::KernelReferenceKind::Kernel), text);
    else if (const auto* v = llvm::dyn_cast<ast::VarDecl>(declared))
        mangling->mangleName(ast::GlobalDecl(v), text);
    text.flush();
    return name;
}

}  // namespace musimd::reader
