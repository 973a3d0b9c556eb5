#include "reader/readers.hpp"

// Memory has numbers, not bytes. A view is a pointer through which an object is accessed as elements of
// another size: each is a part of a number, or several numbers at once.

namespace musimd::reader {
namespace {

Type bits_of(std::int64_t bytes) {
    return *type_of(TypeKind::unsigned_integer, static_cast<int>(8 * bytes));
}

std::int64_t bytes_of(Type type) {
    return width_of(type) / 8;
}

/// The pattern of a number as another type of its width.
Expr as_pattern(Expr e, Type to, SourcePoint line) {
    if (e->type == ValueType::number(to)) return e;
    return apply(Function::reinterpret, to, {std::move(e)}, line);
}

Expr shifted_by(Function function, Expr e, Expr bits, SourcePoint line) {
    if (is_literal(bits, 0)) return e;
    return apply(function, {std::move(e), convert(std::move(bits), Type::i32, line)}, true, line);
}

/// The quotient, if the text shows that the index is a multiple.
std::optional<Expr> exact_quotient(const Expr& index, std::int64_t by) {
    if (const auto known = literal_integer(index)) {
        if (*known % by != 0) return std::nullopt;
        return literal(Type::i64, static_cast<std::uint64_t>(*known / by), index->line);
    }
    if (by == 1) return index;
    if (index->kind != Expression::Kind::apply || index->operands.size() != 2) return std::nullopt;
    const Expr& a = index->operands.front();
    const Expr& b = index->operands.back();
    if (index->function == Function::mul) {
        const auto factor = literal_integer(b);
        if (!factor || *factor % by != 0) return std::nullopt;
        return times(a, literal(Type::i64, static_cast<std::uint64_t>(*factor / by), index->line),
                     index->line);
    }
    if (index->function != Function::add) return std::nullopt;
    const auto first = exact_quotient(a, by);
    const auto second = first ? exact_quotient(b, by) : std::nullopt;
    return second ? std::optional(plus(*first, *second, index->line)) : std::nullopt;
}

Expr number_of_bytes(std::int64_t bytes, SourcePoint line) {
    return literal(Type::i64, static_cast<std::uint64_t>(bytes), line);
}

/// The number that has the byte: rounded down.
Expr quotient(const Expr& index, std::int64_t by) {
    if (const auto exact = exact_quotient(index, by)) return *exact;
    const auto bits = static_cast<std::uint64_t>(std::countr_zero(static_cast<std::uint64_t>(by)));
    return shifted_by(Function::shra, index, literal(Type::i32, bits, index->line), index->line);
}

/// Where a part is in its number, in bits.
Expr bits_before(const Expr& index, std::int64_t number_bytes) {
    const SourcePoint line = index->line;
    if (exact_quotient(index, number_bytes)) return literal(Type::i64, 0, line);
    Expr in_number = apply(Function::andb, {index, number_of_bytes(number_bytes - 1, line)}, true, line);
    return times(std::move(in_number), number_of_bytes(8, line), line);
}

/// The number of the object which has this index.
Pointer number_at(Pointer view, Expr index) {
    view.number_bytes = 0;
    view.scale = 1;
    view.layout = nullptr;
    view.index = std::move(index);
    return view;
}

/// Whether the text shows that the value is a multiple of the power of two.
bool is_multiple(const Expr& e, std::int64_t of) {
    if (of == 1) return true;
    if (const auto known = literal_integer(e)) return *known % of == 0;
    if (e->kind != Expression::Kind::apply || e->operands.empty()) return false;
    const Expr& a = e->operands.front();
    const Expr& b = e->operands.back();
    if (e->function == Function::cvt) return !is_float(a->type.type) && is_multiple(a, of);
    if (e->function == Function::mul) return is_multiple(a, of) || is_multiple(b, of);
    if (e->function == Function::shl) {
        const auto bits = literal_integer(b);
        return bits && *bits >= std::countr_zero(static_cast<std::uint64_t>(of));
    }
    const bool is_sum = e->function == Function::add || e->function == Function::sub;
    return is_sum && is_multiple(a, of) && is_multiple(b, of);
}

}  // namespace

/// The pointer, which was one to elements of type `given`, as one to others of another size; nullopt: that is
/// not supported here.
std::optional<Pointer> Views::as_view(const Pointer& from, ast::QualType given, ast::QualType wanted,
                                      const ast::Expr* at) {
    if (kernel_ == nullptr || from.to == Pointer::To::variables) return std::nullopt;
    if (from.to == Pointer::To::buffer && readers_.kernel_variables.is_shared(from.buffer))
        return std::nullopt;
    const std::int64_t number_bytes =
        from.number_bytes == 0 ? bytes_of_each(context_, given) : from.number_bytes;
    if (number_bytes == 0 || (from.number_bytes == 0 && from.scale != 1)) return std::nullopt;
    Pointer result = in_bytes(from, number_bytes, line(at));
    result.scale = bytes_of_each(context_, wanted);
    if (result.scale == 0) return std::nullopt;
    return to_aligned(std::move(result), wanted, at);
}

/// The pointer with an index that counts bytes, in an object whose numbers have so many.
Pointer Views::in_bytes(Pointer from, std::int64_t number_bytes, SourcePoint line) {
    if (from.number_bytes != 0) return from;
    from.index = times(from.index, number_of_bytes(number_bytes, line), line);
    from.number_bytes = number_bytes;
    return from;
}

/// As a pointer to numbers of the object, if the text shows that it is one.
Pointer Views::simplest(Pointer view) {
    if (view.number_bytes == 0 || view.scale != view.number_bytes || view.layout != nullptr) return view;
    const auto index = exact_quotient(view.index, view.number_bytes);
    return index ? number_at(std::move(view), *index) : view;
}

/// Where the memory is that a parameter points to, in units of the pointer's index; null if the pointer is
/// not into that.
Expr Views::address_of_parameter(const Pointer& p, SourcePoint line) {
    if (p.to != Pointer::To::buffer) return nullptr;
    const bool is_parameter = std::ranges::any_of(function_.parameters, [&](const openmp::Parameter& q) {
        return q.buffer && cuda::buffer_of(q, function_) == p.buffer;
    });
    if (!is_parameter) return nullptr;
    const std::int64_t each = std::max<std::int64_t>(p.number_bytes, 1);
    return times(readers_.pointers.address_of(p.buffer, line), number_of_bytes(each, line), line);
}

/// The pointer to elements of the type, whose accesses check that it is aligned. Other objects than those of
/// parameters begin at an aligned address.
Pointer Views::to_aligned(Pointer p, ast::QualType element, const ast::Expr* at) {
    p.alignment = {};
    element = context_.tree().getBaseElementType(element);
    if (p.to == Pointer::To::variables) return p;
    const bool in_bytes = p.number_bytes != 0 || p.scale != 1 || p.layout != nullptr;
    const std::int64_t each = in_bytes ? 1 : std::max<std::int64_t>(bytes_of_each(context_, element), 1);
    // No access of the hardware is larger than 16 bytes; CUB has types that say they need more, and do not.
    const std::int64_t bytes =
        std::min<std::int64_t>(context_.tree().getTypeAlignInChars(element).getQuantity(), 16);
    if (bytes <= each) return simplest(std::move(p));
    Expr place = address_of_parameter(p, line(at));
    if (!is_multiple(p.index, bytes / each)) {
        p.index = settle(p.index, at);
        place = place == nullptr ? p.index : plus(std::move(place), p.index, line(at));
    }
    p.alignment = {.place = std::move(place), .multiple = bytes / each, .bytes = bytes};
    return simplest(std::move(p));
}

/// The pointer, at an access.
Pointer Views::checked(Pointer p, const ast::Expr* at) {
    const auto [place, multiple, bytes] = std::exchange(p.alignment, {});
    if (place == nullptr) return p;
    kernel_->alignments.push_back({line(at), bytes});
    const Expr rest = apply(Function::andb, {place, number_of_bytes(multiple - 1, line(at))}, true, line(at));
    emit(Statement::Kind::check, at->getExprLoc()).value =
        apply(Function::eq, {rest, number_of_bytes(0, line(at))}, true, line(at));
    return p;
}

/// The pointer as one to numbers of the object, for what needs these: an address, or an atomic access.
Pointer Views::of_numbers(Pointer view, const ast::Expr* at) {
    readers_.kernel_variables.check_size(view, at);
    if (view.number_bytes == 0) return view;
    if (view.scale == view.number_bytes && view.layout == nullptr) {
        view = checked(std::move(view), at);
        Expr index = quotient(view.index, view.number_bytes);
        return number_at(std::move(view), std::move(index));
    }
    if (view.to == Pointer::To::buffer && readers_.kernel_variables.is_shared(view.buffer))
        readers_.kernel_variables.refuse_units(view);
    refuse_view(view, at);
}

/// A member of the union that is there, whose numbers are those of another member.
Pointer Views::member_of_union(Pointer whole, ast::QualType given, ast::QualType wanted,
                               ast::SourceLocation where) {
    const std::int64_t bytes = bytes_of_each(context_, wanted);
    const std::int64_t stored = bytes_of_each(context_, given);
    const bool is_view = whole.number_bytes != 0;
    if (whole.to == Pointer::To::variables || bytes == 0 || stored == 0 || (!is_view && whole.scale != 1))
        context_.fail(where,
                      "this member of a union is not supported here: its numbers differ in size from those "
                      "of other members");
    if (!is_view) {
        const SourcePoint at = context_.line(where);
        whole.index = times(whole.index, number_of_bytes(stored, at), at);
        whole.number_bytes = stored;
    }
    if (bytes == whole.number_bytes) return number_at(whole, quotient(whole.index, bytes));
    whole.scale = bytes;
    return whole;
}

Expr Views::load_number(const Pointer& at, Type type, SourcePoint line) const {
    return load(at.buffer, readers_.places.element_index(at, line), type, line);
}

Expr Views::read_view(const Place& p, ast::SourceLocation where) const {
    const SourcePoint at = context_.line(where);
    const Pointer& view = p.pointer;
    const Type stored = bits_of(view.number_bytes);
    const Type bits = bits_of(bytes_of(p.type));
    const Expr first = quotient(view.index, view.number_bytes);
    Expr result = load_number(number_at(view, first), stored, at);
    if (width_of(bits) < width_of(stored))
        result = shifted_by(Function::shr, std::move(result), bits_before(view.index, view.number_bytes), at);
    result = convert(std::move(result), bits, at);
    for (std::int64_t k = 1; k < bytes_of(bits) / view.number_bytes; ++k) {
        const Pointer next = number_at(view, plus(first, number_of_bytes(k, at), at));
        Expr part = convert(load_number(next, stored, at), bits, at);
        part = shifted_by(Function::shl, std::move(part), number_of_bytes(8 * k * view.number_bytes, at), at);
        result = apply(Function::orb, {std::move(result), std::move(part)}, true, at);
    }
    result = as_pattern(std::move(result), p.type, at);
    if (here_.asynchronous) read_last_.emplace(result, p);
    return result;
}

/// Whether it is an asynchronous copy of a view whose numbers have the same size.
bool Views::copies(const Place& to, const Expr& value) const {
    return here_.asynchronous && read_last_ && read_last_->first == value &&
           read_last_->second.pointer.number_bytes == to.pointer.number_bytes &&
           bytes_of(to.type) >= to.pointer.number_bytes;
}

/// Number by number.
void Views::copy_view(const Place& to, const ast::Expr* at) {
    const SourcePoint here = line(at);
    const Pointer& source = read_last_->second.pointer;
    const std::int64_t bytes = to.pointer.number_bytes;
    const Expr from = settle(quotient(source.index, bytes), at);
    const Expr first = settle(quotient(to.pointer.index, bytes), at);
    for (std::int64_t k = 0; k < bytes_of(to.type) / bytes; ++k) {
        const Pointer number = number_at(source, plus(from, number_of_bytes(k, here), here));
        store(number_at(to.pointer, plus(first, number_of_bytes(k, here), here)),
              load_number(number, bits_of(bytes), here), at->getExprLoc());
    }
}

void Views::write_view(const Place& p, Expr value, const ast::Expr* at) {
    if (copies(p, value)) return copy_view(p, at);
    const SourcePoint here = line(at);
    const Pointer& view = p.pointer;
    const Type stored = bits_of(view.number_bytes);
    const Type bits = bits_of(bytes_of(p.type));
    if (width_of(bits) < width_of(stored)) return write_part(p, std::move(value), at);
    const Expr first = settle(quotient(view.index, view.number_bytes), at);
    const Expr whole = settle(as_pattern(std::move(value), bits, here), at);
    for (std::int64_t k = 0; k < bytes_of(bits) / view.number_bytes; ++k) {
        Expr part = shifted_by(Function::shr, whole, number_of_bytes(8 * k * view.number_bytes, here), here);
        store(number_at(view, plus(first, number_of_bytes(k, here), here)),
              convert(std::move(part), stored, here), at->getExprLoc());
    }
}

// The other parts of the number are written again, which another thread must not see. They need values.
void Views::write_part(const Place& p, Expr value, const ast::Expr* at) {
    const SourcePoint here = line(at);
    const Pointer& view = p.pointer;
    const Type stored = bits_of(view.number_bytes);
    const Type bits = bits_of(bytes_of(p.type));
    if (view.to == Pointer::To::buffer && readers_.kernel_variables.is_shared(view.buffer))
        readers_.kernel_variables.divide_units(view.buffer, bytes_of(p.type));
    const auto local = local_objects_.find(view.buffer);
    if (view.to != Pointer::To::buffer || local == local_objects_.end())
        context_.fail(at->getExprLoc(), "a part of a number of " + std::to_string(view.number_bytes) +
                                            " bytes can be written only in a local or shared variable");
    if (!readers_.kernel->known.written_by_parts.contains(local->second))
        read_again(context_, {.written_by_parts = local->second});
    const Pointer number = number_at(view, settle(quotient(view.index, view.number_bytes), at));
    const Expr shift = settle(bits_before(view.index, view.number_bytes), at);
    const Expr ones = literal(stored, ~std::uint64_t{0} >> (64 - width_of(bits)), here);
    const Expr mask = shifted_by(Function::shl, ones, shift, here);
    Expr others =
        apply(Function::andb, {load_number(number, stored, here), apply(Function::notb, {mask}, true, here)},
              true, here);
    Expr part = convert(as_pattern(std::move(value), bits, here), stored, here);
    part = shifted_by(Function::shl, std::move(part), shift, here);
    store(number, apply(Function::orb, {std::move(others), std::move(part)}, true, here), at->getExprLoc());
}

/// An object that is written by parts begins with zeros.
void Views::zero_if_by_parts(const ast::VarDecl* v, const Pointer& at) {
    if (kernel_ == nullptr || at.to != Pointer::To::buffer) return;
    local_objects_[at.buffer] = v;
    if (!readers_.kernel->known.written_by_parts.contains(v)) return;
    std::int64_t k = 0;
    for (const Cell& cell : cells_of(context_, v->getType(), v->getLocation()))
        store(shifted(at, k++, context_.line(v->getLocation())), literal(cell.type, 0), v->getLocation());
}

void Views::refuse_view(const Pointer& p, const ast::Expr* at) const {
    const ast::QualType type = at->getType();
    context_.fail(at->getExprLoc(),
                  "elements of " + std::to_string(p.number_bytes) + " bytes cannot be accessed as '" +
                      (type->isPointerType() ? type->getPointeeType() : type).getAsString() +
                      "' here: such a pointer can be moved, and read and written through; it cannot be "
                      "assigned, chosen or stored, or used for atomic accesses");
}

}  // namespace musimd::reader
