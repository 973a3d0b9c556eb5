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

// Other ways than the machine to run a kernel of the SPMD DSL: plain C++, NSIMD's extensions, CUDA. A backend
// compiles source with a C++ compiler and runs it in child processes: a kernel that crashes or hangs is a
// result.

namespace musimd::kernels {

/// A parameter of a kernel: a pointer to elements of a type, or a uniform scalar.
struct KernelArgument {
    std::string name;
    bool pointer = true;
    Type type = Type::i32;
    std::string spelling = {};  ///< the type in C++, if the source does not use `f32`
};

/// A kernel of a unit at a width, to be launched.
struct KernelEntry {
    std::string kernel;             ///< its name
    int bits = 32;                  ///< 8, 16, 32 or 64
    std::string template_argument;  ///< for a spmd_tmpl_kernel_1d; else empty
    std::vector<KernelArgument> arguments;
    int unroll = 1;  ///< vectors that a processor processes at once; ignored on a device
};

/// Source that is compiled together: text of the DSL (which may be one #include), and its entries.
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

/// A compiled unit. Its files exist until the last copy of the value is destroyed.
struct CompiledUnit {
    std::string library;  ///< its path
    std::vector<KernelEntry> entries;
    std::shared_ptr<const void> files;  ///< removes them when the last copy is gone
};

/// One run of an entry.
struct KernelLaunch {
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
        crashed,    ///< a signal, or a write outside of the blocks; `what` says which
        timed_out,  ///< it exceeded its limit
    };
    Kind kind = Kind::done;
    std::string message;                         ///< error message; empty if `done`
    std::vector<std::vector<std::byte>> memory;  ///< the blocks after the run, if `done`
    int signal = 0;                              ///< that ended it; 0: none
    /// Of a signal: the call stack within the library, innermost first, as offsets into the library. Empty on
    /// a device.
    std::vector<std::uintptr_t> frames = {};
};

struct RunLimits {
    std::chrono::milliseconds each = std::chrono::seconds(5);  ///< limit for a case, in processor time
};

class Backend {
  public:
    virtual ~Backend() = default;

    /// `scalar`, `nsimd-avx2`, `nsimd-avx2-clang`, `cuda`
    virtual std::string_view name() const = 0;

    /// Whether it can compile and run here; else the reason.
    virtual tl::expected<void, std::string> available() const = 0;

    /// The unit as a shared object, or the compiler's messages, which name the source as the options say. At
    /// -O1 without contraction of products and sums. May be called by several threads at once.
    virtual tl::expected<CompiledUnit, std::string> compile(const KernelUnit& unit,
                                                            const CompileOptions& options = {}) const = 0;

    /// Runs the cases one by one, isolated from each other; returns a result for each.
    virtual std::vector<CaseResult> run(const CompiledUnit& unit, std::span<const KernelLaunch> cases,
                                        const RunLimits& limits = {}) const = 0;
};

/// The compilers for which there is a backend of each target.
enum class Compilers : std::uint8_t {
    usual,      ///< $CXX, or c++
    different,  ///< that one, and g++ and clang++ if they are different: `scalar-clang`
    named,      ///< all three, and a cross compiler for 64-bit Arm, whose programs QEMU runs
};

/// scalar, nsimd-cpu, nsimd-sse2, …, scalar-clang, …, nsimd-cuda, cuda: including those that are not
/// available.
std::vector<std::unique_ptr<Backend>> all_backends(Compilers which = Compilers::usual);

/// Compiles several units with one compiler per processor at a time; results are in order.
std::vector<tl::expected<CompiledUnit, std::string>> compile_all(const Backend& backend,
                                                                 std::span<const KernelUnit> units,
                                                                 const CompileOptions& options = {});

/// The installation of NSIMD: from the environment variable NSIMD_ROOT, else from the build; empty if
/// unknown.
std::string nsimd_root();

}  // namespace musimd::kernels
