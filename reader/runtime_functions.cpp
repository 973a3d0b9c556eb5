#include "reader/runtime_functions.hpp"

#include <array>

#include "reader/readers.hpp"

// Functions of <omp.h>, but those that ask for devices: see device_library.cpp. Settings have the initial
// values of GCC's library.

namespace musimd::reader {
namespace {

constexpr std::int64_t kLevels = 255;  ///< of nested regions that there may be

/// A setting that the program may change.
struct Setting {
    const char* name;  ///< after `omp_get_` and `omp_set_`; where they differ, of the latter
    const char* getter;
    std::int64_t initial;
};

constexpr std::array kSettings = {
    Setting{"omp_set_dynamic", "omp_get_dynamic", 0},
    Setting{"omp_set_max_active_levels", "omp_get_max_active_levels", 1},
    Setting{"omp_set_num_teams", "omp_get_max_teams", 0},
    Setting{"omp_set_teams_thread_limit", "omp_get_teams_thread_limit", 0},
    Setting{"omp_set_default_allocator", "omp_get_default_allocator", 1},
};

/// Functions of a machine without places, cancellation, and priorities of tasks.
std::optional<std::int64_t> constant_of(llvm::StringRef name) {
    static constexpr std::array<llvm::StringRef, 7> kZeros = {
        "omp_get_proc_bind",       "omp_get_num_places",
        "omp_get_place_num_procs", "omp_get_partition_num_places",
        "omp_get_cancellation",    "omp_get_max_task_priority",
        "omp_in_explicit_task"};
    if (std::ranges::find(kZeros, name) != kZeros.end()) return 0;
    if (name == "omp_get_place_num") return -1;
    if (name == "omp_pause_resource" || name == "omp_pause_resource_all") return 0;
    if (name == "omp_init_allocator") return 1;
    if (name == "omp_get_supported_active_levels") return kLevels;
    return std::nullopt;
}

bool does_nothing(llvm::StringRef name) {
    static constexpr std::array<llvm::StringRef, 6> kNames = {
        "omp_free",        "omp_destroy_allocator",  "omp_get_partition_place_nums",
        "omp_display_env", "omp_get_place_proc_ids", "omp_display_affinity"};
    return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

std::optional<Expr> RuntimeFunctions::call(const ast::CallExpr* e, llvm::StringRef name) {
    if (!name.starts_with("omp_")) return std::nullopt;
    if (const auto known = constant_of(name))
        return literal(context_.number(e->getType(), e->getExprLoc()), static_cast<std::uint64_t>(*known),
                       line(e));
    if (does_nothing(name)) return Expr{};
    if (name == "omp_get_wtick") return literal(Type::f64, std::bit_cast<std::uint64_t>(1e-9), line(e));
    if (auto known = of_levels(e, name)) return known;
    return of_settings(e, name);
}

// ---- levels of regions

Expr RuntimeFunctions::allows_level(int n, SourcePoint at) {
    const Expr level = literal(Type::i64, static_cast<std::uint64_t>(n), at);
    return apply(Function::ge, {setting("omp_set_max_active_levels", 1, at), level}, true, at);
}

/// How many regions around have several threads.
Expr RuntimeFunctions::active_levels(SourcePoint at) {
    Expr result = literal(Type::i32, 0, at);
    const auto add = [&](const Expr& threads) {
        Expr is = apply(Function::gt, {threads, literal(Type::i64, 1, at)}, true, at);
        result = plus(result, apply(Function::to_number, Type::i32, {std::move(is)}, at), at);
    };
    if (here_.level > 0 && here_.level_threads != nullptr) add(here_.level_threads);
    for (const InnerTeam& inner : here_.inner) add(inner.count);
    return result;
}

/// Of the regions from the second level on. In those without a team of their own, it is `alone`.
std::vector<Expr> RuntimeFunctions::of_inner(Expr InnerTeam::*what, const Expr& alone,
                                             const ast::CallExpr* e) const {
    std::vector<Expr> result;
    for (const InnerTeam& inner : here_.inner) {
        if (inner.*what == nullptr)
            context_.fail(e->getExprLoc(), "in a nested region, this is not supported here yet");
        result.push_back(inner.*what);
    }
    while (std::ssize(result) < here_.level - 1) result.push_back(alone);
    return result;
}

/// By the level that the argument is; `nested`: from the second one on.
Expr RuntimeFunctions::of_level(const ast::CallExpr* e, const Expr& outermost,
                                const std::vector<Expr>& nested, const Expr& outside) {
    const SourcePoint at = line(e);
    const Expr level = settle(as_i64(value(e->getArg(0))), e);
    const auto is = [&](std::int64_t n) {
        return apply(Function::eq, {level, literal(Type::i64, static_cast<std::uint64_t>(n), at)}, true, at);
    };
    Expr result = literal(Type::i64, static_cast<std::uint64_t>(-1), at);
    for (int n = here_.level; n >= 2; --n)
        result = apply(Function::select, {is(n), nested[static_cast<std::size_t>(n) - 2], result}, false, at);
    if (here_.level > 0) result = apply(Function::select, {is(1), outermost, result}, false, at);
    return convert(apply(Function::select, {is(0), outside, result}, false, at), Type::i32, at);
}

std::optional<Expr> RuntimeFunctions::of_levels(const ast::CallExpr* e, llvm::StringRef name) {
    const SourcePoint at = line(e);
    const auto number = [&](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n), at); };
    if (name == "omp_get_level") return literal(Type::i32, static_cast<std::uint64_t>(here_.level), at);
    if (name == "omp_in_parallel" || name == "omp_get_active_level") {
        function_.counts_threads = function_.counts_threads || here_.level > 0;
        const Expr active = active_levels(at);
        if (name == "omp_get_active_level") return active;
        Expr any = apply(Function::gt, {active, literal(Type::i32, 0, at)}, true, at);
        return apply(Function::to_number, Type::i32, {std::move(any)}, at);
    }
    const Expr threads = here_.level_threads == nullptr ? number(1) : here_.level_threads;
    if (name == "omp_get_team_size")
        return of_level(e, threads, of_inner(&InnerTeam::count, number(1), e), number(1));
    if (name != "omp_get_ancestor_thread_num") return std::nullopt;
    function_.counts_threads = true;
    return of_level(e, here_.level == 0 ? number(0) : element_number(at),
                    of_inner(&InnerTeam::number, number(0), e), number(0));
}

// ---- settings

Expr RuntimeFunctions::setting(const std::string& name, std::int64_t initial, SourcePoint at) {
    const ValueType type = ValueType::number(Type::i64);
    if (!settings_.contains(name)) {
        settings_[name] = new_variable("setting", type);
        into(emitter_.prologue(), [&] {
            declare(settings_.at(name), literal(Type::i64, static_cast<std::uint64_t>(initial)), {});
        });
    }
    return dsl::read(settings_.at(name), type, at);
}

void RuntimeFunctions::set_setting(const std::string& name, std::int64_t initial, Expr value,
                                   const ast::CallExpr* e) {
    if (here_.region != 0)
        context_.fail(e->getExprLoc(), "this function is supported only outside of parallel regions");
    setting(name, initial, line(e));
    set(settings_.at(name), std::move(value), e->getExprLoc());
}

std::optional<Expr> RuntimeFunctions::of_settings(const ast::CallExpr* e, llvm::StringRef name) {
    const SourcePoint at = line(e);
    const auto number = [&](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n), at); };
    for (const Setting& s : kSettings) {
        if (name == s.getter)
            return convert(setting(s.name, s.initial, at), context_.number(e->getType(), e->getExprLoc()),
                           at);
        if (name != s.name) continue;
        set_setting(s.name, s.initial, as_i64(value(e->getArg(0))), e);
        return Expr{};
    }
    static constexpr const char* kActive = "omp_set_max_active_levels";
    if (name == "omp_get_nested") {
        Expr several = apply(Function::gt, {setting(kActive, 1, at), number(1)}, true, at);
        return apply(Function::to_number, Type::i32, {std::move(several)}, at);
    }
    if (name == "omp_set_nested") {
        Expr is = apply(Function::ne, {as_i64(value(e->getArg(0))), number(0)}, true, at);
        set_setting(kActive, 1,
                    apply(Function::select, {std::move(is), number(kLevels), number(1)}, false, at), e);
        return Expr{};
    }
    if (name == "omp_set_schedule") {
        Expr kind = as_i64(value(e->getArg(0)));
        set_setting("kind", 2, std::move(kind), e);
        set_setting("chunk", 1, as_i64(value(e->getArg(1))), e);
        return Expr{};
    }
    if (name == "omp_get_schedule") return schedule(e);
    return std::nullopt;
}

/// `omp_get_schedule(&kind, &chunk)`.
Expr RuntimeFunctions::schedule(const ast::CallExpr* e) {
    const auto give = [&](unsigned argument, const char* name, std::int64_t initial) {
        const ast::Expr* to = e->getArg(argument);
        const ast::QualType type = to->getType()->getPointeeType();
        const Place p = cell(pointer(to), type, to);
        write_place(p, convert(setting(name, initial, line(e)), p.type, line(e)), to);
    };
    give(0, "kind", 2);
    give(1, "chunk", 1);
    return {};
}

}  // namespace musimd::reader
