#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dsl/openmp/loop_function.hpp"
#include "kernels/compiled/error_bounds.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::kernels::openmp {

/// How many elements of a buffer are what they are in another run.
struct Comparison {
    static constexpr std::size_t kShown = 4;

    std::size_t same = 0;     ///< the same bits; NaNs are equal
    std::size_t close = 0;    ///< floats within the bound
    std::size_t library = 0;  ///< close ones, because functions of <math.h> may be rounded otherwise
    std::size_t different = 0;
    std::optional<std::size_t> first = {};  ///< the first that is different, or else close

    struct Element {
        std::size_t number = 0;
        std::uint64_t a = 0;  ///< patterns
        std::uint64_t b = 0;
        friend bool operator==(const Element&, const Element&) = default;
    };
    std::vector<Element> first_different = {};  ///< kShown of them at most
};

/// Whether the function has a sum or product of floats by a simd loop, or an atomic update of one: its
/// order depends on the model.
bool reassociates(const dsl::openmp::LoopFunction& function);

/// Whether it calls a function of <math.h> that libraries may round differently.
bool calls_inexact_functions(const dsl::openmp::LoopFunction& function);

/// How far elements may be apart; of an empty one, not at all.
struct ElementBounds {
    std::vector<double> order;  ///< because sums and products have another order
    std::vector<double> all;    ///< for this and because of functions of <math.h>
};

/// Compares patterns of the type.
Comparison compare(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b, Type type,
                   const ElementBounds& bounds = {});

/// Finds the bounds of a call's outputs, when they are first needed.
class OutputBounds {
  public:
    /// The run's configuration: that of any model.
    OutputBounds(const dsl::openmp::LoopFunction& function, const CallArguments& arguments,
                 const Configuration& configuration, const Engine& engine)
        : function_(function), arguments_(arguments), configuration_(configuration), engine_(engine) {}

    /// nullopt if nothing is known but that there are these sources.
    const std::optional<ErrorBounds>& of(const ErrorSources& sources);

  private:
    const dsl::openmp::LoopFunction& function_;
    const CallArguments& arguments_;
    Configuration configuration_;
    const Engine& engine_;
    std::map<std::pair<bool, bool>, std::optional<ErrorBounds>> known_;
};

/// What a call computed.
struct Outputs {
    const std::vector<std::vector<std::uint64_t>>& buffers;  ///< after it, by BufferId
    std::optional<std::uint64_t> returned = {};
};

struct ArrayComparison {
    std::string name;
    Type type = Type::i32;
    Comparison found;
};

/// Of the value that the function returns; nullopt of a function that returns none.
std::optional<Type> returned_type(const dsl::openmp::LoopFunction& function);

/// What makes the function's results differ between two compilers, or between two models.
ErrorSources sources_of(const dsl::openmp::LoopFunction& function);

/// Compares the arrays that the function may write, and the returned values, after two runs. Without bounds,
/// bit for bit. Where these are not known, floats are close within 4096 · ε of the largest finite element of
/// the array.
std::vector<ArrayComparison> compare_outputs(const dsl::openmp::LoopFunction& function, const Outputs& a,
                                             const Outputs& b, const ErrorSources& sources = {},
                                             OutputBounds* bounds = nullptr);

/// The sums of the counts of all arrays.
Comparison total(std::span<const ArrayComparison> arrays);

}  // namespace musimd::kernels::openmp
