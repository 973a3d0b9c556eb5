#include <clang/AST/ExprCXX.h>

#include "reader/cuda/forwarding.hpp"
#include "reader/cuda/object_shapes.hpp"
#include "reader/readers.hpp"
#include "reader/shapes.hpp"
#include "reader/survey.hpp"

// Declarations of variables, and variables of the whole program.

namespace musimd::reader {

void Declarations::declaration(const ast::VarDecl* v) {
    const ast::QualType type = v->getType();
    if (v->hasExternalStorage() || v->isStaticLocal()) return;  // bound at its first mention
    if (type->isReferenceType()) return bind(v, reference(v->getInit()));
    const bool has_size_of_run = type->isArrayType() && !type->isConstantArrayType();
    if (has_size_of_run && kernel_ == nullptr) return array(v, false);
    if (type->isArrayType() || is_composed(type) || !readers_.uses.is_split(v) ||
        readers_.tasks.needs_memory(v))
        return declare_object(v);
    if (type->isPointerType()) return declare_pointer(v);
    context_.number(type, v->getLocation());
    const std::size_t before = emitter_.out().size();
    Expr initial = v->getInit() != nullptr ? value(v->getInit()) : unwritten(v);
    const bool is_result =
        initial != nullptr && emitter_.out().size() > before && emitter_.is_result_of_last(*initial);
    if (declared_before_.erase(v) == 0) return declare_number(v, std::move(initial), is_result);
    if (initial == nullptr) return;
    const Binding& known = here_.bindings.at(v);
    if (known.kind == Binding::Kind::cell) return store(known.pointer, std::move(initial), v->getLocation());
    set(known.variable, std::move(initial), v->getLocation());
}

/// What a number holds that is declared without a value: 0 in headers of libraries, as those of CUB, which
/// compute with such values where the result is not used.
Expr Declarations::unwritten(const ast::VarDecl* v) const {
    if (kernel_ == nullptr || !context_.is_of_system(v->getLocation())) return nullptr;
    return literal(context_.number(v->getType(), v->getLocation()), 0, context_.line(v->getLocation()));
}

void Declarations::declare_number(const ast::VarDecl* v, Expr initial, bool is_result) {
    if (readers_.uses.is_shared(v) && here_.region == 0) return declare_cell(v, std::move(initial));
    const Type type = scalar(context_, v->getType(), v->getLocation());
    is_result = is_result && initial->type == ValueType::number(type);
    // The result of an instruction, which may be undefined, is not copied.
    const VariableId id =
        is_result ? initial->variable : new_variable(v->getNameAsString(), ValueType::number(type));
    readers_.bindings.note_region(id, here_.region);
    bind(v, {.kind = Binding::Kind::variable,
             .variable = id,
             .pointer = {},
             .value = {},
             .region = here_.region});
    const bool is_unset = initial == nullptr && kernel_ != nullptr;
    if (!is_result) declare(id, std::move(initial), v->getLocation());
    if (is_unset) readers_.shuffles.note_unset(v, id);
}

void Declarations::copy_in(const ast::OMPExecutableDirective* directive) {
    for (const auto* clause : directive->getClausesOfKind<ast::OMPCopyinClause>()) {
        for (const ast::Expr* e : clause->varlists()) {
            const Binding& b = binding(named_variable(e), e->getExprLoc());
            copy_to_threads(b.pointer.buffer, e->getExprLoc());
        }
    }
}

/// A scalar in memory: an object of one element.
void Declarations::declare_cell(const ast::VarDecl* v, Expr initial) {
    const Type type = scalar(context_, v->getType().getNonReferenceType(), v->getLocation());
    const bool on_stack = readers_.recursion.is_inside();
    const Pointer at =
        on_stack
            ? readers_.recursion.memory(literal(Type::i64, 1), type, false, v->getLocation())
            : emitter_.new_array(v->getNameAsString(), type, literal(Type::i64, 1), false, v->getLocation());
    if (!on_stack) note_shape(context_, at.buffer, v->getNameAsString(), v->getType(), false, function_);
    bind(v, {.kind = Binding::Kind::cell, .variable = 0, .pointer = at, .value = {}, .region = here_.region});
    if (initial != nullptr) store(at, std::move(initial), v->getLocation());
}

/// A variable of the whole program, at its first mention: it exists from the beginning, and is 0 if the text
/// says nothing else.
Binding Declarations::global(const ast::VarDecl* v) {
    if (kernel_ != nullptr) return readers_.kernel_variables.variable_of_kernel(v);
    const ast::VarDecl* definition = v->isStaticLocal() ? v : v->getDefinition();
    for (const ast::VarDecl* other : v->redecls()) {  // without a value, as `int n;`
        if (definition == nullptr) definition = other->getActingDefinition();
    }
    if (definition == nullptr) {
        if (const auto file = readers_.c_library.standard_file(v))
            return {
                .kind = Binding::Kind::pointer, .variable = 0, .pointer = *file, .value = {}, .region = 0};
        if (const ast::VarDecl* own = readers_.c_library.variable(v->getName()))
            return binding(own, v->getLocation());
        context_.fail(v->getLocation(), "'" + v->getNameAsString() + "' is declared here, but not defined");
    }
    readers_.destructors.must_not_work(definition->getType(), v->getLocation(), "a static variable");
    const llvm::SaveAndRestore outside(here_.region, 0u);
    const llvm::SaveAndRestore once(here_.of_program, true);
    into(emitter_.prologue(), [&] {
        if (is_of_threads(v)) {
            variable_of_threads(definition);
        } else if (definition->getType()->isArrayType()) {
            array(definition, true);
        } else if (is_composed(definition->getType())) {
            structure_of_program(definition);
        } else {
            const Type type = scalar(context_, v->getType(), v->getLocation());
            const ast::Expr* init = definition->getInit();
            declare_cell(definition,
                         init == nullptr ? literal(type, 0, context_.line(v->getLocation())) : value(init));
        }
    });
    Binding result = here_.bindings.extract(definition).mapped();
    into(emitter_.prologue(), [&] { readers_.device.global(definition, result); });
    return result;
}

/// A reference is another name of what it refers to.
Binding Declarations::reference(const ast::Expr* to) {
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(to)) to = full->getSubExpr();
    to = without_forwarding(to);
    const ast::QualType type = to->getType();
    if (const ast::VarDecl* v = named_variable(to)) {
        const Binding& b = binding(v, to->getExprLoc());
        if (b.kind == Binding::Kind::value) return b;
    }
    Binding result{
        .kind = Binding::Kind::object, .variable = 0, .pointer = {}, .value = {}, .region = here_.region};
    const auto* temporary = llvm::dyn_cast<ast::MaterializeTemporaryExpr>(to->IgnoreParens());
    if (temporary != nullptr && !is_composed(type) && !type->isArrayType()) {
        result.kind = Binding::Kind::value;
        result.value = settle(value(temporary->getSubExpr()), to);
        return result;
    }
    if (temporary != nullptr) {
        result.pointer = readers_.destructors.temporary(temporary);
        return result;
    }
    result.pointer = settled(lvalue(to), to);
    if (is_composed(type) || type->isArrayType()) return result;
    if (result.pointer.to != Pointer::To::variables) {
        result.kind = Binding::Kind::cell;
        return result;
    }
    result.kind = Binding::Kind::variable;
    result.variable = result.pointer.cells[static_cast<std::size_t>(result.pointer.cell)];
    return result;
}

/// Parameters that are pointers and are assigned are variables.
void Declarations::assigned_parameters(const ast::FunctionDecl* f) {
    for (const ast::ParmVarDecl* p : f->parameters()) {
        const auto known = here_.bindings.find(p);
        if (known == here_.bindings.end() || known->second.kind != Binding::Kind::pointer || !is_assigned(p))
            continue;
        Expr address =
            readers_.pointers.address_of(known->second.pointer.buffer, context_.line(p->getLocation()));
        declare_number(p, std::move(address));
    }
}

/// Parameters of a kernel whose parts are not all named by constants are copied to memory.
void Declarations::parameters_in_memory(const ast::FunctionDecl* f) {
    for (const ast::ParmVarDecl* p : f->parameters()) {
        const auto known = here_.bindings.find(p);
        if (known == here_.bindings.end() || !readers_.uses.needs_memory(p)) continue;
        const Binding given = known->second;
        std::vector<VariableId> numbers = given.pointer.cells;
        if (given.kind == Binding::Kind::variable) numbers = {given.variable};
        if (numbers.empty()) continue;
        const ast::SourceLocation where = p->getLocation();
        const Pointer at = new_object(p->getNameAsString(), p->getType(), false, where);
        readers_.views.zero_if_by_parts(p, at);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            store(shifted(at, static_cast<std::int64_t>(i), context_.line(where)),
                  read(numbers[i], function_.variables[numbers[i]].type, context_.line(where)), where);
        const bool is_number = given.kind == Binding::Kind::variable;
        bind(p, {.kind = is_number ? Binding::Kind::cell : Binding::Kind::object,
                 .variable = 0,
                 .pointer = at,
                 .value = {},
                 .region = here_.region});
    }
}

void Declarations::declare_pointer(const ast::VarDecl* v) {
    const ast::Expr* init = v->getInit();
    if (init == nullptr) return declare_number(v, nullptr);
    const auto memory =
        readers_.allocations.allocation(init, {readers_.allocations.type_of_memory(v), v->getNameAsString()});
    if (is_assigned(v)) return declare_number(v, memory ? address(*memory, init) : value(init));
    const Pointer to = memory ? *memory : settled(pointer(init), init);
    bind(v,
         {.kind = Binding::Kind::pointer, .variable = 0, .pointer = to, .value = {}, .region = here_.region});
}

// What several threads may assign is in memory.
void Declarations::declare_object(const ast::VarDecl* v) {
    if (v->isNRVOVariable() && readers_.calls.current().structure &&
        readers_.destructors.working(v->getType()))
        return declare_result(v);
    if (here_.region == 0 && v->getType()->isArrayType()) {
        array(v, false);
        return readers_.destructors.begin_life(here_.bindings.at(v).pointer, v->getType());
    }
    const bool split = readers_.uses.is_split(v) && (here_.region != 0 || !readers_.uses.is_shared(v)) &&
                       !readers_.tasks.needs_memory(v);
    const Pointer at = new_object(v->getNameAsString(), v->getType(), split, v->getLocation());
    readers_.tasks.note_automatic(v, at);
    if (at.to != Pointer::To::variables && here_.region == 0 && !readers_.recursion.is_inside())
        note_shape(context_, at.buffer, v->getNameAsString(), v->getType(), false, function_);
    bind(v,
         {.kind = Binding::Kind::object, .variable = 0, .pointer = at, .value = {}, .region = here_.region});
    if (kernel_ != nullptr && at.to == Pointer::To::buffer)
        kernel_->shapes.push_back(shape_of(context_, v->getType(), at.buffer));
    readers_.views.zero_if_by_parts(v, at);
    if (v->getInit() != nullptr) initialise(at, v->getType(), v->getInit());
    if (v->hasLocalStorage()) readers_.destructors.begin_life(at, v->getType());
}

/// The object that a function returns is the result itself: neither a copy nor a destructor runs.
void Declarations::declare_result(const ast::VarDecl* v) {
    const Pointer at = *readers_.calls.current().structure;
    bind(v,
         {.kind = Binding::Kind::object, .variable = 0, .pointer = at, .value = {}, .region = here_.region});
    if (v->getInit() != nullptr) initialise(at, v->getType(), v->getInit());
}

/// `threadprivate`: an array of their copies. That of thread 0 is that of the code outside of regions.
void Declarations::variable_of_threads(const ast::VarDecl* v) {
    const ast::SourceLocation where = v->getLocation();
    const std::vector<Cell> cells = cells_of(context_, v->getType(), where);
    const auto size = static_cast<std::int64_t>(cells.size());
    const Expr all = literal(Type::i64, static_cast<std::uint64_t>(size * kMaxCopies), context_.line(where));
    const Pointer at = emitter_.new_array(v->getNameAsString(), cells.front().type, all, true, where);
    readers_.places.add_copies(at.buffer, size);
    function_.of_threads.push_back(at.buffer);
    const bool is_array = v->getType()->isArrayType();
    const bool is_structure = is_composed(v->getType());
    bind(v, {.kind = is_array       ? Binding::Kind::pointer
                     : is_structure ? Binding::Kind::object
                                    : Binding::Kind::cell,
             .variable = 0,
             .pointer = at,
             .value = {},
             .region = here_.region});
    if (v->getInit() == nullptr) return;
    readers_.objects.initialise_zeroed(at, v->getType(), v->getInit());
    copy_to_threads(at.buffer, where);
}

/// The copy of thread 0 to all others.
void Declarations::copy_to_threads(BufferId buffer, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    const std::int64_t size = readers_.places.cells_of_copy(buffer);
    const auto number = [&](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n), at); };
    const ValueType index = ValueType::number(Type::i64);
    const VariableId i = new_variable("i", index);
    declare(i, number(size), where);
    const Expr to = dsl::read(i, index, at);
    Statement copy;
    copy.kind = Statement::Kind::store;
    copy.element.buffer = buffer;
    copy.index = to;
    copy.line = at;
    const Expr from = apply(Function::rem, {to, number(size)}, true, at);
    copy.value = load(buffer, from, function_.buffers[buffer].element, at);
    Block step = block([&] { set(i, plus(to, number(1), at), where); });
    Statement& loop = emit(Statement::Kind::while_, where);
    loop.value = apply(Function::lt, {to, number(size * kMaxCopies)}, true, at);
    loop.body.push_back(std::move(copy));
    loop.step = std::move(step);
}

void Declarations::structure_of_program(const ast::VarDecl* v) {
    const std::vector<Cell> cells = cells_of(context_, v->getType(), v->getLocation());
    Pointer at{.index = {}, .to = Pointer::To::variables};  // of no numbers
    if (!cells.empty()) {
        at = readers_.objects.host_memory(v->getNameAsString(), cells, true, v->getLocation());
        note_shape(context_, at.buffer, v->getNameAsString(), v->getType(), false, function_);
    }
    bind(v,
         {.kind = Binding::Kind::object, .variable = 0, .pointer = at, .value = {}, .region = here_.region});
    if (v->getInit() != nullptr) readers_.objects.initialise_zeroed(at, v->getType(), v->getInit());
}

/// On the stack of a recursive function, and in parallel code in the heap.
Pointer Declarations::array_memory(const ast::VarDecl* v, Expr size, Type type, bool zeros) {
    const ast::SourceLocation where = v->getLocation();
    if (readers_.recursion.is_inside()) return readers_.recursion.memory(std::move(size), type, zeros, where);
    if (here_.region != 0)
        return readers_.allocations.from_heap(settled(std::move(size), where), type, zeros, where,
                                              HeapUse::variables);
    const Pointer at = emitter_.new_array(v->getNameAsString(), type, std::move(size), zeros, where);
    note_shape(context_, at.buffer, v->getNameAsString(),
               context_.tree().getAsArrayType(v->getType())->getElementType(), true, function_);
    return at;
}

/// An array of fixed or variable size is a buffer of its own. With an initialiser, the elements that it does
/// not name are 0.
void Declarations::array(const ast::VarDecl* v, bool zeros) {
    const ast::QualType element = context_.tree().getBaseElementType(v->getType());
    const Type type = cells_of(context_, element, v->getLocation()).front().type;
    readers_.pointers.settle_sizes(v->getType());
    Expr size = readers_.pointers.elements_in(v->getType(), v->getLocation());
    const Pointer at = array_memory(v, std::move(size), type, zeros || v->getInit() != nullptr);
    bind(v,
         {.kind = Binding::Kind::pointer, .variable = 0, .pointer = at, .value = {}, .region = here_.region});
    if (v->getInit() != nullptr) readers_.objects.initialise_zeroed(at, v->getType(), v->getInit());
}

}  // namespace musimd::reader
