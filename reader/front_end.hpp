#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "dsl/openmp/loop_function.hpp"

// What the module that links Clang's libraries exports. The program loads it at run time, so that it needs no
// LLVM itself.

namespace musimd::reader {

struct Source {
    std::string file;  ///< its name in messages
    std::string text;
    std::string function;
    std::vector<std::string> options;            ///< options of the compiler: -I, -D, -include, -std
    std::vector<std::string> arguments = {};     ///< arguments of the program, if the function is `main`
    std::uint32_t threads = 8;                   ///< for regions that do not set a number
    std::string language = {};                   ///< as of the compiler's -x; empty: by the file's name
    std::vector<std::string> host_options = {};  ///< of a program: options for its host code only
    std::vector<std::string> linked = {};        ///< of a program: objects and libraries, for the linker
    std::vector<std::pair<std::string, std::string>> headers =
        {};  ///< name and text of files that may not exist
    std::vector<std::pair<std::string, std::string>> others =
        {};  ///< of a program of OpenMP: name and text of its further sources
};

/// Whether a file of OpenMP is C++, by its name, as compilers decide it; else it is C.
inline bool is_cpp(std::string_view file) {
    constexpr std::string_view kEndings[] = {".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx"};
    return std::ranges::any_of(kEndings, [&](std::string_view ending) { return file.ends_with(ending); });
}

struct Reading {
    std::optional<dsl::openmp::LoopFunction> function;  ///< nullopt if there are errors
    std::string messages;  ///< errors and warnings: FILE:LINE:COLUMN: error: …, the line, and a caret
    std::vector<dsl::cuda::IncludedFile> included =
        {};  ///< other files with code, if there are several sources
};

/// The name of the exported function, of type ReadFunction.
inline constexpr const char* kReadName = "musimd_clang_read";
using ReadFunction = void (*)(const Source&, Reading&);

/// Of a kernel. `Source::function` is its name, also as the linker sees it; or empty: the only one of the
/// file. `k<int>` also names an instance that the file does not have.
struct KernelReading {
    std::optional<dsl::cuda::KernelFunction> kernel;  ///< nullopt if there are errors
    std::string messages;
    bool is_program = false;  ///< no kernel was named, and the file has a `main`: no kernel was read
    bool is_unknown = false;  ///< the file has no kernel of this name
    std::vector<std::string> kernels = {};  ///< if none was named: the names of all that the file has
};

inline constexpr const char* kReadKernelName = "musimd_clang_read_kernel";
using ReadKernelFunction = void (*)(const Source&, KernelReading&);

/// A template of kernels.
struct KernelTemplate {
    std::string name;            ///< with its namespaces
    std::size_t parameters = 0;  ///< number of parameters of the template
    bool only_numbers = true;    ///< all of these are numbers
    std::uint32_t line = 0;
};

/// The arguments of an instance of a template of numbers.
using InstanceArguments = std::vector<std::uint64_t>;

/// Of instances of the template that `Source::function` names, which the file need not name.
struct InstancesReading {
    std::vector<dsl::cuda::KernelFunction> kernels;  ///< by instance; empty if there are errors
    std::vector<KernelTemplate> templates;           ///< all of the file; unknown after errors
    std::string messages;
};

inline constexpr const char* kReadInstancesName = "musimd_clang_read_instances";
using ReadInstancesFunction = void (*)(const Source&, const std::vector<InstanceArguments>&,
                                       InstancesReading&);

/// What a file of device code has, which a program loads: names are as the linker sees them.
struct ModuleReading {
    struct Variable {
        std::string name;
        std::uint64_t bytes = 0;
    };
    bool is_good = false;  ///< there are no errors
    std::vector<std::string> kernels = {};
    std::vector<Variable> variables = {};  ///< of the device
    std::vector<std::string> named = {};   ///< by variable of the prefix kNamed
    std::string messages = {};
};

/// Variables of a module, from `musimd_name_0` on, whose values are addresses of kernels and variables.
inline constexpr std::string_view kNamed = "musimd_name_";

inline constexpr const char* kReadModuleName = "musimd_clang_read_module";
using ReadModuleFunction = void (*)(const Source&, ModuleReading&);

/// A file that programs of CUDA C++ include, or are linked with.
struct ProgramFile {
    std::string_view name;
    std::string_view text;
};

inline constexpr const char* kProgramFilesName = "musimd_clang_program_files";
using ProgramFilesFunction = void (*)(std::vector<ProgramFile>&);

}  // namespace musimd::reader
