#include <clang/AST/Attr.h>

#include <string_view>

#include "dsl/clang/body_reader.hpp"
#include "dsl/clang/cuda/forwarding.hpp"

// Calls: of C's mathematics, and of functions of the file, which are inlined.

namespace musimd::dsl::clang {
namespace {

struct LibraryFunction {
    Function function;
    std::size_t operands;
};

std::string_view without_prefix(std::string_view name) {
    constexpr std::string_view kBuiltin = "__builtin_";
    if (name.starts_with(kBuiltin)) name.remove_prefix(kBuiltin.size());
    return name;
}

std::optional<LibraryFunction> library_function(std::string_view name) {
    if (name == "abs" || name == "labs" || name == "llabs") return LibraryFunction{Function::abs, 1};
#define MUSIMD_C_MATH(c_name, function, operands) \
    if (name == #c_name || name == #c_name "f") return LibraryFunction{Function::function, operands};
#include "dsl/clang/math.def"
    return std::nullopt;
}

}  // namespace

Called BodyReader::call(const ast::CallExpr* e, bool used, const Request& request) {
    const ast::FunctionDecl* callee = e->getDirectCallee();
    if (callee == nullptr)
        context_.fail(e->getExprLoc(),
                      "calls through function pointers are not supported yet; pass a lambda to a template");
    const std::string name = callee->getNameAsString();
    if (is_copy(e)) {
        copy_by_operator(e);
        return {};
    }
    if (const ast::Expr* same = without_forwarding(e); same != e) return {.object = lvalue(same)};
    if (callee->hasAttr<ast::CUDAGlobalAttr>())
        context_.fail(e->getExprLoc(), "in device code, launch a kernel with `musimd::launch(" + name +
                                           ", grid, block, …)` of <musimd/launch.h>");
    if (callee->isDefined(callee)) return inlined(e, callee, used, request);
    if (kernel_ != nullptr) {
        if (const auto known = device_call(e, name)) return {*known};
    }
    const std::string_view plain = without_prefix(name);
    if (plain == "expect") return {value(e->getArg(0))};
    if (Expr result = composed_call(e, plain)) return {std::move(result)};
    if (const auto known = library_function(plain))
        return {library_call(e, known->function, known->operands)};
    if (const auto known = library_of_host(e, name)) {
        if (*known == nullptr && used) context_.fail(e->getExprLoc(), "'" + name + "' returns nothing");
        return {*known};
    }
    if (const char* reason = reason_against(name)) context_.fail(e->getExprLoc(), reason);
    context_.fail(e->getExprLoc(),
                  "the function '" + name +
                      "' is not supported; only functions of this file and mathematical functions are");
}

BodyReader::Changes BodyReader::changes_after(const ast::CallExpr* e, unsigned argument) const {
    return changes(llvm::make_range(e->arg_begin() + argument + 1, e->arg_end()));
}

Expr BodyReader::library_call(const ast::CallExpr* e, Function function, std::size_t operands) {
    if (e->getNumArgs() != operands)
        context_.fail(e->getExprLoc(), "this is not the library's function: it takes " +
                                           std::to_string(operands) +
                                           (operands == 1 ? " argument" : " arguments"));
    const Type type = context_.number(e->getType(), e->getExprLoc());
    std::vector<Expr> values;
    for (std::size_t i = 0; i < operands; ++i) {
        const ast::Expr* argument = e->getArg(static_cast<unsigned>(i));
        Expr v = convert(value(argument), type, line(argument));
        values.push_back(kept(std::move(v), changes_after(e, static_cast<unsigned>(i)), argument));
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

/// Whether it returns a reference to one of several constant numbers, as std::min: then the number suffices.
bool returns_number_of_several(const ast::FunctionDecl* f) {
    const ast::QualType type = f->getReturnType();
    if (!type->isReferenceType()) return false;
    const ast::QualType of = type->getPointeeType();
    return of.isConstQualified() && of->isScalarType() && count_returned(f->getBody()) > 1;
}

}  // namespace

Called BodyReader::inlined(const ast::CallExpr* e, const ast::FunctionDecl* callee, bool used,
                           const Request& request) {
    if (callee->isVariadic()) context_.fail(e->getExprLoc(), "variadic functions are not supported yet");
    Statement made = new_call(e, callee);
    std::optional<Pointer> object;
    if (const ast::Expr* on = object_of(e)) object = object_pointer(on);
    bind_arguments(e, callee, made);
    std::optional<VariableId> result;
    std::optional<Pointer> structure;
    ValueType type;
    const bool by_value = returns_number_of_several(callee);
    const ast::QualType returned_type =
        by_value ? callee->getReturnType()->getPointeeType() : callee->getReturnType();
    if (returned_type->isReferenceType()) {
        // Its `return` says to what.
    } else if (returned_type->isRecordType()) {
        structure =
            request.place ? *request.place : new_object("result", returned_type, true, e->getExprLoc());
    } else if (!returned_type->isVoidType()) {
        type = ValueType::number(scalar(context_, returned_type, e->getExprLoc()));
        result = new_variable("result", type);
    }
    Captured captured;
    const Call done = read_called({callee, result, structure, request.memory, object}, made, [&] {
        captured = bind_captures(callee);
        if (result) declare(*result, nullptr, callee->getBeginLoc());
        statement(callee->getBody());
        if (!out_->empty() && out_->back().kind == Statement::Kind::return_) out_->pop_back();
    });
    if (returned_type->isReferenceType()) structure = done.reference;
    for (auto& [v, b] : captured) bind(v, std::move(b));
    if (result) {
        made.variable = new_variable("t", type);
        made.result = read(*result, type, made.line);
    }
    const VariableId returned = made.variable;
    out_->push_back(std::move(made));
    if (by_value)
        structure = Pointer{.index = {}, .to = Pointer::To::variables, .cells = {returned}, .cell = 0};
    if (result) return {read(returned, type, line(e)), structure, done.made};
    if (used && !structure)
        context_.fail(e->getExprLoc(), "'" + callee->getNameAsString() + "' returns nothing");
    return {nullptr, structure, done.made};
}

/// A call of the function, without its arguments and its body.
Statement BodyReader::new_call(const ast::Expr* e, const ast::FunctionDecl* callee) const {
    const std::string name = callee->getNameAsString();
    if (std::ranges::any_of(calls_, [&](const Call& c) { return c.function == callee; }))
        context_.fail(e->getExprLoc(), "'" + name + "' calls itself; recursion is not supported");
    Statement made;
    made.kind = Statement::Kind::call;
    made.line = line(e);
    if (!context_.is_of_system(callee->getLocation())) made.function = name;
    return made;
}

/// The body of a function that is called. Returns what its `return` statements have left.
Call BodyReader::read_called(Call call, Statement& made, const std::function<void()>& read) {
    // Lines are of the kernel's file: what is in a header is at the line of the call.
    const bool is_here =
        kernel_ == nullptr ||
        context_.are_in_one_file(call.function->getLocation(), calls_.front().function->getLocation());
    const auto line = context_.set_line(is_here ? std::nullopt : std::optional(made.line));
    calls_.push_back(std::move(call));
    made.body = block_in(Around::call, read);
    context_.set_line(line);
    Call done = std::move(calls_.back());
    calls_.pop_back();
    return done;
}

void BodyReader::look_through(const ast::FunctionDecl* callee) {
    if (!callee->isDefined(callee) || !looked_through_.insert(callee).second) return;
    find_assigned(callee->getBody());
    find_shared(callee->getBody());
}

void BodyReader::bind_arguments(const ast::CallExpr* e, const ast::FunctionDecl* callee, Statement& made) {
    std::vector<std::pair<const ast::ParmVarDecl*, Binding>> found;
    look_through(callee);
    for (unsigned i = 0; i < callee->getNumParams(); ++i) {
        const ast::ParmVarDecl* parameter = callee->getParamDecl(i);
        const unsigned at = argument_number(e, i);
        found.emplace_back(parameter, argument_binding(e->getArg(at), parameter, changes_after(e, at), made));
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

Binding BodyReader::argument_binding(const ast::Expr* argument, const ast::ParmVarDecl* parameter,
                                     Changes later, Statement& made) {
    ast::QualType type = parameter->getType();
    if (is_reference_to_value(context_, type, argument)) type = type.getNonReferenceType();
    const std::string name = parameter->getNameAsString();
    Binding b{
        .kind = Binding::Kind::object, .variable = 0, .pointer = {}, .value = {}, .region = here_.region};
    if (type->isVoidPointerType()) types_of_memory_[parameter] = type_of_memory(argument);
    if (type->isReferenceType()) {
        b = reference(argument);
    } else if (type->isPointerType() && !is_assigned(parameter)) {
        b.kind = Binding::Kind::pointer;
        b.pointer = settled(pointer(argument), argument);
    } else if (type->isRecordType() || !is_split(parameter)) {
        b.pointer = new_object(name, type, is_split(parameter), argument->getExprLoc());
        initialise(b.pointer, type, argument);
    } else {
        b.kind = Binding::Kind::variable;
        b.variable = new_variable(name, ValueType::number(scalar(context_, type, argument->getExprLoc())));
        regions_[b.variable] = here_.region;
        made.arguments.emplace_back(b.variable, kept(value(argument), later, argument));
    }
    return b;
}

}  // namespace musimd::dsl::clang
