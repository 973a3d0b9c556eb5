#include <clang/AST/Attr.h>

#include <array>

#include "dsl/clang/body_reader.hpp"

// Whole programs: `main`, variables of the program, those that threads share in memory, and the functions of
// C's library that host code calls.

namespace musimd::dsl::clang {
namespace {

/// Finds scalars that several threads may assign: those of a parallel construct's enclosing code that are
/// assigned inside it, or whose address is taken there, and that are not private.
class SharedScalars {
  public:
    explicit SharedScalars(std::set<const ast::VarDecl*>& found) : found_(found) {}

    void statement(const ast::Stmt* s) {
        if (s == nullptr) return;
        if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) return enter(directive);
        if (const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s)) {
            for (const ast::Decl* d : declarations->decls()) {
                if (const auto* v = llvm::dyn_cast<ast::VarDecl>(d); v != nullptr && v->hasLocalStorage())
                    private_.insert(v);
            }
        }
        if (const ast::Expr* target = assigned_by(s); target != nullptr && parallel_) {
            const ast::VarDecl* v = whole_variable(target);
            if (v != nullptr && !private_.contains(v)) found_.insert(v);
        }
        for (const ast::Stmt* part : s->children()) statement(part);
    }

  private:
    // What is reached by an address may be assigned, too.
    static const ast::Expr* assigned_by(const ast::Stmt* s) {
        if (const auto* two = llvm::dyn_cast<ast::BinaryOperator>(s); two && two->isAssignmentOp())
            return two->getLHS();
        const auto* one = llvm::dyn_cast<ast::UnaryOperator>(s);
        const bool assigns =
            one != nullptr && (one->isIncrementDecrementOp() || one->getOpcode() == ast::UO_AddrOf);
        return assigns ? one->getSubExpr() : nullptr;
    }

    void enter(const ast::OMPExecutableDirective* directive) {
        if (!directive->hasAssociatedStmt()) return;
        const auto outside = std::tuple(private_, parallel_, team_);
        const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
        if (ast::isOpenMPParallelDirective(kind) || ast::isOpenMPTeamsDirective(kind)) {
            if (!parallel_) private_.clear();  // those of the code around it are shared
            parallel_ = true;
            if (!only_shares_loops(directive)) team_ = true;
        }
        const bool shares = !ast::isOpenMPParallelDirective(kind) && team_;
        for (const ast::OMPClause* clause : directive->clauses()) {
            if (clause == nullptr) continue;
            if (shares && assigns_original(clause->getClauseKind())) note_names(clause);
            if (is_private(clause->getClauseKind())) add_names(clause);
        }
        if (const auto* loop = llvm::dyn_cast<ast::OMPLoopDirective>(directive)) add_loop_variables(loop);
        statement(directive->getRawStmt());
        std::tie(private_, parallel_, team_) = outside;
    }

    static bool is_private(llvm::omp::Clause kind) {
        switch (kind) {
            case llvm::omp::OMPC_private:
            case llvm::omp::OMPC_firstprivate:
            case llvm::omp::OMPC_lastprivate:
            case llvm::omp::OMPC_linear:
            case llvm::omp::OMPC_reduction:
                return true;
            default:  // of OpenMP's clauses
                return false;
        }
    }

    /// Of a construct in a parallel region.
    static bool assigns_original(llvm::omp::Clause kind) {
        return kind == llvm::omp::OMPC_reduction || kind == llvm::omp::OMPC_lastprivate;
    }

    void note_names(const ast::OMPClause* clause) {
        const std::set<const ast::VarDecl*> before = std::exchange(private_, {});
        add_names(clause);
        for (const ast::VarDecl* v : private_) {
            if (!before.contains(v)) found_.insert(v);
        }
        private_ = before;
    }

    void add_names(const ast::OMPClause* clause) {
        for (const ast::Stmt* part : const_cast<ast::OMPClause*>(clause)->children()) {
            const auto* e = llvm::dyn_cast_or_null<ast::Expr>(part);
            if (const ast::VarDecl* v = e == nullptr ? nullptr : named_variable(e)) private_.insert(v);
        }
    }

    void add_loop_variables(const ast::OMPLoopDirective* directive) {
        for (const ast::Expr* counter : directive->counters()) {
            if (const ast::VarDecl* v = named_variable(counter)) private_.insert(v);
        }
    }

    std::set<const ast::VarDecl*>& found_;
    std::set<const ast::VarDecl*> private_;
    bool parallel_ = false;
    bool team_ = false;  ///< in a region whose threads are a team
};

bool is_comparison_with(const ast::Expr* e, const ast::VarDecl* v) {
    const auto* two = llvm::dyn_cast<ast::BinaryOperator>(e->IgnoreParenImpCasts());
    return two != nullptr && two->isComparisonOp() &&
           named_variable(two->getLHS()->IgnoreParenImpCasts()) == v;
}

}  // namespace

// ---- variables

void BodyReader::find_shared(const ast::Stmt* body) {
    SharedScalars(shared_).statement(body);
}

/// A scalar in memory: an object of one element.
void BodyReader::declare_cell(const ast::VarDecl* v, Expr initial) {
    const Type type = scalar(context_, v->getType(), v->getLocation());
    const Pointer at = new_array(v->getNameAsString(), type, literal(Type::i64, 1), false, v->getLocation());
    bind(v, {.kind = Binding::Kind::cell, .variable = 0, .pointer = at, .value = {}, .region = here_.region});
    if (initial != nullptr) store(at, std::move(initial), v->getLocation());
}

void BodyReader::store(const Pointer& to, Expr value, ast::SourceLocation where) {
    Statement& s = emit(Statement::Kind::store, where);
    s.element = {.buffer = to.buffer, .offset = 0};
    s.index = element_index(to, s.line);
    s.value = std::move(value);
}

void BodyReader::structure_of_program(const ast::VarDecl* v) {
    const std::vector<Cell> cells = cells_of(context_, v->getType(), v->getLocation());
    const Pointer at = host_memory(v->getNameAsString(), cells, true, v->getLocation());
    bind(v,
         {.kind = Binding::Kind::object, .variable = 0, .pointer = at, .value = {}, .region = here_.region});
    if (v->getInit() != nullptr) initialise_zeroed(at, v->getType(), v->getInit());
}

/// A variable of the whole program, at its first mention: it exists from the beginning, and is 0 if the text
/// says nothing else.
const Binding& BodyReader::global(const ast::VarDecl* v) {
    if (kernel_ != nullptr) return globals_[v->getCanonicalDecl()] = variable_of_kernel(v);
    const ast::VarDecl* definition = v->isStaticLocal() ? v : v->getDefinition();
    if (definition == nullptr) definition = v->getActingDefinition();
    if (definition == nullptr)
        context_.fail(v->getLocation(), "'" + v->getNameAsString() + "' is declared here, but not defined");
    const llvm::SaveAndRestore outside(here_.region, 0u);
    into(prologue_, [&] {
        if (is_of_threads(v)) {
            variable_of_threads(definition);
        } else if (definition->getType()->isArrayType()) {
            array(definition, true);
        } else if (definition->getType()->isRecordType()) {
            structure_of_program(definition);
        } else {
            const Type type = scalar(context_, v->getType(), v->getLocation());
            const ast::Expr* init = definition->getInit();
            declare_cell(definition,
                         init == nullptr ? literal(type, 0, context_.line(v->getLocation())) : value(init));
        }
    });
    return globals_[v->getCanonicalDecl()] = here_.bindings.extract(definition).mapped();
}

/// Whether the condition asks for the number of the program's arguments, which is known: its value.
std::optional<bool> BodyReader::known_condition(const ast::Expr* e) {
    const auto* both = llvm::dyn_cast<ast::BinaryOperator>(e->IgnoreParenImpCasts());
    if (both != nullptr && both->isLogicalOp()) {
        const bool decides = both->getOpcode() == ast::BO_LOr;
        const auto left = known_condition(both->getLHS());
        return left == decides ? left : std::nullopt;
    }
    if (argument_count_ == nullptr || !is_comparison_with(e, argument_count_)) return std::nullopt;
    const auto* two = llvm::cast<ast::BinaryOperator>(e->IgnoreParenImpCasts());
    const auto right = context_.integer(two->getRHS());
    if (!right) return std::nullopt;
    const auto count = static_cast<std::int64_t>(arguments_.size()) + 1;
    switch (two->getOpcode()) {
        case ast::BO_LT:
            return count < *right;
        case ast::BO_LE:
            return count <= *right;
        case ast::BO_GT:
            return count > *right;
        case ast::BO_GE:
            return count >= *right;
        case ast::BO_EQ:
            return count == *right;
        default:  // of comparisons: !=
            return count != *right;
    }
}

/// `main`: its parameters are the program's arguments.
void BodyReader::main_parameters(const ast::FunctionDecl* f, const std::vector<std::string>& arguments) {
    arguments_ = arguments;
    if (f->getNumParams() == 0) return;
    argument_count_ = f->getParamDecl(0);
    if (f->getNumParams() > 1) argument_values_ = f->getParamDecl(1);
    bind(argument_count_, {.kind = Binding::Kind::value,
                           .variable = 0,
                           .pointer = {},
                           .value = literal(Type::i32, arguments.size() + 1),
                           .region = 0});
}

// ---- the library

namespace {

/// The expression without conversions and parentheses.
const ast::Expr* plain(const ast::Expr* e) {
    return e->IgnoreParenCasts();
}

/// Functions without an effect on a machine that frees no memory and has one thread here.
bool does_nothing(llvm::StringRef name) {
    static constexpr std::array<llvm::StringRef, 8> kNames = {
        "free",   "fflush", "omp_set_dynamic", "omp_set_nested", "omp_set_schedule",
        "setbuf", "fclose", "remove"};
    return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

/// Of functions that ask for what does not change; nullopt for others.
std::optional<std::int64_t> BodyReader::omp_constant(llvm::StringRef name) const {
    if (name == "omp_get_num_procs") return usual_threads_;
    if (name == "omp_in_parallel" || name == "omp_get_level") return here_.region == 0 ? 0 : 1;
    if (name == "omp_is_initial_device") return 1;
    if (name == "omp_get_num_teams") return here_.teams;
    if (name == "omp_get_thread_limit") return 1024;
    static constexpr std::array<llvm::StringRef, 6> kZeros = {
        "omp_get_team_num",       "omp_get_num_devices", "omp_get_default_device",
        "omp_get_initial_device", "omp_get_dynamic",     "omp_get_nested"};
    if (std::ranges::find(kZeros, name) != kZeros.end()) return 0;
    return std::nullopt;
}

std::optional<Expr> BodyReader::library_of_host(const ast::CallExpr* e, llvm::StringRef name) {
    const auto number = [&](std::int64_t n) -> Expr {
        const auto type = context_.number(e->getType());
        return type ? literal(*type, static_cast<std::uint64_t>(n), line(e)) : nullptr;
    };
    if (name == "__assert_fail" || name == "abort") {
        Statement& s = emit(Statement::Kind::check, e->getExprLoc());
        s.value = literal(false, s.line);
        return nullptr;
    }
    if (name == "printf" || name == "fprintf" || name == "puts" || name == "putchar") return print(e, name);
    if (does_nothing(name)) return number(0);
    if (name == "fopen") return literal(Type::i64, 1, line(e));  // a file, to which nothing is written
    if (name == "memset" && e->getNumArgs() == 3) return fill(e);
    if (name == "memcpy" && e->getNumArgs() == 3) return copy(e);
    if (name == "srand") {
        set(random_state(e), convert(value(e->getArg(0)), Type::u32, line(e)), e->getExprLoc());
        return nullptr;
    }
    if (name == "rand") return random(e);
    if (name == "time" || name == "clock" || name == "omp_get_wtime") return number(0);
    if (name == "omp_get_thread_num" || name == "omp_get_num_threads")
        return thread_query(e, name == "omp_get_thread_num");
    if (name == "omp_get_max_threads") return convert(default_threads(line(e)), Type::i32, line(e));
    if (const auto known = omp_constant(name)) return number(*known);
    if (name == "omp_set_num_threads") return set_default_threads(e);
    if (name.starts_with("omp_") && name.ends_with("_lock")) return lock_function(e, name);
    if (name == "exit" && here_.region == 0) return exit(e);
    if (name == "malloc" || name == "calloc" || name == "aligned_alloc")
        context_.fail(
            e->getExprLoc(),
            "the element type of this memory is unknown here; assign the memory to a pointer first");
    if (name == "posix_memalign") return aligned_memory(e);
    if (name == "gettimeofday") return time_of_day(e);
    if (name == "atoi" || name == "atol" || name == "atof" || name == "strtol") return argument(e);
    return std::nullopt;
}

/// Ends the program.
Expr BodyReader::exit(const ast::CallExpr* e) {
    if (!calls_.front().function->isMain() || !calls_.front().result)
        context_.fail(e->getExprLoc(), "`exit` is supported only in programs, with `--function main`");
    Expr status = value(e->getArg(0));
    set(*calls_.front().result, std::move(status), e->getExprLoc());
    if (calls_.size() == 1) {
        emit(Statement::Kind::return_, e->getExprLoc());
    } else {
        Statement& end = emit(Statement::Kind::check, e->getExprLoc());
        end.value = literal(false, end.line);
        end.function = kExit;
    }
    return nullptr;
}

/// `gettimeofday(&now, …)`: it is always 0.
Expr BodyReader::time_of_day(const ast::CallExpr* e) {
    const ast::QualType now = e->getArg(0)->getType()->getPointeeType();
    if (!now->isRecordType()) context_.fail(e->getExprLoc(), "the time must be stored in a `struct timeval`");
    set_to_zero(pointer(e->getArg(0)), now, e);
    return literal(Type::i32, 0, line(e));
}

/// The number that an argument of the program is: `atoi(argv[1])`.
Expr BodyReader::argument(const ast::CallExpr* e) {
    const auto* element = llvm::dyn_cast<ast::ArraySubscriptExpr>(plain(e->getArg(0)));
    const auto index = element == nullptr ? std::nullopt : context_.integer(element->getIdx());
    if (!index || *index < 1 || named_variable(plain(element->getBase())) != argument_values_)
        context_.fail(e->getArg(0)->getExprLoc(), "only the program's arguments can be converted to numbers");
    const Type type = context_.number(e->getType(), e->getExprLoc());
    if (*index > static_cast<std::int64_t>(arguments_.size()))
        context_.fail(e->getExprLoc(), "the program has no argument " + std::to_string(*index) +
                                           "; pass arguments after `--`");
    const std::string& text = arguments_[static_cast<std::size_t>(*index) - 1];
    const double number = std::strtod(text.c_str(), nullptr);
    if (is_float(type)) return convert(literal(Type::f64, std::bit_cast<std::uint64_t>(number)), type, 0);
    return literal(type, static_cast<std::uint64_t>(std::strtoll(text.c_str(), nullptr, 10)), line(e));
}

// ---- random numbers: those of the example in the C standard, 7.22.2

VariableId BodyReader::random_state(const ast::CallExpr* e) {
    if (here_.region != 0)
        context_.fail(e->getExprLoc(), "random numbers in a parallel loop are not supported");
    if (!random_state_) {
        random_state_ = new_variable("random", ValueType::number(Type::u32));
        into(prologue_, [&] { declare(*random_state_, literal(Type::u32, 1), e->getExprLoc()); });
    }
    return *random_state_;
}

Expr BodyReader::random(const ast::CallExpr* e) {
    const VariableId state = random_state(e);
    const ValueType type = ValueType::number(Type::u32);
    const auto number = [&](std::uint64_t n) { return literal(Type::u32, n, line(e)); };
    Expr next = apply(Function::mul, {read(state, type, line(e)), number(1'103'515'245)}, true, line(e));
    set(state, apply(Function::add, {std::move(next), number(12'345)}, true, line(e)), e->getExprLoc());
    Expr high = apply(Function::shr, {read(state, type, line(e)), number(16)}, true, line(e));
    Expr result = apply(Function::andb, {std::move(high), number(32'767)}, true, line(e));
    return settle(convert(std::move(result), Type::i32, line(e)), e);
}

// ---- output

namespace {

/// The conversions of a format, without `%%`: their ends in the text.
std::vector<std::size_t> conversions(llvm::StringRef format) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') continue;
        const std::size_t end = format.find_first_not_of("0123456789.+- #hlzjt", i + 1);
        if (end == llvm::StringRef::npos) break;
        if (format[end] != '%') result.push_back(end);
        i = end;
    }
    return result;
}

std::string escaped(llvm::StringRef text) {
    std::string result;
    for (const char c : text) result += c == '%' ? "%%" : std::string(1, c);
    return result;
}

const ast::StringLiteral* string_of(const ast::Expr* e) {
    const auto* text = llvm::dyn_cast<ast::StringLiteral>(plain(e));
    return text != nullptr && text->getCharByteWidth() == 1 ? text : nullptr;
}

}  // namespace

/// In a parallel loop, whose order is not defined, it prints nothing; what it reads is read.
Expr BodyReader::print(const ast::CallExpr* e, llvm::StringRef name) {
    const unsigned first = name == "fprintf" ? 1 : 0;
    const ast::VarDecl* file = first == 1 ? named_variable(plain(e->getArg(0))) : nullptr;
    const bool shown = first == 0 || (file != nullptr && file->hasExternalStorage());  // stdout, stderr
    const ast::StringLiteral* text = e->getNumArgs() > first ? string_of(e->getArg(first)) : nullptr;
    if (text == nullptr && name != "putchar")
        context_.fail(e->getExprLoc(), "the text of `" + name.str() + "` must be a string literal");
    std::string format;
    if (name == "putchar") {
        format = "%c";
    } else if (name == "puts") {
        format = escaped(text->getString()) + "\n";
    } else {
        format = text->getString().str();
    }
    std::vector<std::pair<VariableId, Expr>> values;
    unsigned argument = name == "putchar" ? 0 : first + 1;
    std::size_t shift = 0;
    for (std::size_t end : conversions(format)) {
        if (argument >= e->getNumArgs()) break;  // Clang warns
        const ast::Expr* given = e->getArg(argument++);
        if (const ast::StringLiteral* inner = string_of(given)) {
            const std::size_t begin = format.rfind('%', end + shift);
            const std::string replaced = escaped(inner->getString());
            const std::size_t length = end + shift + 1 - begin;
            format.replace(begin, length, replaced);
            shift += replaced.size() - length;
            continue;
        }
        if (kernel_ != nullptr && format[end + shift] == 's')
            context_.fail(given->getExprLoc(), "a kernel can print only string literals");
        const Expr settled = settle(value(given), given);
        const VariableId v = new_variable("printed", settled->type);
        declare(v, settled, given->getExprLoc());
        values.emplace_back(v, settled);
    }
    if (kernel_ != nullptr) return print_of_thread(e, std::move(format), values);
    if (here_.region == 0 && shown) {
        Statement& s = emit(Statement::Kind::print, e->getExprLoc());
        s.function = std::move(format);
        s.arguments = std::move(values);
        s.width = file != nullptr && file->getName() == "stderr" ? 2 : 1;
    }
    function_.prints_in_parallel = function_.prints_in_parallel || (here_.region != 0 && shown);
    return literal(Type::i32, 0, line(e));
}

}  // namespace musimd::dsl::clang
