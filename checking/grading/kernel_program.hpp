#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isa/reader.hpp"

// An answer in the kernel language, `__global__ void answer(int *memory)`, whose array is the whole memory.

namespace musimd::grading {

/// Whether a file of this name is a kernel: `.cu`.
bool is_kernel_file(std::string_view file);

/// The kernel as assembly that has these directives, for one block with their threads.
struct KernelProgram {
    std::string text;                  ///< empty if there is no such program
    std::vector<std::uint32_t> lines;  ///< by instruction: its line of the kernel
    std::string why;                   ///< a sentence, if the kernel is no answer
    TextErrors errors;                 ///< of the kernel's text
};
KernelProgram kernel_program(std::string_view text, const std::string& file,
                             const std::vector<std::string>& directives);

/// The assembly as a program, whose instructions have the kernel's lines; without it, why there is none.
ReadResult program_of(KernelProgram kernel, const std::string& file);

/// An answer of either language, by the name of its file, with these directives in place of its own.
/// Instructions keep the lines of the answer.
ReadResult read_answer(std::string_view text, const std::string& file,
                       const std::vector<std::string>& directives);

/// The instruction by which a kernel does what this one does: of `shfl`, `shuffle`.
std::string_view instruction_of_kernels(std::string_view name);

/// What a kernel has in place of an instruction: `` `__ballot_sync` ``.
std::string words_of_kernels(std::string_view name);

/// An explanation in the words of kernels: `` `threadIdx.x` `` for `` `tid` ``.
std::string in_words_of_kernels(std::string text);

}  // namespace musimd::grading
