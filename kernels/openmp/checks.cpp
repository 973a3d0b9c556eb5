#include "kernels/openmp/checks.hpp"

#include <cstdlib>

#include "dsl/lowering/exits.hpp"

namespace musimd::kernels::openmp {

using dsl::Statement;
using dsl::openmp::LoopFunction;

std::optional<std::uint64_t> status_of_exit(const LoopFunction& function, std::uint32_t line) {
    const std::string status = text_of_check(function, line, dsl::openmp::kExitOfThread);
    if (status.empty()) return std::nullopt;
    return std::strtoull(status.c_str(), nullptr, 10);
}

std::string text_of_check(const LoopFunction& function, std::uint32_t line, std::string_view begin) {
    std::string result;
    dsl::for_each_statement(function.body, [&](const Statement& s, bool) {
        if (s.kind == Statement::Kind::check && s.line == line && s.function.starts_with(begin))
            result = s.function.substr(begin.size());
    });
    return result;
}

bool checks(const LoopFunction& function, std::uint32_t line, std::string_view what) {
    bool result = false;
    dsl::for_each_statement(function.body, [&](const Statement& s, bool) {
        result = result || (s.kind == Statement::Kind::check && s.line == line && s.function == what);
    });
    return result;
}

}  // namespace musimd::kernels::openmp
