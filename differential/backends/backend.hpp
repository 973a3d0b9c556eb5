#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "isa/type.hpp"

// What runs a kernel of the SPMD DSL other than the machine: plain C++, NSIMD's extensions, CUDA. A backend
// compiles source with a C++ compiler and runs it in child processes: a kernel that crashes or hangs is a
// result.

namespace musimd::differential {

/// A parameter of a kernel: a pointer to elements of a type, or a uniform scalar.
struct KernelArgument {
    std::string name;
    bool pointer = true;
    Type type = Type::i32;
    std::string spelling = {};  ///< of the type in C++, where the source does not say `f32`
};

/// One launch that is wanted of a unit: a kernel at a width.
struct KernelEntry {
    std::string kernel;             ///< its name
    int bits = 32;                  ///< 8, 16, 32 or 64
    std::string template_argument;  ///< of a spmd_tmpl_kernel_1d; else empty
    std::vector<KernelArgument> arguments;
    int unroll = 1;  ///< vectors that a processor works on at once; a device has threads of a block instead
};

/// What is compiled in one go: text of the DSL (which may be one #include), and the launches wanted of it.
struct KernelUnit {
    std::string source;
    std::vector<KernelEntry> entries;
};

struct CompileOptions {
    std::chrono::milliseconds limit = std::chrono::seconds(300);
    std::vector<std::string> include_directories = {};  ///< for what the source includes
    std::string source_name = "kernel";                 ///< what messages call the source
    bool line_table = false;                            ///< for crash_line; compiles for longer
};

/// A unit as a shared object, which lives as long as the value and its copies.
struct CompiledUnit {
    std::string library;  ///< its path
    std::vector<KernelEntry> entries;
    std::shared_ptr<const void> files;  ///< removes them when the last copy is gone
};

/// One run of an entry.
struct KernelCase {
    std::size_t entry = 0;
    std::int64_t elements = 0;
    std::vector<std::vector<std::byte>> memory;  ///< blocks, apart from each other
    /// Where a pointer argument points; several may point into one block.
    struct Pointer {
        std::size_t block = 0;
        std::size_t byte_offset = 0;
    };
    std::vector<std::variant<Pointer, std::uint64_t>> arguments;  ///< in order; a scalar is its pattern
};

struct CaseResult {
    enum class Kind : std::uint8_t {
        done,
        crashed,    ///< a signal, or memory written that is no block's; `what` says which
        timed_out,  ///< it had not ended within its limit
    };
    Kind kind = Kind::done;
    std::string what;                            ///< error message; empty if `done`
    std::vector<std::vector<std::byte>> memory;  ///< the blocks after it; of `done` alone
    int signal = 0;                              ///< that ended it; 0: none
    /// Of a signal: addresses in the library from the instruction that raised it outward, as offsets from the
    /// library's beginning. Empty on a device.
    std::vector<std::uintptr_t> frames = {};
};

struct RunLimits {
    std::chrono::milliseconds each = std::chrono::seconds(5);  ///< of a case, in processor time
};

class Backend {
  public:
    virtual ~Backend() = default;

    /// `scalar`, `nsimd-avx2`, `nsimd-avx2-clang`, `cuda`
    virtual std::string_view name() const = 0;

    /// Whether it can compile and run here; else why not.
    virtual tl::expected<void, std::string> available() const = 0;

    /// The unit as a shared object, or the compiler's messages, which name the source as the options say. At
    /// -O1 without contraction of products and sums. May be called by several threads at once.
    virtual tl::expected<CompiledUnit, std::string> compile(const KernelUnit& unit,
                                                            const CompileOptions& options = {}) const = 0;

    /// The cases one by one, each unseen by the others; a result for each.
    virtual std::vector<CaseResult> run(const CompiledUnit& unit, std::span<const KernelCase> cases,
                                        const RunLimits& limits = {}) const = 0;
};

/// With which compilers there is a backend for each target on this processor.
enum class Compilers : std::uint8_t {
    usual,      ///< $CXX, or c++
    different,  ///< that one, and g++ and clang++ where they are another one: `scalar-clang`
    named,      ///< all three, and a cross compiler for 64-bit Arm, whose programs QEMU runs
};

/// scalar, nsimd-cpu, nsimd-sse2, …, scalar-clang, …, nsimd-cuda, cuda: those that are not available, too.
std::vector<std::unique_ptr<Backend>> all_backends(Compilers which = Compilers::usual);

/// Several units with as many compilers at once as this machine has processors; results in their order.
std::vector<tl::expected<CompiledUnit, std::string>> compile_all(const Backend& backend,
                                                                 std::span<const KernelUnit> units,
                                                                 const CompileOptions& options = {});

/// Where NSIMD is installed: of the environment variable NSIMD_ROOT, else of the build; empty if nowhere.
std::string nsimd_root();

}  // namespace musimd::differential
