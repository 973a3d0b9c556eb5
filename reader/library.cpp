#include <clang/AST/Attr.h>

#include <algorithm>
#include <array>

#include "reader/readers.hpp"

// Functions of C's library that host code calls, and the arguments of the program.

namespace musimd::reader {
namespace {

bool is_comparison_with(const ast::Expr* e, const ast::VarDecl* v) {
    const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e->IgnoreParenImpCasts());
    return binary != nullptr && binary->isComparisonOp() &&
           named_variable(binary->getLHS()->IgnoreParenImpCasts()) == v;
}

}  // namespace

// ---- the program's arguments

/// Whether the condition asks for the number of the program's arguments, which is known: its value.
std::optional<bool> Library::known_condition(const ast::Expr* e) {
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
void Library::main_parameters(const ast::FunctionDecl* f, const std::vector<std::string>& arguments) {
    arguments_ = arguments;
    if (f->getNumParams() == 0) return;
    if (f->getNumParams() > 1) argument_values_ = f->getParamDecl(1);
    Binding count{.kind = Binding::Kind::value, .variable = 0, .pointer = {}, .value = {}, .region = 0};
    count.value = literal(Type::i32, arguments.size() + 1);
    if (is_assigned(f->getParamDecl(0))) {
        count.kind = Binding::Kind::variable;
        count.variable = new_variable("argc", ValueType::number(Type::i32));
        into(emitter_.prologue(), [&] { declare(count.variable, count.value, f->getLocation()); });
    } else {
        argument_count_ = f->getParamDecl(0);
    }
    bind(f->getParamDecl(0), std::move(count));
}

/// `argv`, where it is more than `atoi(argv[1])`.
Binding Library::argument_texts(ast::SourceLocation where) {
    Binding result{.kind = Binding::Kind::pointer,
                   .variable = 0,
                   .pointer = readers_.texts.arguments(arguments_, where),
                   .value = {},
                   .region = 0};
    if (!is_assigned(argument_values_)) return result;
    result.kind = Binding::Kind::variable;
    result.variable = new_variable("argv", ValueType::number(Type::i64));
    into(emitter_.prologue(), [&] {
        const Expr at = readers_.pointers.address_of(result.pointer.buffer, context_.line(where));
        declare(result.variable, at, where);
    });
    return result;
}

// ---- the library

namespace {

/// The expression without conversions and parentheses.
const ast::Expr* plain(const ast::Expr* e) {
    return e->IgnoreParenCasts();
}

const ast::StringLiteral* string_of(const ast::Expr* e) {
    const auto* text = llvm::dyn_cast<ast::StringLiteral>(plain(e));
    return text != nullptr && text->getCharByteWidth() == 1 ? text : nullptr;
}

/// Functions without an effect on a machine that frees no memory and has one thread here.
bool does_nothing(llvm::StringRef name) {
    static constexpr std::array<llvm::StringRef, 16> kNames = {
        "free",   "fflush",    "setbuf",      "fclose", "remove",   "setvbuf", "prefetch",  "sleep",
        "usleep", "setlocale", "sched_yield", "system", "clearerr", "atexit",  "nanosleep", "ferror"};
    return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

std::optional<Expr> Library::library_of_host(const ast::CallExpr* e, llvm::StringRef name) {
    const auto number = [&](std::int64_t n) -> Expr {
        const auto type = context_.number(e->getType());
        return type ? literal(*type, static_cast<std::uint64_t>(n), line(e)) : nullptr;
    };
    // Nothing is kept to which a jump could return: it is supported where it is not executed.
    const bool jumps_back = name == "longjmp" || name == "siglongjmp";
    if (name == "__assert_fail" || name == "abort" || name == "unreachable" || name == "trap" || jumps_back) {
        emitter_.end_program(e->getExprLoc());
        return nullptr;
    }
    if (prints(name) && print_is_known(e, name)) return print(e, name);
    if (name == "atof" && here_.region != 0 && kernel_ == nullptr && e->getNumArgs() == 1)
        return readers_.calls.inlined(e, readers_.c_library.function("decimal"), true, {}).value;
    if (here_.region == 0 && kernel_ == nullptr && HostCalls::is_known(name))
        return readers_.host_calls.call(e, name);
    if (prints(name)) {
        for (const ast::Expr* argument : e->arguments()) effects(argument);
        function_.prints_in_parallel = true;
        return number(0);
    }
    if (does_nothing(name)) return number(0);
    // The first return; and the output is no terminal.
    if (name == "setjmp" || name == "_setjmp" || name == "__sigsetjmp" || name == "isatty") return number(0);
    if (name == "fileno") return number(1);
    if (name == "fopen") return literal(Type::i64, 1, line(e));  // a file, to which nothing is written
    if (name == "getenv") return literal(Type::i64, 0, line(e));
    if (name == "memmove" && e->getNumArgs() == 3) return readers_.c_library.memmove(e);
    const bool is_bzero = name == "bzero" && e->getNumArgs() == 2 && kernel_ == nullptr;
    if ((name == "memset" && e->getNumArgs() == 3) || is_bzero) return readers_.whole_objects.fill(e);
    if (name == "memcpy" && e->getNumArgs() == 3) return readers_.whole_objects.copy(e);
    if (name == "srand") {
        set(random_state(e), convert(value(e->getArg(0)), Type::u32, line(e)), e->getExprLoc());
        return nullptr;
    }
    if (name == "rand") return random(e);
    if (kernel_ == nullptr) {
        if (auto now = readers_.clocks.call(e, name)) return now;
    }
    if (name == "time" || name == "clock" || name == "omp_get_wtime") return number(0);
    if (const auto known = readers_.device.library(e, name)) return *known;
    if (auto known = readers_.runtime.call(e, name)) return known;
    if (name == "omp_get_thread_num" || name == "omp_get_num_threads")
        return readers_.thread_numbers.thread_query(e, name == "omp_get_thread_num");
    if (name == "omp_get_max_threads")
        return convert(readers_.thread_numbers.default_threads(line(e)), Type::i32, line(e));
    if (name == "omp_get_team_num" || name == "omp_get_num_teams") {
        if (Expr known = readers_.thread_numbers.team_query(e, name == "omp_get_team_num")) return known;
    }
    if (const auto known = readers_.thread_numbers.omp_constant(name)) return number(*known);
    if (name == "omp_in_final") return readers_.tasks.in_final(e);
    if (name == "omp_fulfill_event") {
        readers_.tasks.fulfil(e);
        return nullptr;
    }
    if (name == "omp_set_num_threads") return readers_.thread_numbers.set_default_threads(e);
    if (name.starts_with("omp_") && name.ends_with("_lock")) return readers_.locks.lock_function(e, name);
    if (name == "exit" && here_.region == 0) return exit(e);
    if (name == "exit" && kernel_ == nullptr) return exit_of_thread(e);
    if (name == "malloc" || name == "calloc" || name == "aligned_alloc" || name == "omp_target_alloc")
        context_.fail(
            e->getExprLoc(),
            "the element type of this memory is unknown here; assign the memory to a pointer first");
    if (name == "posix_memalign") return readers_.allocations.aligned_memory(e);
    if (name == "gettimeofday") return time_in(e, 0);  // of a kernel's host code
    if (name == "clock_gettime" || name == "getrusage") return time_in(e, 1);
    if (HostCalls::is_known(name) && kernel_ == nullptr) return readers_.host_calls.call(e, name);
    return std::nullopt;
}

bool Library::prints(llvm::StringRef name) {
    return name == "printf" || name == "fprintf" || name == "puts" || name == "putchar";
}

/// Whether what is printed is known here: the format is a literal, and the file is an output of the program.
bool Library::print_is_known(const ast::CallExpr* e, llvm::StringRef name) const {
    if (name == "putchar" || kernel_ != nullptr) return true;
    const unsigned first = name == "fprintf" ? 1 : 0;
    if (e->getNumArgs() <= first || string_of(text_of_choice(e->getArg(first))) == nullptr) return false;
    const ast::VarDecl* file = first == 1 ? named_variable(plain(e->getArg(0))) : nullptr;
    return first == 0 || (file != nullptr && file->hasExternalStorage() &&
                          (file->getName() == "stdout" || file->getName() == "stderr"));
}

/// The first thread that comes here ends the program. Other output of its loop is not known.
Expr Library::exit_of_thread(const ast::CallExpr* e) {
    const auto status = context_.integer(e->getArg(0));
    if (!status) context_.fail(e->getExprLoc(), "the status of `exit` in parallel code must be a constant");
    emitter_.end_program(e->getExprLoc(), openmp::kExitOfThread + std::to_string(*status & 255));
    return nullptr;
}

/// Ends the program.
Expr Library::exit(const ast::CallExpr* e) {
    if (!readers_.calls.outermost().function->isMain() || !readers_.calls.outermost().result)
        context_.fail(e->getExprLoc(), "`exit` is supported only in programs, with `--function main`");
    Expr status = value(e->getArg(0));
    set(*readers_.calls.outermost().result, std::move(status), e->getExprLoc());
    if (readers_.calls.is_in_outermost()) {
        emit(Statement::Kind::return_, e->getExprLoc());
    } else {
        emitter_.end_program(e->getExprLoc(), kExit);
    }
    return nullptr;
}

/// `getrusage(…, &used)`: it is always 0.
Expr Library::time_in(const ast::CallExpr* e, unsigned argument) {
    const ast::Expr* to = e->getArg(argument);
    const ast::QualType now = to->getType()->getPointeeType();
    if (!now->isRecordType()) context_.fail(e->getExprLoc(), "the time must be stored in a `struct timeval`");
    readers_.objects.set_to_zero(pointer(to), now, e);
    return literal(Type::i32, 0, line(e));
}

std::optional<Expr> Library::known_argument(const ast::CallExpr* e, llvm::StringRef name) {
    const bool converts = name == "atoi" || name == "atol" || name == "atof" || name == "strtol";
    if (!converts || e->getNumArgs() == 0 || argument_values_ == nullptr || is_assigned(argument_values_))
        return std::nullopt;
    const auto* element = llvm::dyn_cast<ast::ArraySubscriptExpr>(plain(e->getArg(0)));
    const auto index = element == nullptr ? std::nullopt : context_.integer(element->getIdx());
    if (!index || *index < 1 || named_variable(plain(element->getBase())) != argument_values_)
        return std::nullopt;
    const Type type = context_.number(e->getType(), e->getExprLoc());
    if (*index > static_cast<std::int64_t>(arguments_.size()))
        context_.fail(e->getExprLoc(), "the program has no argument " + std::to_string(*index) +
                                           "; pass arguments after `--`");
    const std::string& text = arguments_[static_cast<std::size_t>(*index) - 1];
    const double number = std::strtod(text.c_str(), nullptr);
    if (is_float(type)) return convert(literal(Type::f64, std::bit_cast<std::uint64_t>(number)), type, 0);
    return literal(type, static_cast<std::uint64_t>(std::strtoll(text.c_str(), nullptr, 10)), line(e));
}

// ---- random numbers: of 31 bits, as RAND_MAX says; two of the example in the C standard, 7.22.2

VariableId Library::random_state(const ast::CallExpr* e) {
    if (here_.region != 0)
        context_.fail(e->getExprLoc(), "random numbers in a parallel loop are not supported");
    if (!random_state_) {
        random_state_ = new_variable("random", ValueType::number(Type::u32));
        into(emitter_.prologue(), [&] { declare(*random_state_, literal(Type::u32, 1), e->getExprLoc()); });
    }
    return *random_state_;
}

Expr Library::random(const ast::CallExpr* e) {
    const VariableId state = random_state(e);
    const ValueType type = ValueType::number(Type::u32);
    const auto number = [&](std::uint64_t n) { return literal(Type::u32, n, line(e)); };
    const auto next = [&] {
        Expr product =
            apply(Function::mul, {read(state, type, line(e)), number(1'103'515'245)}, true, line(e));
        set(state, apply(Function::add, {std::move(product), number(12'345)}, true, line(e)),
            e->getExprLoc());
        return read(state, type, line(e));
    };
    Expr high = settle(apply(Function::andb, {next(), number(0x7fff'0000)}, true, line(e)), e);
    Expr low = apply(Function::shr, {next(), number(16)}, true, line(e));
    Expr result = apply(Function::orb, {std::move(high), std::move(low)}, true, line(e));
    return settle(convert(std::move(result), Type::i32, line(e)), e);
}

// ---- output

namespace {

/// The conversions of a format, without `%%`: their ends in the text. A `*` is one of its own.
std::vector<std::size_t> conversions(llvm::StringRef format) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') continue;
        const std::size_t end = format.find_first_not_of("0123456789.+- #*hlzjtLq", i + 1);
        if (end == llvm::StringRef::npos) break;
        for (std::size_t k = i; k < end; ++k) {
            if (format[k] == '*') result.push_back(k);
        }
        if (format[end] != '%') result.push_back(end);
        i = end;
    }
    return result;
}

/// The text as the conversion, `%-8.3s`, prints it; nullopt: it is too wide.
std::optional<std::string> printed(llvm::StringRef conversion, llvm::StringRef text) {
    constexpr std::size_t kMaxWidth = 4096;
    const bool is_left = conversion.contains('-');
    const auto [before, after] = conversion.drop_front(1).drop_back(1).split('.');
    const auto number = [](llvm::StringRef digits) {
        std::size_t result = 0;
        static_cast<void>(digits.ltrim("0+- #")
                              .take_while([](char c) { return c >= '0' && c <= '9'; })
                              .getAsInteger(10, result));
        return result;
    };
    if (conversion.contains('.')) text = text.take_front(number(after));
    const std::size_t width = number(before);
    if (width > kMaxWidth || before.size() > 20) return std::nullopt;
    const std::string padding(width - std::min(width, text.size()), ' ');
    return is_left ? text.str() + padding : padding + text.str();
}

}  // namespace

namespace {

/// Whether the width of the conversion that ends here is an argument.
bool has_star(llvm::StringRef format, std::size_t end) {
    return format.slice(format.rfind('%', end), end).contains('*');
}

}  // namespace

std::string escaped_for_printf(llvm::StringRef text) {
    std::string result;
    for (const char c : text) result += c == '%' ? "%%" : std::string(1, c);
    return result;
}

/// `c ? "a" : "b"` where it is known which.
const ast::Expr* Library::text_of_choice(const ast::Expr* e) const {
    const auto* choice = llvm::dyn_cast<ast::ConditionalOperator>(plain(e));
    const auto known = choices_.find(choice);
    if (known == choices_.end()) return e;
    return text_of_choice(known->second ? choice->getTrueExpr() : choice->getFalseExpr());
}

/// The first argument that is a choice between texts which is not known yet; or null.
const ast::ConditionalOperator* Library::open_choice(const ast::CallExpr* e) const {
    for (const ast::Expr* argument : e->arguments()) {
        const auto* choice = llvm::dyn_cast<ast::ConditionalOperator>(plain(text_of_choice(argument)));
        // Texts of one length are arrays.
        const bool is_text =
            choice != nullptr && (choice->getType()->isPointerType() || choice->getType()->isArrayType());
        if (is_text) return choice;
    }
    return nullptr;
}

/// The call for each of the two texts.
Expr Library::print_either(const ast::CallExpr* e, llvm::StringRef name,
                           const ast::ConditionalOperator* choice) {
    Expr test = settle(condition(choice->getCond()), choice);
    const auto call = [&](bool is_first) {
        choices_[choice] = is_first;
        return block([&] { print(e, name); });
    };
    Block first = call(true);
    Block second = call(false);
    choices_.erase(choice);
    Statement& branch = emit(Statement::Kind::if_, e->getExprLoc());
    branch.value = std::move(test);
    branch.body = std::move(first);
    branch.otherwise = std::move(second);
    return literal(Type::i32, 0, line(e));
}

/// In a parallel loop, whose order is not defined, it prints nothing; what it reads is read.
Expr Library::print(const ast::CallExpr* e, llvm::StringRef name) {
    const ast::ConditionalOperator* const choice = kernel_ == nullptr ? nullptr : open_choice(e);
    if (choice != nullptr) return print_either(e, name, choice);
    const unsigned first = name == "fprintf" ? 1 : 0;
    const ast::VarDecl* file = first == 1 ? named_variable(plain(e->getArg(0))) : nullptr;
    const bool shown = first == 0 || (file != nullptr && file->hasExternalStorage());  // stdout, stderr
    const ast::StringLiteral* text =
        e->getNumArgs() > first ? string_of(text_of_choice(e->getArg(first))) : nullptr;
    if (text == nullptr && name != "putchar")
        context_.fail(e->getExprLoc(), "the text of `" + name.str() + "` must be a string literal");
    std::string format;
    if (name == "putchar") {
        format = "%c";
    } else if (name == "puts") {
        format = escaped_for_printf(text->getString()) + "\n";
    } else {
        format = text->getString().str();
    }
    std::vector<std::pair<VariableId, Expr>> values;
    unsigned argument = name == "putchar" ? 0 : first + 1;
    std::size_t shift = 0;
    for (std::size_t end : conversions(format)) {
        if (argument >= e->getNumArgs()) break;  // Clang warns
        const ast::Expr* given = text_of_choice(e->getArg(argument++));
        const ast::StringLiteral* inner = string_of(given);
        if (inner != nullptr && (kernel_ != nullptr || !has_star(format, end + shift))) {
            const std::size_t begin = format.rfind('%', end + shift);
            const std::size_t length = end + shift + 1 - begin;
            const auto wide = printed(llvm::StringRef(format).substr(begin, length), inner->getString());
            if (!wide) context_.fail(given->getExprLoc(), "more than 4,096 characters are not supported");
            const std::string replaced = escaped_for_printf(*wide);
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
    if (kernel_ != nullptr) return readers_.records.print_of_thread(e, std::move(format), values);
    const bool is_error = file != nullptr && file->getName() == "stderr";
    if (shown) print_values(std::move(format), std::move(values), is_error ? 2 : 1, e->getExprLoc());
    return literal(Type::i32, 0, line(e));
}

void Library::print_values(std::string format, std::vector<std::pair<VariableId, Expr>> values, int file,
                           ast::SourceLocation where) {
    if (here_.region != 0) {
        function_.prints_in_parallel = true;
        return;
    }
    Statement& s = emit(Statement::Kind::print, where);
    s.function = std::move(format);
    s.arguments = std::move(values);
    s.width = file;
}

}  // namespace musimd::reader
