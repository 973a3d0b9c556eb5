#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/lowering/lowering.hpp"
#include "dsl/openmp/loop_function.hpp"

// A CUDA kernel, as the front end reads it.

namespace musimd::dsl::cuda {

/// A file with code of the kernel that its own file includes. Its lines have the numbers that follow those of
/// the files before it, so that a number names a file too.
struct IncludedFile {
    std::string name;
    std::uint32_t lines_before = 0;
    std::string text = {};
    bool is_renumbered = false;  ///< by `#line`: the text has its lines at the numbers that they have there
};

/// A line of a file; 0 if unknown.
struct FileLine {
    std::string file;
    std::uint32_t line = 0;
    friend bool operator==(const FileLine&, const FileLine&) = default;
};

/// The file that has the line of this number; null if that is the kernel's own.
inline const IncludedFile* file_of(std::uint32_t number, const std::vector<IncludedFile>& included) {
    const IncludedFile* found = nullptr;
    for (const IncludedFile& file : included) {
        if (number > file.lines_before) found = &file;
    }
    return found;
}

inline FileLine place_of(std::uint32_t number, const std::string& file,
                         const std::vector<IncludedFile>& included) {
    const IncludedFile* const found = file_of(number, included);
    return found == nullptr ? FileLine{file, number} : FileLine{found->name, number - found->lines_before};
}

/// `FILE:LINE`, or `FILE`.
inline std::string to_string(const FileLine& place) {
    return place.line == 0 ? place.file : place.file + ":" + std::to_string(place.line);
}

/// Where the numbers of an object are in the bytes of C++, in the order in which the machine has them.
struct ByteLayout {
    struct Number {
        std::int64_t offset = 0;
        Type type = Type::i32;
    };
    std::int64_t bytes = 0;  ///< size of the object, with what lies between its numbers
    std::vector<Number> numbers = {};
};

/// How the text writes the numbers of an object: `s[3].b`, `t[2][0]`.
struct ObjectShape {
    struct Part {
        std::string name = {};    ///< after that of the element: `.b`, `.v[2]`; nothing for a number
        std::int64_t offset = 0;  ///< in bytes, in the element
    };
    BufferId buffer = 0;
    bool is_array = true;                  ///< else it has one element, which has no index
    bool in_units = false;                 ///< the machine has it in units of other sizes than its numbers
    std::vector<std::int64_t> inner = {};  ///< of an array of arrays: all dimensions but the first
    std::int64_t bytes = 4;                ///< size of an element of the innermost arrays
    std::vector<Part> parts = {};          ///< the numbers of such an element
};

/// Where the value of a parameter is among the arguments of a launch.
struct ArgumentPlace {
    std::size_t argument = 0;
    std::int64_t offset = 0;  ///< in it, in bytes
    ByteLayout element = {};  ///< for pointers: what it points to; for numbers: without numbers
};

/// An array, or a variable, in the shared memory of each block.
struct SharedArray {
    BufferId buffer = 0;
    std::int64_t elements = 0;  ///< 0: as many as the launch says (`extern __shared__`)
    std::int64_t bytes = 4;     ///< size of an element
};

/// A `__device__` or `__constant__` variable that the kernel names: a parameter of its own. Of structures,
/// each member is one.
struct DeviceVariable {
    std::size_t parameter = 0;
    std::string symbol = {};  ///< as the linker sees it
    ByteLayout element = {};
    std::size_t member = 0;                   ///< number of the member in the element
    std::vector<std::uint64_t> initial = {};  ///< the patterns of its elements: 0, if the text says nothing
};

/// What a kernel prints is in a buffer of u64: the number of elements that follow it, then, of each call, the
/// number of its format and the bits of its arguments. A call that does not fit prints nothing.
struct Printing {
    struct Format {
        std::string text;         ///< as of printf
        std::vector<Type> types;  ///< types of its arguments
    };
    static constexpr std::int64_t kElements = 1 << 17;
    BufferId buffer = 0;
    std::vector<Format> formats = {};
};

/// A launch in device code. Each thread that comes there adds a record to a buffer of u64, whose first
/// element is the number of those that follow: the number of the launch in KernelFunction::launches, the
/// dimensions of the grid and of a block, and of each argument the bits; of a pointer, the address. A record
/// that does not fit is not written.
struct ChildLaunch {
    static constexpr std::int64_t kElements = 1 << 16;
    static constexpr std::size_t kDimensions = 6;
    std::size_t kernel = 0;  ///< 0: the kernel that the host launches; k: the k-th of its children, from 1
    std::size_t arguments = 0;
    SourcePoint line = {};
    /// Of a record.
    std::size_t elements() const { return 1 + kDimensions + arguments; }
};

/// The buffer that the parameter points to; of a member of structures, that of all of them.
inline BufferId buffer_of(const openmp::Parameter& parameter, const openmp::LoopFunction& function) {
    for (const openmp::StructureArray& array : function.structures) {
        const bool is_member =
            array.whole < *parameter.buffer && *parameter.buffer <= array.whole + array.members;
        if (parameter.of_structure && is_member) return array.whole;
    }
    return *parameter.buffer;
}

/// A check that an access is at a multiple of so many bytes.
struct AlignmentCheck {
    std::uint32_t line = 0;
    std::int64_t bytes = 1;
};

struct KernelFunction {
    /// The parameters, and the body, which each thread of the grid runs.
    openmp::LoopFunction code;
    std::vector<SharedArray> shared = {};
    std::vector<DeviceVariable> variables = {};
    /// Variables that hold threadIdx.x and the like.
    std::vector<std::pair<VariableId, ThreadNumber>> numbers = {};
    /// By parameter, without those of `variables`.
    std::vector<ArgumentPlace> places = {};
    std::vector<std::int64_t> argument_bytes = {};  ///< by parameter of the text
    std::int64_t max_threads = 0;  ///< of a block, by __launch_bounds__; 0: as many as CUDA has
    std::optional<Printing> printing = {};
    std::vector<AlignmentCheck> alignments = {};
    /// Lines on which a function of a header asks which threads are active, and its name.
    std::vector<std::pair<std::uint32_t, std::string>> askers = {};
    std::vector<ObjectShape> shapes = {};     ///< of objects that are more than an array of numbers
    std::vector<IncludedFile> included = {};  ///< in the order of their lines' numbers
    /// Where its first `everywhere` block is; line 0: it has none.
    std::uint32_t everywhere_line = 0;
    std::uint32_t everywhere_column = 0;
    std::vector<ChildLaunch> launches = {};
    BufferId launched = 0;  ///< the buffer of their records, if there are launches
    /// Of the kernel that the host launches: those that it and they launch. It has their variables of the
    /// device, too, and the place of the first `everywhere` block in any of them.
    std::vector<KernelFunction> children = {};
};

}  // namespace musimd::dsl::cuda
