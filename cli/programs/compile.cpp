// musimd compile FILE

#include <fmt/format.h>

#include <iostream>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/parts.hpp"
#include "cli/programs/compile.hpp"
#include "gpu_backend/compiled/stand_alone.hpp"
#include "gpu_backend/compiled/unit.hpp"
#include "gpu_backend/texts.hpp"
#include "simulator/codegen/unit.hpp"
#include "simulator/native/native.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutCompile =
    "Prints a program as C++, as the native engine compiles it, or as CUDA, as the engine cuda does: each\n"
    "instruction is a comment above its code. Or as OpenCL C, GLSL, SPIR-V, HLSL or ISPC, in one of two "
    "forms:\n"
    "natural, in the language's own control flow, whose threads diverge and reconverge, with operations of\n"
    "sub-groups; or explicit, with a pc and masks, step by step as on the machine. FILE - is standard "
    "input.\n"
    "Of FILE.cu, --to cuda prints a kernel with `everywhere` blocks as CUDA C++ for other compilers; other\n"
    "languages get the program of a launch, which options of `musimd cuda` describe.\n\n"
    "Exit status: 0, or 2 for bad input or a bad command line.\n";

constexpr std::string_view kExamplesCompile =
    "Examples:\n"
    "  musimd compile programs/bench/collatz.asm             as C++, after the prelude\n"
    "  musimd compile programs/bench/collatz.asm --bare      without the prelude\n"
    "  musimd compile programs/bench/collatz.asm -o x.cpp    to a file\n"
    "  musimd compile programs/bench/mandelbrot.asm --to cuda --main -o x.cu && nvcc x.cu -o x && ./x\n"
    "                                                        a stand-alone program for a GPU\n"
    "  musimd compile programs/paper/figure9.asm --to glsl   as a compute shader\n"
    "  musimd compile loop.asm --to opencl --main -o t.c && cc t.c -lOpenCL -o t && ./t\n"
    "                                                        a test of an OpenCL driver\n"
    "  musimd compile sum.cu --to opencl --block 64 --arg n=50 --main -o t.c\n"
    "                                                        the same of a launch of a kernel\n"
    "  musimd compile copy.cu --to cuda -o copy_masks.cu     a kernel with everywhere blocks\n";

bool is_cuda_file(const std::string& file) {
    return file.ends_with(".cu");
}

std::string translated(const Options& options, const Program& program) {
    const bool checks = options.choice("checks").value_or("on") == "on";
    const std::string& file = options.operands()[0];
    const Program* const only = &program;
    const bool for_cuda = options.choice("to") == "cuda";
    if (for_cuda && uses_blocks(program))
        throw InputError(file,
                         "programs with blocks, collectives or thread models cannot be compiled to CUDA yet");
    if (!native::can_compile(program))
        throw InputError(file, "the engine 'native' does not compile this program; 'fast' runs it instead");
    if (options.has("main") && options.has("bare")) throw exclusive("main", "bare");
    if (options.has("main") && !for_cuda) throw UsageError("'--main' needs '--to cuda'");
    if (const std::string why = for_cuda ? gpu::unsupported(program) : ""; !why.empty())
        throw InputError(file, why);
    const codegen::TranslationOptions translation =
        for_cuda ? gpu::translation_options(checks)
                 : codegen::TranslationOptions{.checks = checks, .for_processor = true};
    const std::string on_gpu = codegen::pasted(gpu::texts(), "gpu_backend/device/prelude/warp_cuda.hpp");
    if (options.has("bare")) return codegen::translate(program, translation, "Program0").source;
    if (options.has("main")) {
        MachineOptions machine;
        machine.order = program.order;
        return gpu::stand_alone(program, machine, translation, on_gpu);
    }
    if (for_cuda) return gpu::make_unit({&only, 1}, translation, on_gpu).source;
    return codegen::make_unit({&only, 1}, translation).source;
}

}  // namespace

Options declare_compile() {
    Options options("compile", "FILE", kAboutCompile, kExamplesCompile);
    options.one_of("to", "LANGUAGE", {"c++", "cuda", "opencl", "glsl", "spirv", "hlsl", "ispc"},
                   "c++, cuda, opencl, glsl, spirv, hlsl or ispc (default c++)");
    options.one_of("form", "FORM", {"natural", "explicit"},
                   "natural or explicit, for languages with threads (default natural)");
    options.value("output,o", "FILE", "write to this file instead of standard output");
    options.flag("bare", "only the program, without the prelude that defines a lane");
    options.flag(
        "main",
        "a program or test that runs without musimd: a main function (cuda, opencl, ispc), with the\n"
        "expected results (opencl, ispc), or an Amber file (glsl, hlsl)");
    options.one_of("checks", "on|off", {"on", "off"},
                   "off: omit the checks that only a trapping run needs (default on)");
    options.value("kernel", "NAME", "for FILE.cu: the kernel, if the file has several");
    options.list("macro,D", "NAME[=VALUE]", "for FILE.cu: define a macro, like the compiler's -D");
    options.list("include-dir,I", "DIR", "for FILE.cu: a folder of headers, like the compiler's -I");
    options.list("arg", "NAME=…", "for FILE.cu: the value of a parameter; once per parameter");
    options.value("warp", "N", "for FILE.cu: the threads of a warp (default 32)");
    options.value("shared", "BYTES", "for FILE.cu: the bytes of `extern __shared__` arrays");
    declare_program_options(options);
    return options;
}

void write_compiled(const Options& options, std::string_view source) {
    if (const auto output = options.text("output")) {
        write_text(*output, source);
    } else {
        std::cout << source;
    }
}

int compile(const Arguments& arguments) {
    Options options = declare_compile();
    if (!options.parse(arguments, 1, 1)) return kOk;
    if (is_cuda_file(options.operands()[0])) return run_part(Part::kernels, "compile", arguments);
    const std::string to = options.choice("to").value_or("c++");
    const bool is_ours = to == "c++" || to == "cuda";
    if (is_ours && options.has("form"))
        throw UsageError("'--form' is for languages with threads, as '--to glsl'");
    const ReadOptions read = read_program_options(options);
    const std::string& file = options.operands()[0];
    const Program program = load_program(file, read_text(file), read);
    write_compiled(options, is_ours ? translated(options, program)
                                    : portable_source(options, program, read.max_address));
    return kOk;
}

}  // namespace musimd::cli
