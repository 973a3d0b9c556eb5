#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "reader/context.hpp"

namespace musimd::reader {

constexpr std::int64_t kWarpSize = 32;  ///< warp size of CUDA

/// What is known of a kernel before it is read, because it has been read before.
struct KernelKnowledge {
    /// Objects in shared memory whose elements are accessed as others. With a type: they consist of units of
    /// this one, and are accessed by views; what is written has units or more. Without: there are atomic
    /// accesses of more than a unit; an index is that of a byte, and a number is in the cell of its first
    /// one. Null: `extern __shared__` arrays, which are one.
    std::map<const ast::VarDecl*, std::optional<Type>> shared = {};
    const ast::FunctionDecl* at_end = nullptr;            ///< called where a thread ends
    std::set<const ast::VarDecl*> written_by_parts = {};  ///< local objects: see views.cpp
    /// Where objects are made, also temporary ones, that have elements which are not named by constants.
    std::set<ast::SourceLocation> in_memory = {};
    std::set<const ast::VarDecl*> shuffled_unset = {};  ///< declared without a value: see unset_variables.cpp
};

/// Thrown while a kernel is read: it is to be read again, knowing this from the start.
struct ReadAgain {
    std::optional<const ast::VarDecl*> shared = {};
    std::optional<Type> as = {};  ///< its units
    const ast::FunctionDecl* at_end = nullptr;
    const ast::VarDecl* written_by_parts = nullptr;
    std::optional<ast::SourceLocation> in_memory = {};
    const ast::VarDecl* shuffled_unset = nullptr;
};

/// The kernel that the host launches, and those of ChildLaunch: others that the body launches are added.
using Family = std::vector<const ast::FunctionDecl*>;

/// The kernel whose body is read.
struct KernelSource {
    cuda::KernelFunction& code;
    const KernelKnowledge& known;
    Family& family;
};

/// Of errors that have been reported, none is lost: then the kernel is not read again.
[[noreturn]] void read_again(const Context& context, const ReadAgain& knowing);

}  // namespace musimd::reader
