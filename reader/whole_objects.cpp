#include "reader/cuda/byte_layout.hpp"
#include "reader/readers.hpp"

// `memset` and `memcpy`: loops over the numbers of whole objects.

namespace musimd::reader {
namespace {

constexpr std::uint64_t kEachByte = 0x0101'0101'0101'0101;

constexpr std::int64_t kMostBytes = 64;  ///< of a structure whose first members a size of the run may end at

/// How many numbers the first bytes of an element are; nothing if they end inside a number. Of a union, or of
/// bit-fields, only none are known.
std::optional<std::int64_t> numbers_in(const Context& context, ast::QualType element, std::int64_t bytes,
                                       ast::SourceLocation where) {
    if (bytes == 0) return 0;
    const cuda::ByteLayout layout = layout_of(context, element);
    if (std::ssize(layout.numbers) != cell_count(context, element, where)) return std::nullopt;
    std::int64_t result = 0;
    for (const auto& number : layout.numbers) {
        if (number.offset >= bytes) continue;
        if (number.offset + width_of(number.type) / 8 > bytes) return std::nullopt;
        ++result;
    }
    return result;
}

}  // namespace

bool WholeObjects::is_null(const ast::Expr* argument) const {
    return argument->isNullPointerConstant(context_.tree(), ast::Expr::NPC_ValueDependentIsNull) !=
           ast::Expr::NPCK_NotNull;
}

/// The type of the elements that an argument, a `void *`, points to.
ast::QualType WholeObjects::elements_at(const ast::Expr* argument) const {
    if (is_null(argument)) return context_.tree().UnsignedCharTy;
    const ast::Expr* e = argument->IgnoreParenCasts();
    const ast::QualType type = e->getType();
    ast::QualType element = type->isArrayType()         ? type
                            : type->isVoidPointerType() ? readers_.allocations.type_of_memory(e)
                                                        : type->getPointeeType();
    if (element.isNull())
        context_.fail(argument->getExprLoc(), "the element type of this memory is unknown here");
    return context_.tree().getBaseElementType(element);
}

Pointer WholeObjects::settled_argument(const ast::Expr* argument) {
    if (is_null(argument)) return readers_.pointers.at_address(literal(Type::i64, 0, line(argument)));
    const ast::Expr* e = argument->IgnoreParenCasts();
    const ast::Expr* given = argument->IgnoreParens();  // a pointer, but for its conversion to `void *`
    while (const auto* c = llvm::dyn_cast<ast::CastExpr>(given)) {
        if (c->getCastKind() != ast::CK_BitCast && c->getCastKind() != ast::CK_NoOp) break;
        given = c->getSubExpr()->IgnoreParens();
    }
    Pointer result = settled(e->getType()->isArrayType() ? lvalue(e) : pointer(given), e);
    if (result.to == Pointer::To::variables)
        context_.fail(argument->getExprLoc(), "`memset` and `memcpy` of this variable are not supported yet");
    return result;
}

/// The number of cells in the bytes of the third argument, which must be whole elements, and then whole
/// members of one.
Expr WholeObjects::cells_in(const ast::CallExpr* e, ast::QualType element, unsigned size_argument) {
    const auto number = [&](std::int64_t n) {
        return literal(Type::i64, static_cast<std::uint64_t>(n), line(e));
    };
    const std::int64_t size = context_.tree().getTypeSizeInChars(element).getQuantity();
    const std::int64_t cells = cell_count(context_, element, e->getExprLoc());
    const auto members = [&](std::int64_t bytes) {
        return numbers_in(context_, element, bytes, e->getExprLoc());
    };
    if (const auto known = context_.integer(e->getArg(size_argument))) {
        const auto of_last = members(*known % size);
        if (!of_last)
            context_.fail(e->getArg(size_argument)->getExprLoc(),
                          "the size is not a multiple of the element size: '" + element.getAsString() +
                              "' has " + std::to_string(size) + " bytes");
        return number(*known / size * cells + *of_last);
    }
    const Expr bytes = settle(as_i64(value(e->getArg(size_argument))), e);
    const Expr whole = apply(Function::div, {bytes, number(size)}, true, line(e));
    const Expr rest = apply(Function::rem, {bytes, number(size)}, true, line(e));
    const Expr is_whole = apply(Function::eq, {rest, number(0)}, true, line(e));
    if (cells == 1) {
        emit(Statement::Kind::check, e->getExprLoc()).value = is_whole;
        return settle(whole, e);
    }
    Expr of_last = apply(Function::select, {is_whole, number(0), number(-1)});
    for (std::int64_t b = 1; b < std::min(size, kMostBytes); ++b) {
        const Expr ends_here = apply(Function::eq, {rest, number(b)}, true, line(e));
        if (const auto known = members(b))
            of_last = apply(Function::select, {ends_here, number(*known), of_last});
    }
    of_last = settle(of_last, e);
    emit(Statement::Kind::check, e->getExprLoc()).value =
        apply(Function::ge, {of_last, number(0)}, true, line(e));
    return settle(apply(Function::add, {times(whole, number(cells), line(e)), of_last}, true, line(e)), e);
}

/// Both go from number to number.
void WholeObjects::refuse_layout(const Pointer& p, const ast::Expr* at) const {
    if (p.layout != nullptr)
        context_.fail(at->getExprLoc(),
                      "structures in shared memory whose numbers differ in size cannot be "
                      "copied or filled as a whole; do so with their members");
}

Expr WholeObjects::fill(const ast::CallExpr* e) {
    const ast::QualType element = elements_at(e->getArg(0));
    const bool is_zero = e->getNumArgs() == 2;  // bzero
    const auto byte = is_zero ? std::optional<std::int64_t>(0) : context_.integer(e->getArg(1));
    const std::vector<Cell> cells = cells_of(context_, element, e->getExprLoc());
    const bool one_size = std::ranges::all_of(
        cells, [&](const Cell& c) { return width_of(c.type) == width_of(cells.front().type); });
    if (!byte || (!one_size && *byte != 0 && (*byte & 255) != 255))
        context_.fail(e->getArg(1)->getExprLoc(),
                      "`memset` needs a constant value; for elements of several sizes, 0 or -1");
    const Pointer to = settled_argument(e->getArg(0));
    refuse_layout(to, e);
    const Expr count = cells_in(e, element, is_zero ? 1 : 2);
    const Type type = cells.front().type;
    const std::uint64_t pattern = static_cast<std::uint64_t>(*byte & 255) * kEachByte;
    const int unused = 64 - width_of(type);
    emitter_.count_up(count, e->getExprLoc(), [&](const Expr& i) {
        write_place({.variable = {}, .pointer = advanced(to, i, line(e)), .value = {}, .type = type},
                    literal(type, pattern << unused >> unused, line(e)), e);
    });
    return nullptr;
}

/// The type of the numbers of an element.
ast::QualType WholeObjects::number_in(ast::QualType element) const {
    const Type number = cells_of(context_, element, {}).front().type;
    return context_.tree().getIntTypeForBitwidth(static_cast<unsigned>(width_of(number)), false);
}

/// Of `omp_target_memcpy`: so many bytes, an argument of it, after the pointer.
Pointer WholeObjects::after_bytes(const Pointer& p, const ast::CallExpr* e, unsigned argument,
                                  ast::QualType element) {
    if (argument >= e->getNumArgs()) return p;
    const auto number = [&](std::int64_t n) {
        return literal(Type::i64, static_cast<std::uint64_t>(n), line(e));
    };
    const std::int64_t size = context_.tree().getTypeSizeInChars(element).getQuantity();
    const std::int64_t cells = cell_count(context_, element, e->getExprLoc());
    const Expr whole =
        apply(Function::div, {as_i64(value(e->getArg(argument))), number(size)}, true, line(e));
    return settled(advanced(p, times(whole, number(cells), line(e)), line(e)), e);
}

Expr WholeObjects::copy(const ast::CallExpr* e, bool down) {
    const auto type_at = [&](unsigned i) {  // at a null pointer, the copy fails, whatever it copies
        return elements_at(e->getArg(is_null(e->getArg(i)) ? 1 - i : i));
    };
    const ast::QualType element = type_at(0);
    const ast::QualType from_element = type_at(1);
    const bool are_alike = same_sizes(context_, element, from_element);
    if (!are_alike && (kernel_ == nullptr || bytes_of_each(context_, element) == 0))
        context_.fail(e->getExprLoc(), "elements of '" + from_element.getAsString() +
                                           "' cannot be copied to elements of '" + element.getAsString() +
                                           "': their sizes differ");
    const Pointer to = settled_argument(e->getArg(0));
    Pointer from = settled_argument(e->getArg(1));
    if (!are_alike)
        from = settled(readers_.pointers.reinterpreted(from, from_element, number_in(element), e), e);
    if (from.number_bytes > 1) from = readers_.views.checked(from, e);  // others may begin anywhere
    refuse_layout(to, e);
    refuse_layout(from, e);
    const Expr count = cells_in(e, element);
    const Type type = cells_of(context_, element, e->getExprLoc()).front().type;
    const Pointer to_first = after_bytes(to, e, 3, element);
    const Pointer from_first = after_bytes(from, e, 4, element);
    emitter_.count_up(count, e->getExprLoc(), [&](const Expr& k) {
        const Expr one = literal(Type::i64, 1, line(e));
        const Expr i = down ? minus(minus(count, one, line(e)), k, line(e)) : k;
        const auto at = [&](const Pointer& p) {
            return Place{.variable = {}, .pointer = advanced(p, i, line(e)), .value = {}, .type = type};
        };
        write_place(at(to_first), read_place(at(from_first), e), e);
    });
    return nullptr;
}

}  // namespace musimd::reader
