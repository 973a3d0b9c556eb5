#include "reader/host_calls.hpp"

#include <algorithm>
#include <array>

#include "reader/cuda/byte_layout.hpp"
#include "reader/readers.hpp"

namespace musimd::reader {
namespace {

constexpr std::array<llvm::StringRef, 37> kFunctions = {"fopen",
                                                        "fclose",
                                                        "remove",
                                                        "feof",
                                                        "fgetc",
                                                        "getc",
                                                        "getchar",
                                                        "ungetc",
                                                        "fgets",
                                                        "fputc",
                                                        "putc",
                                                        "fputs",
                                                        "perror",
                                                        "fread",
                                                        "fwrite",
                                                        "fseek",
                                                        "ftell",
                                                        "rewind",
                                                        "sprintf",
                                                        "snprintf",
                                                        "scanf",
                                                        "fscanf",
                                                        "sscanf",
                                                        "strtod",
                                                        "strtold",
                                                        "strtof",
                                                        "atof",
                                                        "printf",
                                                        "fprintf",
                                                        "puts",
                                                        "putchar",
                                                        "open",
                                                        "close",
                                                        "read",
                                                        "write",
                                                        "lseek",
                                                        "musimd_stream_setting"};

}  // namespace

bool HostCalls::is_known(llvm::StringRef name) {
    return std::ranges::find(kFunctions, name) != kFunctions.end();
}

Expr HostCalls::call(const ast::CallExpr* e, llvm::StringRef name) {
    if (here_.region != 0 && name == "musimd_stream_setting") return literal(Type::i64, 0, line(e));
    if (here_.region != 0)
        context_.fail(e->getExprLoc(), "`" + name.str() + "` is supported only outside of parallel code");
    std::vector<Argument> arguments;
    for (unsigned i = 0; i < e->getNumArgs(); ++i) {
        arguments.push_back(argument(e->getArg(i)));
        arguments.back().value = settle(arguments.back().value, e->getArg(i));
    }
    const ast::QualType type = e->getType();
    const Type result =
        type->isVoidType() || type->isPointerType() ? Type::i64 : context_.number(type, e->getExprLoc());
    return emit_call(name.str(), arguments, result, e->getExprLoc());
}

HostCalls::Argument HostCalls::argument(const ast::Expr* e) {
    if (e->getType()->isPointerType() || e->getType()->isArrayType()) {
        const ast::Expr* plain = e->IgnoreParenCasts();
        const bool is_object = plain->getType()->isArrayType();
        const Pointer to = is_object ? lvalue(plain) : pointer(e);
        return {address(to, e), object_at(e)};
    }
    return {value(e), "-"};
}

/// What a pointer points to, also if it is passed as a `void *`.
std::string HostCalls::object_at(const ast::Expr* e) const {
    const ast::Expr* plain = e->IgnoreParenCasts();
    ast::QualType type = plain->getType();
    if (type->isVoidPointerType())
        type = readers_.allocations.type_of_memory(plain);
    else if (type->isPointerType())
        type = type->getPointeeType();
    if (type.isNull() || type->isIncompleteType() || type->isFunctionType()) return "-";
    type = context_.tree().getBaseElementType(type);
    if (const ast::RecordDecl* record = type->getAsRecordDecl();
        record != nullptr && context_.is_of_system(record->getLocation()))
        return "-";  // a FILE
    if (!type->isRecordType() && !type->isPointerType() && !context_.number(type)) return "-";
    if (type->isPointerType()) return "i64@0;8";
    const cuda::ByteLayout layout = layout_of(context_, type);
    std::string result;
    for (const auto& number : layout.numbers)
        result += (result.empty() ? "" : ",") + std::string(to_string(number.type)) + "@" +
                  std::to_string(number.offset);
    return result + ";" + std::to_string(layout.bytes);
}

Expr HostCalls::emit_call(const std::string& name, const std::vector<Argument>& arguments, Type result,
                          ast::SourceLocation where) {
    std::string function = name;
    std::vector<std::pair<VariableId, Expr>> values;
    for (const Argument& a : arguments) {
        const VariableId v = new_variable("given", a.value->type);
        declare(v, a.value, where);
        values.emplace_back(v, a.value);
        function += " " + a.object;
    }
    const ValueType type = ValueType::number(result);
    const VariableId returned = new_variable("returned", type);
    declare(returned, literal(result, 0, context_.line(where)), where);
    Statement& s = emit(Statement::Kind::print, where);
    s.in_place = true;
    s.function = std::move(function);
    s.arguments = std::move(values);
    s.variable = returned;
    return read(returned, type, s.line);
}

Pointer HostCalls::moved_memory(const ast::CallExpr* e, Pointer to) {
    if (here_.region != 0)
        context_.fail(e->getExprLoc(), "`realloc` is supported only outside of parallel code");
    const ast::SourceLocation where = e->getExprLoc();
    const Expr from = settle(value(e->getArg(0)), e);
    const Expr count = emit_call("count_numbers", {{from, "-"}}, Type::i64, where);
    emit_call("copy_numbers", {{address(to, e), "-"}, {from, "-"}, {count, "-"}}, Type::i64, where);
    return to;
}

}  // namespace musimd::reader
