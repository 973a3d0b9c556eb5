#include <clang/AST/Attr.h>

#include "reader/readers.hpp"

// musimd::launch(kernel, grid, block, arguments…) in device code: see cuda::ChildLaunch.

namespace musimd::reader {
namespace {

constexpr unsigned kFirstArgument = 3;

/// The bits of a number, as a u64.
Expr word_of(const Expr& number, SourcePoint line) {
    const Type type = number->type.type;
    if (!is_float(type)) return convert(number, Type::u64, line);
    const Type bits = type == Type::f64 ? Type::u64 : type == Type::f32 ? Type::u32 : Type::u16;
    return convert(apply(Function::reinterpret, bits, {number}, line), Type::u64, line);
}

}  // namespace

bool DeviceRecords::is_launch(const ast::CallExpr* e) {
    return e->getDirectCallee()->getQualifiedNameAsString() == "musimd::launch" &&
           e->getNumArgs() >= kFirstArgument;
}

Expr DeviceRecords::launch(const ast::CallExpr* e) {
    if (kernel_->launches.empty()) {
        kernel_->launched = emitter_.new_buffer("launched", Type::u64);
    }
    const std::uint64_t number = kernel_->launches.size();
    kernel_->launches.push_back({.kernel = kernel_launched(e->getArg(0)),
                                 .arguments = e->getNumArgs() - kFirstArgument,
                                 .line = line(e)});
    std::vector<Expr> words = {literal(Type::u64, number, line(e))};
    for (const unsigned size : {1U, 2U})
        std::ranges::move(dimensions(e->getArg(size)), std::back_inserter(words));
    for (unsigned i = kFirstArgument; i < e->getNumArgs(); ++i)
        words.push_back(settle(launched_argument(e->getArg(i)), e->getArg(i)));
    add_record(kernel_->launched, words, cuda::ChildLaunch::kElements, e);
    return nullptr;
}

std::size_t DeviceRecords::kernel_launched(const ast::Expr* named) {
    const ast::Expr* e = named->IgnoreParenImpCasts();
    if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
        unary && unary->getOpcode() == ast::UO_AddrOf)
        e = unary->getSubExpr()->IgnoreParenImpCasts();
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e);
    const auto* function = name == nullptr ? nullptr : llvm::dyn_cast<ast::FunctionDecl>(name->getDecl());
    if (function == nullptr || !function->hasAttr<ast::CUDAGlobalAttr>())
        context_.fail(named->getExprLoc(), "a launch must name a kernel (`__global__`)");
    const ast::FunctionDecl* kernel = function->getDefinition();
    if (kernel == nullptr)
        context_.fail(named->getExprLoc(),
                      function->isTemplateInstantiation()
                          ? "the file has no instance of this kernel's template; name one before, as in "
                            "`template __global__ void " +
                                function->getNameAsString() + "<int>(…);`"
                          : "this kernel is declared, but not defined");
    const auto at = std::ranges::find(readers_.kernel->family, kernel);
    const auto number = static_cast<std::size_t>(at - readers_.kernel->family.begin());
    if (at == readers_.kernel->family.end()) readers_.kernel->family.push_back(kernel);
    return number;
}

/// x, y and z of a dim3.
std::vector<Expr> DeviceRecords::dimensions(const ast::Expr* e) {
    const Pointer at = settled(structure(e), e);
    std::vector<Expr> result;
    for (std::int64_t d = 0; d < 3; ++d) {
        const Place number = cell(shifted(at, d, line(e)), context_.tree().UnsignedIntTy, e);
        result.push_back(settle(convert(read_place(number, e), Type::u64, line(e)), e));
    }
    return result;
}

Expr DeviceRecords::launched_argument(const ast::Expr* e) {
    const ast::QualType type = e->getType();
    if (type->isRecordType())
        context_.fail(e->getExprLoc(),
                      "a launch in device code cannot pass structures by value; pass their members");
    if (!type->isPointerType())
        return word_of(convert(value(e), context_.number(type, e->getExprLoc()), line(e)), line(e));
    const Pointer to = settled(pointer(e), e);
    const bool is_own = to.to == Pointer::To::variables ||
                        (to.to == Pointer::To::buffer && (readers_.places.local(to.buffer) != nullptr ||
                                                          readers_.kernel_variables.is_shared(to.buffer)));
    if (is_own)
        context_.fail(e->getExprLoc(),
                      "the launched grid cannot access this memory, which is local or shared; pass a "
                      "pointer to global memory");
    return convert(address(to, e), Type::u64, line(e));
}

/// The words, after those that other threads have added, if the buffer has room for so many elements.
void DeviceRecords::add_record(BufferId buffer, const std::vector<Expr>& words, std::int64_t room,
                               const ast::Expr* e) {
    const SourcePoint at = line(e);
    const auto number = [&](std::uint64_t n) { return literal(Type::u64, n, at); };
    const Expr before = readers_.places.atomically(
        {buffer, literal(Type::i64, 0, at)}, Type::u64, e->getExprLoc(), [&](const Expr& old) {
            return apply(Function::add, {old, number(words.size())}, true, at);
        });
    Block stores = block([&] {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const Expr index =
                convert(apply(Function::add, {before, number(1 + i)}, true, at), Type::i64, at);
            write_at({.variable = {}, .pointer = {buffer, index}, .value = {}, .type = Type::u64}, words[i],
                     e->getExprLoc());
        }
    });
    Statement& s = emit(Statement::Kind::if_, e->getExprLoc());
    s.value =
        apply(Function::lt, {before, number(static_cast<std::uint64_t>(room) - words.size())}, true, at);
    s.body = std::move(stores);
}

}  // namespace musimd::reader
