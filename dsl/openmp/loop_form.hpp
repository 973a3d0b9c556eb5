#pragma once

#include <optional>
#include <vector>

#include "dsl/kernel.hpp"

// The form in which the front end writes a loop `for (i = low; i < high; i += step)` of OpenMP's canonical
// form: the number of its iterations, and the variable's value in iteration 0, 1, …

namespace musimd::dsl::openmp {

/// A loop of OpenMP's canonical form.
struct LoopForm {
    VariableId variable = 0;
    Type type = Type::i64;  ///< type of the variable
    Expr low = nullptr;     ///< its first value
    Expr high = nullptr;    ///< an i64: it ends before this value
    std::int64_t step = 1;  ///< positive
    bool down = false;      ///< the step is subtracted
};

/// The number of iterations, as the front end computes it: a literal, or max(0, …).
Expr count_of(const LoopForm& loop);

/// The variable's value in the iteration with this number, an i64.
Expr value_of(const LoopForm& loop, const Expr& number);

/// The loop of which these are the count and the variable's declaration; nothing if it does not exist, or if
/// it is not known. `number` is as given to value_of.
std::optional<LoopForm> form_of(const Expr& count, const Statement& declaration, Type type,
                                const Expr& number);

/// The loops of a nest of which the statements are the body, outermost first; the iterations are numbered
/// together.
struct NestForm {
    std::vector<LoopForm> loops;
    std::size_t statements = 0;  ///< at the beginning of the body, which compute the variables
};

/// The declarations of the variables of a nest. `temporary(i)` is a fresh i64 variable.
Block declarations_of(const std::vector<LoopForm>& loops, const std::vector<VariableId>& temporaries);

/// The number of iterations of the nest.
Expr count_of(const std::vector<LoopForm>& loops);

/// The nest of a parallel loop with this count and body; nothing if it is not known.
std::optional<NestForm> nest_of(const Expr& count, const Block& body,
                                const std::vector<KernelVariable>& variables);

// ---- expressions as the front end makes them

Expr integer(Type type, std::int64_t value);
std::optional<std::int64_t> integer_of(const Expr& e);  ///< value of an integer literal
/// Literals are converted at once; an expression of that type is left as it is.
Expr converted(Expr e, Type to);
Expr sum(Expr a, Expr b);         ///< sum as i64; literals are folded
Expr difference(Expr a, Expr b);  ///< the same
Expr product(Expr a, Expr b);     ///< the same

}  // namespace musimd::dsl::openmp
