#include <clang/AST/Attr.h>

#include <string_view>

#include "dsl/mathematics.hpp"
#include "dsl/openmp/throw.hpp"
#include "reader/cuda/forwarding.hpp"
#include "reader/linked_calls.hpp"
#include "reader/object_changes.hpp"
#include "reader/readers.hpp"

// Calls: of C's mathematics, and of functions of the file, which are inlined.

namespace musimd::reader {
namespace {

std::string_view without_prefix(std::string_view name) {
    constexpr std::string_view kBuiltin = "__builtin_";
    if (name.starts_with(kBuiltin)) name.remove_prefix(kBuiltin.size());
    return name;
}

}  // namespace

Called Calls::call(const ast::CallExpr* e, bool used, const Request& request) {
    const ast::FunctionDecl* callee = e->getDirectCallee();
    if (callee == nullptr && kernel_ == nullptr) return readers_.function_pointers.call(e, used, request);
    if (callee == nullptr)
        context_.fail(e->getExprLoc(),
                      "calls through function pointers are not supported yet; pass a lambda to a template");
    const std::string name = callee->getNameAsString();
    if (readers_.classes.is_copy(e)) {
        readers_.classes.copy_by_operator(e);
        return {};
    }
    if (const ast::Expr* same = without_forwarding(e); same != e) return {.object = lvalue(same)};
    if (callee->hasAttr<ast::CUDAGlobalAttr>())
        context_.fail(e->getExprLoc(), "in device code, launch a kernel with `musimd::launch(" + name +
                                           ", grid, block, …)` of <musimd/launch.h>");
    if (auto called = readers_.virtual_calls.call(e, used, request)) return *std::move(called);
    if (callee->isDefined(callee)) return defined(e, callee, used, request);
    if (Streams::prints(e)) return {.object = readers_.streams.print(e)};
    return call_of_library(e, callee, used, request);
}

Called Calls::defined(const ast::CallExpr* e, const ast::FunctionDecl* callee, bool used,
                      const Request& request) {
    if (const std::string why = why_call_differs(context_, e, used, callee); !why.empty()) {
        if (kernel_ != nullptr || !e->getDirectCallee()->isImplicit()) context_.fail(e->getExprLoc(), why);
        emitter_.end_program(e->getExprLoc(), openmp::kWrongCall + why);  // C without a declaration
        return {literal(context_.number(e->getType(), e->getExprLoc()), 0, line(e))};
    }
    Called called = inlined(e, callee, used, request);
    if (called.value != nullptr && !e->getType()->isVoidType()) {
        const Type type = scalar(context_, e->getType(), e->getExprLoc());
        called.value = convert(std::move(called.value), type, line(e));
    }
    return called;
}

/// What has no text in the file.
Called Calls::call_of_library(const ast::CallExpr* e, const ast::FunctionDecl* callee, bool used,
                              const Request& request) {
    const std::string name = callee->getNameAsString();
    if (kernel_ != nullptr) {
        if (const auto known = readers_.device_calls.device_call(e, name)) return {*known};
    }
    const std::string_view plain = without_prefix(name);
    if (plain == "expect" || plain == "expect_with_probability") return {value(e->getArg(0))};
    if (kernel_ == nullptr && plain == "assume_aligned") return {.object = pointer(e->getArg(0))};
    if (kernel_ == nullptr && (plain == "addressof" || plain == "__addressof"))
        return {.object = lvalue(e->getArg(0))};
    if (Expr result = composed_call(e, plain)) return {std::move(result)};
    if (const auto known = math_function(plain)) return {library_call(e, known->function, known->operands)};
    if (const auto known = readers_.library.known_argument(e, plain)) return {*known};
    if (auto called = readers_.c_library.call(e, plain, used, request)) return *std::move(called);
    if (const auto known = readers_.library.library_of_host(e, plain)) {
        if (*known == nullptr && used) context_.fail(e->getExprLoc(), "'" + name + "' returns nothing");
        return {*known};
    }
    if (const char* reason = kernel_ == nullptr ? nullptr : reason_against(llvm::StringRef(name)))
        context_.fail(e->getExprLoc(), reason);
    const bool is_of_program =
        kernel_ == nullptr && !context_.is_of_system(callee->getLocation()) && callee->getBuiltinID() == 0;
    context_.fail(e->getExprLoc(),
                  is_of_program
                      ? "the function '" + name + "' has no body here; name also the file that has it"
                      : "the function '" + name +
                            "' is not supported; only functions of this file and mathematical "
                            "functions are");
}

Expr Calls::library_call(const ast::CallExpr* e, Function function, std::size_t operands) {
    if (e->getNumArgs() != operands)
        context_.fail(e->getExprLoc(), "this is not the library's function: it takes " +
                                           std::to_string(operands) +
                                           (operands == 1 ? " argument" : " arguments"));
    const Type type = context_.number(e->getType(), e->getExprLoc());
    std::vector<Expr> values;
    for (std::size_t i = 0; i < operands; ++i) {
        const ast::Expr* argument = e->getArg(static_cast<unsigned>(i));
        Expr v = convert(value(argument), type, line(argument));
        values.push_back(
            kept(std::move(v), readers_.uses.changes_after(e, static_cast<unsigned>(i)), argument));
    }
    const bool takes_floats = info(function).types.find('i') == std::string_view::npos;
    if (takes_floats && !is_float(type))
        context_.fail(e->getExprLoc(), "this is not the library's function: its type differs");
    return apply(function, std::move(values), false, line(e));
}

namespace {

/// How many things the function may return.
unsigned count_returned(const ast::Stmt* s) {
    if (s == nullptr) return 0;
    if (const auto* back = llvm::dyn_cast<ast::ReturnStmt>(s)) {
        const ast::Expr* e = back->getRetValue();
        return e != nullptr && llvm::isa<ast::ConditionalOperator>(e->IgnoreParenImpCasts()) ? 2 : 1;
    }
    unsigned count = 0;
    for (const ast::Stmt* part : s->children()) count += count_returned(part);
    return count;
}

/// Whether its text is `return parameter;`.
bool returns_parameter(const ast::Stmt* s) {
    const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s);
    if (list == nullptr || list->size() != 1) return false;
    const auto* back = llvm::dyn_cast<ast::ReturnStmt>(list->body_front());
    const ast::VarDecl* v = back == nullptr || back->getRetValue() == nullptr
                                ? nullptr
                                : named_variable(back->getRetValue()->IgnoreParenImpCasts());
    return v != nullptr && llvm::isa<ast::ParmVarDecl>(v);
}

/// Whether it returns a reference to a parameter, or to one of several constant numbers, as std::min: then
/// the number suffices.
bool returns_number_of_several(const ast::FunctionDecl* f) {
    const ast::QualType type = f->getReturnType();
    if (!type->isReferenceType()) return false;
    const ast::QualType referred = type->getPointeeType();
    return referred.isConstQualified() && referred->isScalarType() &&
           (count_returned(f->getBody()) > 1 || returns_parameter(f->getBody()));
}

}  // namespace

Called Calls::recursive(const ast::CallExpr* e, const ast::FunctionDecl* callee, const Request& request) {
    const bool has_scope = readers_.tasks.has_scope(callee);
    if (has_scope) readers_.tasks.act(TeamAct::scope, e->getExprLoc());
    Called done = readers_.recursion.call(e, callee, request);
    if (has_scope) readers_.tasks.act(TeamAct::scope_end, e->getExprLoc());
    return done;
}

Called Calls::inlined(const ast::CallExpr* e, const ast::FunctionDecl* callee, bool used,
                      const Request& request) {
    if (readers_.recursion.is_recursive(callee)) return recursive(e, callee, request);
    if (callee->isVariadic()) context_.fail(e->getExprLoc(), "variadic functions are not supported yet");
    Statement call_statement = new_call(e, callee);
    const bool has_scope = readers_.tasks.has_scope(callee);
    if (has_scope) readers_.tasks.act(TeamAct::scope, e->getExprLoc());
    std::optional<Pointer> object;
    if (const ast::Expr* on = object_of(e)) object = readers_.classes.object_pointer(on);
    bind_arguments(e, callee, call_statement);
    const std::size_t raised = readers_.exceptions.raised();
    readers_.simd_promises.check(e, callee, call_statement);
    std::optional<VariableId> result;
    std::optional<Pointer> structure;
    ValueType type;
    const bool by_value = returns_number_of_several(callee);
    const ast::QualType returned_type =
        by_value ? callee->getReturnType()->getPointeeType() : callee->getReturnType();
    if (returned_type->isReferenceType()) {
        // Its `return` says to what.
    } else if (is_composed(returned_type)) {
        structure =
            request.place ? *request.place : new_object("result", returned_type, true, e->getExprLoc());
    } else if (!returned_type->isVoidType()) {
        type = ValueType::number(scalar(context_, returned_type, e->getExprLoc()));
        result = new_variable("result", type);
    }
    Captured captured;
    const Call done = read_called({callee, result, structure, request.memory, object}, call_statement, [&] {
        captured = readers_.classes.bind_captures(callee);
        const bool may_leave = result && readers_.exceptions.are_caught();  // without a value
        if (result) declare(*result, may_leave ? literal(type.type, 0) : nullptr, callee->getBeginLoc());
        const std::size_t living = readers_.destructors.living();
        for (const ast::ParmVarDecl* p : callee->parameters()) {
            if (p->getType()->isRecordType())
                readers_.destructors.begin_life(binding(p, p->getLocation()).pointer, p->getType());
        }
        statement(callee->getBody());
        readers_.destructors.end_scope(living, callee->getEndLoc());
        if (!emitter_.out().empty() && emitter_.out().back().kind == Statement::Kind::return_)
            emitter_.out().pop_back();
    });
    if (returned_type->isReferenceType()) structure = done.reference;
    for (auto& [v, b] : captured) bind(v, std::move(b));
    if (result && done.reference) {
        append(std::move(call_statement));
        if (has_scope) readers_.tasks.act(TeamAct::scope_end, e->getExprLoc());
        readers_.exceptions.after_call(raised, e->getExprLoc());
        return {nullptr, done.reference, done.memory};
    }
    const bool has_value = result && (used || by_value);  // else it may have none, as without a `return`
    if (has_value) {
        call_statement.variable = new_variable("t", type);
        call_statement.result = read(*result, type, call_statement.line);
    }
    const VariableId returned = call_statement.variable;
    append(std::move(call_statement));
    if (has_scope) readers_.tasks.act(TeamAct::scope_end, e->getExprLoc());
    readers_.exceptions.after_call(raised, e->getExprLoc());
    if (by_value)
        structure = Pointer{.index = {}, .to = Pointer::To::variables, .cells = {returned}, .cell = 0};
    if (has_value) return {read(returned, type, line(e)), structure, done.memory};
    if (used && !structure)
        context_.fail(e->getExprLoc(), "'" + callee->getNameAsString() + "' returns nothing");
    return {nullptr, structure, done.memory};
}

/// A call of the function, without its arguments and its body.
Statement Calls::new_call(const ast::Expr* e, const ast::FunctionDecl* callee) const {
    const std::string name = callee->getNameAsString();
    if (std::ranges::any_of(calls_, [&](const Call& c) { return c.function == callee; }))
        context_.fail(e->getExprLoc(), "'" + name + "' calls itself; recursion is not supported");
    Statement call_statement;
    call_statement.kind = Statement::Kind::call;
    call_statement.line = line(e);
    if (!context_.is_of_system(callee->getLocation())) call_statement.function = name;
    return call_statement;
}

/// The body of a function that is called. Returns what its `return` statements have left.
Call Calls::read_called(Call call, Statement& call_statement, const std::function<void()>& read) {
    // Lines are of the function's file, or numbered: what else is in a header is at the line of the call.
    const bool is_here =
        context_.has_several_sources()
            ? !context_.is_of_system(call.function->getLocation())
            : context_.are_in_one_file(call.function->getLocation(), calls_.front().function->getLocation());
    const auto line = context_.set_line(is_here ? std::nullopt : std::optional(call_statement.line));
    calls_.push_back(std::move(call));
    call_statement.body = block_in(Around::call, read);
    context_.set_line(line);
    Call done = std::move(calls_.back());
    calls_.pop_back();
    return done;
}

void Calls::bind_arguments(const ast::CallExpr* e, const ast::FunctionDecl* callee,
                           Statement& call_statement) {
    std::vector<std::pair<const ast::ParmVarDecl*, Binding>> found;
    readers_.uses.look_through(callee);
    for (unsigned i = 0; i < callee->getNumParams(); ++i) {
        const ast::ParmVarDecl* parameter = callee->getParamDecl(i);
        const unsigned at = argument_number(e, i);
        found.emplace_back(parameter, argument_binding(e->getArg(at), parameter,
                                                       readers_.uses.changes_after(e, at), call_statement));
    }
    for (auto& [parameter, b] : found) bind(parameter, std::move(b));
}

namespace {

/// A reference to one of several numbers that the function cannot change through it: their value does.
bool is_reference_to_value(const Context& context, ast::QualType type, const ast::Expr* argument) {
    const ast::QualType number = type.getNonReferenceType();
    return type->isReferenceType() && number.isConstQualified() && context.number(number) &&
           llvm::isa<ast::ConditionalOperator>(argument->IgnoreParenImpCasts());
}

}  // namespace

/// Of a structure of C that consists of variables, which the function does not change: no copy is needed,
/// which would read also members without a value.
std::optional<Pointer> Calls::unchanged_structure(const ast::Expr* argument,
                                                  const ast::ParmVarDecl* parameter) {
    const bool is_plain = kernel_ == nullptr && is_composed(parameter->getType()) &&
                          !context_.tree().getLangOpts().CPlusPlus && readers_.uses.is_split(parameter) &&
                          !is_assigned(parameter);
    const auto* f = llvm::dyn_cast<ast::FunctionDecl>(parameter->getDeclContext());
    if (!is_plain || f == nullptr || f->getBody() == nullptr) return std::nullopt;
    const auto is_its = [&](const ast::Expr* target) { return whole_variable(target) == parameter; };
    const ast::VarDecl* v = named_variable(argument);
    if (v == nullptr || assigns(f->getBody(), is_its)) return std::nullopt;
    const Pointer whole = structure(argument);
    return whole.to == Pointer::To::variables ? std::optional(whole) : std::nullopt;
}

Binding Calls::argument_binding(const ast::Expr* argument, const ast::ParmVarDecl* parameter, Changes later,
                                Statement& call_statement) {
    ast::QualType type = parameter->getType();
    if (is_reference_to_value(context_, type, argument)) type = type.getNonReferenceType();
    const std::string name = parameter->getNameAsString();
    Binding b{
        .kind = Binding::Kind::object, .variable = 0, .pointer = {}, .value = {}, .region = here_.region};
    const bool is_of_text =
        type->isVoidPointerType() && !context_.is_of_system(calls_.back().function->getLocation());
    if (is_of_text) readers_.allocations.note_type(parameter, readers_.allocations.type_of_memory(argument));
    if (type->isReferenceType()) {
        b = readers_.declarations.reference(argument);
    } else if (type->isPointerType() && !is_assigned(parameter)) {
        b.kind = Binding::Kind::pointer;
        b.pointer = settled(pointer(argument), argument);
    } else if (const auto same = unchanged_structure(argument, parameter);
               same && !readers_.tasks.needs_memory(parameter) && !readers_.destructors.working(type)) {
        b.pointer = *same;
    } else if (is_composed(type) || !readers_.uses.is_split(parameter) ||
               readers_.tasks.needs_memory(parameter)) {
        const bool split = readers_.uses.is_split(parameter) && !readers_.tasks.needs_memory(parameter);
        b.pointer = new_object(name, type, split, argument->getExprLoc());
        readers_.tasks.note_automatic(parameter, b.pointer);
        readers_.views.zero_if_by_parts(parameter, b.pointer);
        initialise(b.pointer, type, argument);
    } else if (const auto unset = readers_.kernel == nullptr || is_assigned(parameter)
                                      ? std::nullopt
                                      : readers_.shuffles.unset_variable(argument);
               unset && context_.is_of_system(parameter->getLocation())) {
        b.kind = Binding::Kind::variable;  // as whole objects: a value that may be missing is not copied
        b.variable = *unset;
    } else {
        b.kind = Binding::Kind::variable;
        b.variable = new_variable(name, ValueType::number(scalar(context_, type, argument->getExprLoc())));
        readers_.bindings.note_region(b.variable, here_.region);
        Expr given = convert(value(argument), scalar(context_, type, argument->getExprLoc()), line(argument));
        call_statement.arguments.emplace_back(b.variable, kept(std::move(given), later, argument));
    }
    return b;
}

Expr Calls::returned_value(const ast::Expr* e) {
    const std::optional<Wanted> wanted = calls_.back().wanted;
    const auto memory = wanted ? readers_.allocations.allocation(e, *wanted) : std::nullopt;
    return memory ? address(*memory, e) : value(e);
}

/// The object must be known where the function is called.
void Calls::return_reference(const ast::Expr* to) {
    if (calls_.back().reference)
        context_.fail(to->getExprLoc(), "a function that returns a reference must have exactly one `return`");
    calls_.back().reference = settled(lvalue(to), to);
}

/// The value of a returned pointer; one into shared memory of bytes has none, but is known where the function
/// is called.
std::optional<Expr> Calls::return_pointer(const ast::Expr* e) {
    Pointer to = pointer(e);
    if (!readers_.kernel_variables.is_to_bytes(to)) return address(to, e);
    if (calls_.back().reference)
        context_.fail(e->getExprLoc(),
                      "a function that returns a pointer into shared memory that has elements of "
                      "several sizes must have exactly one `return`");
    calls_.back().reference = settled(std::move(to), e);
    return std::nullopt;
}

Block Calls::read_outermost(Call call, const std::function<void()>& read) {
    calls_.push_back(std::move(call));
    Block result = block_in(Around::call, read);
    calls_.pop_back();
    return result;
}

}  // namespace musimd::reader
