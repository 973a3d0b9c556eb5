#include <clang/AST/ExprCXX.h>

#include "reader/cuda/stored_pointers.hpp"
#include "reader/readers.hpp"

// Structures and arrays of the body: variables, one per number, if all their parts are named by constants;
// otherwise memory, which each iteration has of its own.

namespace musimd::reader {

Pointer Objects::new_object(const std::string& name, ast::QualType type, bool split,
                            ast::SourceLocation where) {
    const std::vector<Cell> cells = cells_of(context_, type, where);
    split = split && !has_mixed_union(context_, type);
    if (kernel_ != nullptr && readers_.kernel->known.in_memory.contains(where)) split = false;
    if (cells.empty() && !context_.tree().getLangOpts().CPlusPlus)
        context_.fail(where, "an object without members is not supported");
    if (!split && !cells.empty())
        return here_.region == 0 ? host_memory(name, cells, false, where) : in_memory(name, cells, where);
    Pointer result{.index = {}, .to = Pointer::To::variables};
    for (const Cell& cell : cells) {
        const VariableId v = new_variable(name + cell.name, ValueType::number(cell.type));
        readers_.bindings.note_region(v, here_.region);
        declare(v, nullptr, where);
        result.cells.push_back(v);
    }
    if (!result.cells.empty()) split_objects_[result.cells.front()] = where;
    return result;
}

/// The object consists of variables, and has elements that are not named by constants: it must be in memory.
void Objects::refuse_index(const Pointer& into, const ast::Expr* at) const {
    const auto known = into.cells.empty() ? split_objects_.end() : split_objects_.find(into.cells.front());
    if (kernel_ != nullptr && known != split_objects_.end())
        read_again(context_, {.in_memory = known->second});
    context_.fail(at->getExprLoc(), "this index into a local object must be a constant");
}

Pointer Objects::host_memory(const std::string& name, const std::vector<Cell>& cells, bool zeros,
                             ast::SourceLocation where) {
    Expr size = literal(Type::i64, cells.size(), context_.line(where));
    if (readers_.recursion.is_inside())
        return readers_.recursion.memory(std::move(size), cells.front().type, zeros, where);
    return emitter_.new_array(name, cells.front().type, std::move(size), zeros, where);
}

Pointer Objects::in_memory(const std::string& name, const std::vector<Cell>& cells,
                           ast::SourceLocation where) {
    if (kernel_ == nullptr && readers_.recursion.is_inside())
        return readers_.recursion.memory(literal(Type::i64, cells.size()), cells.front().type, false, where);
    return own_memory(name, cells.front().type, std::ssize(cells), where);
}

// In a simd loop, the iterations at the same time each have a part.
Pointer Objects::own_memory(const std::string& name, Type type, std::int64_t size,
                            ast::SourceLocation where) {
    const BufferId buffer = emitter_.new_buffer(name, type);
    const SourcePoint at = context_.line(where);
    function_.locals.push_back({.buffer = buffer, .elements = size * here_.lanes});
    if (here_.simd_locals != nullptr) here_.simd_locals->push_back(buffer);
    Expr part = element_number(at);
    const auto number = [&](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n), at); };
    if (here_.lane != nullptr) part = plus(times(std::move(part), number(here_.lanes), at), here_.lane, at);
    const VariableId base = new_variable(name, ValueType::number(Type::i64));
    declare(base, times(std::move(part), number(size), at), where);
    readers_.places.add_local(buffer,
                              {.base = read(base, ValueType::number(Type::i64), at), .cells = number(size)});
    readers_.tasks.note_object(buffer, read(base, ValueType::number(Type::i64), at), size, where);
    return {buffer, number(0)};
}

// ---- initialisers

void Objects::initialise(const Pointer& to, ast::QualType type, const ast::Expr* from) {
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(from))
        return initialise(to, type, full->getSubExpr());
    if (const auto* member = llvm::dyn_cast<ast::CXXDefaultInitExpr>(from))
        return initialise(to, type, member->getExpr());
    if (type->isReferenceType()) return readers_.classes.refer(to, from);
    if (llvm::isa<ast::ImplicitValueInitExpr>(from)) return set_to_zero(to, type, from);
    if (type->isAnyComplexType()) return readers_.complex.assign(to, from);
    if (const auto* construction = llvm::dyn_cast<ast::CXXConstructExpr>(from))
        return type->isArrayType() ? construct_elements(to, type, construction)
                                   : readers_.classes.construct(to, construction);
    if (const auto* inherited = llvm::dyn_cast<ast::CXXInheritedCtorInitExpr>(from))
        return readers_.classes.construct_inherited(to, inherited);
    const auto* list = llvm::dyn_cast<ast::InitListExpr>(from);
    const auto* text = llvm::dyn_cast<ast::StringLiteral>(from->IgnoreParens());
    if (type->isArrayType() && text != nullptr) return initialise_text(to, type, text);
    if (type->isArrayType() && list != nullptr) return initialise_elements(to, type, list);
    if (type->isRecordType() && list != nullptr) return initialise_members(to, type, list);
    if (type->isRecordType() && !is_copyable(type)) return initialise_in_place(to, type, from);
    if (is_composed(type)) return copy_structure(to, type, from);
    if (const auto* copies =
            llvm::dyn_cast<ast::ArrayInitLoopExpr>(from))  // of an array that a lambda captures
        return copy_structure(to, type, copies->getCommonExpr()->getSourceExpr());
    if (type->isArrayType()) context_.fail(from->getExprLoc(), "this initialiser is not supported yet");
    write_place(cell(to, type, from), value(from), from);
}

/// What has no copies is made where it goes, also by a function that returns it.
void Objects::initialise_in_place(const Pointer& to, ast::QualType type, const ast::Expr* from) {
    from = from->IgnoreParens();
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(from)) return initialise(to, type, c->getSubExpr());
    if (const auto* bound = llvm::dyn_cast<ast::CXXBindTemporaryExpr>(from))
        return initialise(to, type, bound->getSubExpr());
    const auto* source = llvm::dyn_cast<ast::CallExpr>(from);
    if (source == nullptr) context_.fail(from->getExprLoc(), "this initialiser is not supported yet");
    readers_.calls.call(source, false, {.place = to});
}

/// Of memory whose words are 0.
void Objects::initialise_zeroed(const Pointer& to, ast::QualType type, const ast::Expr* from) {
    zeroed_ = true;
    attempt([&] { initialise(to, type, from); });
    zeroed_ = false;
}

void Objects::initialise_members(const Pointer& to, ast::QualType type, const ast::InitListExpr* list) {
    if (list->isTransparent()) return initialise(to, type, list->getInit(0));
    if (type->isUnionType()) {
        const ast::FieldDecl* member = list->getInitializedFieldInUnion();
        if (member == nullptr) return set_to_zero(to, type, list);
        return initialise_member(readers_.places.member_of(to, member, list->getExprLoc()), member,
                                 list->getInit(0));
    }
    unsigned k = 0;
    std::int64_t offset = 0;
    for (const Component& part : parts_of(type->getAsRecordDecl())) {
        const Pointer at = shifted(to, offset, line(list));
        if (k >= list->getNumInits())
            set_to_zero(at, part.type, list);
        else if (part.member == nullptr)
            initialise(at, part.type, list->getInit(k));
        else
            initialise_member(at, part.member, list->getInit(k));
        offset += cell_count(context_, part.type, list->getBeginLoc());
        ++k;
    }
}

void Objects::initialise_member(const Pointer& to, const ast::FieldDecl* member, const ast::Expr* from) {
    const ast::QualType type = member->getType();
    if (member->isBitField()) {
        Place bits = cell(to, type, from);
        bits.bits = static_cast<int>(member->getBitWidthValue(context_.tree()));
        return write_place(
            bits,
            llvm::isa<ast::ImplicitValueInitExpr>(from) ? literal(bits.type, 0, line(from)) : value(from),
            from);
    }
    const auto memory = readers_.allocations.allocation(
        from, {readers_.allocations.type_of_memory(member), member->getNameAsString()});
    if (!memory) return initialise(to, type, from);
    write_place(cell(to, type, from), settle(address(*memory, from), from), from);
}

void Objects::initialise_elements(const Pointer& to, ast::QualType type, const ast::InitListExpr* list) {
    if (list->isStringLiteralInit()) return initialise(to, type, list->getInit(0));
    const auto* array = context_.tree().getAsConstantArrayType(type);
    const ast::QualType element = array->getElementType();
    const std::int64_t cells = cell_count(context_, element, list->getBeginLoc());
    const auto size = static_cast<std::int64_t>(array->getSize().getZExtValue());
    const std::int64_t given = std::min<std::int64_t>(size, list->getNumInits());
    for (std::int64_t i = 0; i < given; ++i)
        initialise(shifted(to, i * cells, line(list)), element, list->getInit(static_cast<unsigned>(i)));
    if (given == size) return;
    const ast::QualType rest = context_.tree().getConstantArrayType(
        element, llvm::APInt(64, static_cast<std::uint64_t>(size - given)), nullptr,
        ast::ArraySizeModifier::Normal, 0);
    set_to_zero(shifted(to, given * cells, line(list)), rest, list);
}

/// Elements that the text does not initialise: each is made by the class's constructor. Many are in a loop.
void Objects::construct_elements(const Pointer& to, ast::QualType type, const ast::CXXConstructExpr* e) {
    const ast::CXXConstructorDecl* constructor = e->getConstructor();
    if (constructor->isTrivial()) {
        if (e->requiresZeroInitialization()) set_to_zero(to, type, e);
        return;
    }
    const ast::QualType element = context_.tree().getBaseElementType(type);
    const std::int64_t cells = cell_count(context_, element, e->getExprLoc());
    const std::int64_t count = cells == 0 ? 0 : cell_count(context_, type, e->getExprLoc()) / cells;
    if (to.to == Pointer::To::variables || count <= 8) {
        for (std::int64_t i = 0; i < count; ++i)
            readers_.classes.construct(shifted(to, i * cells, line(e)), e);
        return;
    }
    const auto number = [&](std::int64_t n) {
        return literal(Type::i64, static_cast<std::uint64_t>(n), line(e));
    };
    emitter_.count_up(number(count), e->getExprLoc(), [&](const Expr& i) {
        readers_.classes.construct(advanced(to, settle(times(i, number(cells), line(e)), e), line(e)), e);
    });
}

void Objects::initialise_text(const Pointer& to, ast::QualType type, const ast::StringLiteral* text) {
    const auto* array = context_.tree().getAsConstantArrayType(type);
    const ast::QualType element = array->getElementType();
    const Type number = context_.number(element, text->getExprLoc());
    const std::uint64_t size = array->getSize().getZExtValue();
    for (std::uint64_t i = 0; i < size; ++i) {
        const std::uint64_t code = i < text->getLength() ? text->getCodeUnit(static_cast<unsigned>(i)) : 0;
        const Pointer at = shifted(to, static_cast<std::int64_t>(i), line(text));
        write_place(cell(at, element, text), literal(number, code, line(text)), text);
    }
}

// Many numbers in memory are set in a loop.
void Objects::set_to_zero(const Pointer& to, ast::QualType type, const ast::Expr* at) {
    if (zeroed_) return;
    const std::vector<Cell> cells = cells_of(context_, type, at->getExprLoc());
    const auto zero_at = [&](const Pointer& p, Type number) {
        Place place{.variable = std::nullopt, .pointer = p, .value = {}, .type = number};
        if (p.to == Pointer::To::variables) place.variable = p.cells[static_cast<std::size_t>(p.cell)];
        write_place(place, literal(number, 0, line(at)), at);
    };
    if (to.to == Pointer::To::variables || cells.size() <= 8) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            zero_at(shifted(to, static_cast<std::int64_t>(i), line(at)), cells[i].type);
        return;
    }
    const Type i64 = Type::i64;
    const VariableId k = new_variable("k", ValueType::number(i64));
    const Expr now = read(k, ValueType::number(i64), line(at));
    const ast::SourceLocation where = at->getExprLoc();
    declare(k, literal(i64, 0, line(at)), where);
    Block body = block([&] { zero_at(advanced(to, now, line(at)), cells.front().type); });
    Block step = block([&] { set(k, plus(now, literal(i64, 1, line(at)), line(at)), where); });
    Statement& loop = emit(Statement::Kind::while_, where);
    loop.value = apply(Function::lt, {now, literal(i64, cells.size(), line(at))}, true, line(at));
    loop.body = std::move(body);
    loop.step = std::move(step);
}

// ---- structures as values

void Objects::copy_structure(const Pointer& to, ast::QualType type, const ast::Expr* from) {
    if (type->isAnyComplexType()) return readers_.complex.assign(to, from);
    const Pointer source = readers_.views.checked(settled(structure(from), from), from);
    const Pointer target = readers_.views.checked(to, from);
    const bool has_bytes =
        readers_.kernel_variables.is_to_bytes(source) || readers_.kernel_variables.is_to_bytes(target);
    if (has_bytes && has_mixed_union(context_, type))
        context_.fail(from->getExprLoc(),
                      "a union whose members differ in the sizes of their numbers cannot be "
                      "copied from or to shared memory; copy one of its members");
    if (kernel_ != nullptr) refuse_stored_pointer(context_, function_, source, from);
    const std::vector<Cell> cells = cells_of(context_, type, from->getExprLoc());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto part = [&](const Pointer& p) {
            Place result{.variable = std::nullopt,
                         .pointer = shifted(p, static_cast<std::int64_t>(i), line(from)),
                         .value = {},
                         .type = cells[i].type};
            if (p.to == Pointer::To::variables)
                result.variable = p.cells.at(static_cast<std::size_t>(result.pointer.cell));
            return result;
        };
        if (readers_.classes.copy_reference(part(source).pointer, part(target).pointer)) continue;
        const Place here = part(source);
        Expr number = read_place(here, from);
        write_place(part(target), std::move(number), from);
    }
}

/// Where the value of an expression is, until it is changed.
Pointer Objects::structure(const ast::Expr* e) {
    if (const ast::Expr* chosen = chosen_variant(e)) return structure(chosen);
    e = e->IgnoreParens();
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(e)) return structure(full->getSubExpr());
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e)) {
        const ast::Expr* from = c->getSubExpr();
        if (c->getCastKind() == ast::CK_LValueToRValue) return lvalue(from);
        const bool is_chosen = llvm::isa<ast::ConditionalOperator>(from->IgnoreParens());
        if (c->getCastKind() == ast::CK_NoOp)
            return from->isLValue() && !is_chosen ? lvalue(from) : structure(from);
        if (const auto distance = readers_.classes.distance_of_cast(c))
            return shifted(from->isLValue() ? lvalue(from) : structure(from), *distance, line(e));
    }
    if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e)) {
        if (binary->getOpcode() == ast::BO_Assign) return assign_structure(binary);
        if (binary->getOpcode() == ast::BO_Comma) {
            effects(binary->getLHS());
            return structure(binary->getRHS());
        }
    }
    if (const auto* choice = llvm::dyn_cast<ast::ConditionalOperator>(e)) return chosen_structure(choice);
    if (e->getType()->isAnyComplexType()) {
        if (const auto known = readers_.complex.computed(e)) return *known;
    }
    if (const auto known = readers_.classes.object_of_cpp(e)) return *known;
    if (const auto* source = llvm::dyn_cast<ast::CallExpr>(e)) {
        if (const auto object = readers_.calls.call(source, false).object) return *object;
    }
    if (e->isLValue()) return lvalue(e);
    context_.fail(e->getExprLoc(), "this structure is not supported yet");
}

Pointer Objects::chosen_structure(const ast::ConditionalOperator* e) {
    Expr test = condition(e->getCond());
    const Pointer chosen = new_object("t", e->getType(), true, e->getQuestionLoc());
    Block first = block([&] { copy_structure(chosen, e->getType(), e->getTrueExpr()); });
    Block second = block([&] { copy_structure(chosen, e->getType(), e->getFalseExpr()); });
    Statement& branch = emit(Statement::Kind::if_, e->getQuestionLoc());
    branch.value = std::move(test);
    branch.body = std::move(first);
    branch.otherwise = std::move(second);
    return chosen;
}

Pointer Objects::assign_structure(const ast::BinaryOperator* e) {
    check_assignable(e->getLHS());
    const Pointer to = settled(lvalue(e->getLHS()), e->getLHS());
    copy_structure(to, e->getType(), e->getRHS());
    return to;
}

}  // namespace musimd::reader
