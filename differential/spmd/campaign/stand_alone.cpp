#include "differential/spmd/campaign/stand_alone.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "dsl/text/source.hpp"
#include "isa/printer.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::differential::spmd {
namespace {

struct Extension {
    std::string_view target;
    std::string_view library;
    std::string_view flags;
};

constexpr Extension kExtensions[] = {
    {"nsimd-cpu", "nsimd_cpu", "-DCPU"},
    {"nsimd-sse2", "nsimd_sse2", "-DSSE2 -msse2"},
    {"nsimd-sse42", "nsimd_sse42", "-DSSE42 -msse4.2"},
    {"nsimd-avx", "nsimd_avx", "-DAVX -mavx"},
    {"nsimd-avx2", "nsimd_avx2", "-DAVX2 -mavx2"},
    {"nsimd-avx512_knl", "nsimd_avx512_knl", "-DAVX512_KNL -mavx512f -mavx512pf -mavx512er -mavx512cd"},
    {"nsimd-avx512_skylake", "nsimd_avx512_skylake",
     "-DAVX512_SKYLAKE -mavx512f -mavx512dq -mavx512cd -mavx512bw -mavx512vl"},
};

// NSIMD with one of its extensions, and a compiler.
struct NsimdTarget {
    Extension extension;
    std::string_view compiler = "g++";
};

NsimdTarget nsimd_target_of(const Group& group) {
    for (const std::string& target : group.targets) {
        for (const Extension& extension : kExtensions) {
            std::string_view rest = target;
            if (!rest.starts_with(extension.target)) continue;
            rest.remove_prefix(extension.target.size());
            if (rest.empty() || rest == "-gcc") return {extension};
            if (rest == "-clang") return {extension, "clang++"};
        }
    }
    return {kExtensions[0]};
}

// What a buffer's elements are compared as: `unsigned int`.
std::string_view pattern_type(Type type) {
    switch (width_of(type)) {
        case 8:
            return "unsigned char";
        case 16:
            return "unsigned short";
        case 32:
            return "unsigned int";
        default:
            return "unsigned long long";
    }
}

std::string array(std::string_view name, Type type, const std::vector<std::uint64_t>& patterns) {
    std::vector<std::string> texts;
    for (const std::uint64_t pattern : patterns)
        texts.push_back(fmt::format("{:#x}{}", pattern, width_of(type) == 64 ? "ull" : ""));
    std::string text = fmt::format("static {} {}[] = {{", pattern_type(type), name);
    for (std::size_t i = 0; i < texts.size(); ++i) text += (i % 10 == 0 ? "\n    " : " ") + texts[i] + ",";
    return text + "\n};\n";
}

std::string comparison(const Group& group, std::size_t b) {
    const dsl::KernelBuffer& buffer = group.smallest.kernel.buffers[b];
    return fmt::format(
        "    for (long i = 0; i < {1}; ++i) {{\n"
        "        {2} seen, wanted;\n"
        "        std::memcpy(&seen, &{0}[i], sizeof seen);\n"
        "        std::memcpy(&wanted, &{0}_expected[i], sizeof wanted);\n"
        "        if (std::memcmp(&seen, &wanted, sizeof seen) == 0{4}) continue;\n"
        "        std::cout << \"{0}[\" << i + ({3}) << \"] is \" << +seen << \", expected \" << +wanted << "
        "'\\n';\n"
        "        different = 1;\n"
        "    }}\n",
        buffer.name, group.smallest.contents[b].patterns.size(), to_string(buffer.element),
        group.smallest.contents[b].first,
        is_float(buffer.element) ? " || (seen != seen && wanted != wanted)" : "");
}

std::string arguments(const Group& group) {
    std::string text;
    for (std::size_t b = 0; b < group.smallest.contents.size(); ++b) {
        const dsl::KernelBuffer& buffer = group.smallest.kernel.buffers[b];
        text += fmt::format(", ({}*){} + {}", to_string(buffer.element), buffer.name,
                            -group.smallest.contents[b].first);
    }
    for (const dsl::KernelScalar& scalar : group.smallest.kernel.scalars) text += ", " + scalar.name;
    return text;
}

// `i32 s0; std::memcpy(&s0, "\x05\x00\x00\x00", 4);`: any number, NaNs included.
std::string scalars(const Group& group) {
    std::string text;
    for (const dsl::KernelScalar& scalar : group.smallest.kernel.scalars) {
        std::string bytes;
        for (int shift = 0; shift < width_of(scalar.type); shift += 8)
            bytes += fmt::format("\\x{:02x}", scalar.bits >> shift & 255);
        text += fmt::format("    {0} {1};  // {2}\n    std::memcpy(&{1}, \"{3}\", sizeof {1});\n",
                            to_string(scalar.type), scalar.name,
                            kernels::value_text(scalar.bits, scalar.type), bytes);
    }
    return text;
}

std::string row(const std::vector<std::uint64_t>& patterns, Type type) {
    std::vector<std::string> texts;
    for (const std::uint64_t pattern : patterns) texts.push_back(kernels::value_text(pattern, type));
    return fmt::format("{}", fmt::join(texts, " "));
}

}  // namespace

std::string dsl_source(const Group& group) {
    return dsl::print_source(group.smallest.kernel);
}

std::string stand_alone(const Group& group, const std::string& found_by) {
    const auto [extension, compiler] = nsimd_target_of(group);
    std::string text = fmt::format(
        "// {} with {} (also asked: {}); expected is what C++ gives for each element by itself.\n"
        "//   {} -std=c++17 -O1 -ffp-contract=off {} -I$NSIMD_ROOT/include FILE.cpp \\\n"
        "//       -L$NSIMD_ROOT/lib -Wl,-rpath,$NSIMD_ROOT/lib -l{}\n\n"
        "#include <nsimd/modules/spmd.hpp>\n\n"
        "#include <unistd.h>\n\n#include <csignal>\n#include <cstring>\n#include <iostream>\n\n",
        words_for(group.fault), extension.target, fmt::join(group.targets, ", "), compiler, extension.flags,
        extension.library);
    text += dsl_source(group) + "\n";
    for (std::size_t b = 0; b < group.smallest.contents.size(); ++b) {
        const dsl::KernelBuffer& buffer = group.smallest.kernel.buffers[b];
        text += array(buffer.name, buffer.element, group.smallest.contents[b].patterns);
        text += array(buffer.name + "_expected", buffer.element, group.expected.memory[b]);
    }
    text += fmt::format(
        "\nstatic void ends(int signal) {{\n"
        "    if (signal == SIGALRM) (void)!write(1, \"HANGS\\n\", 6);\n"
        "    else (void)!write(1, \"CRASHES\\n\", 8);\n"
        "    _exit(1);\n"
        "}}\n\n"
        "int main() {{\n"
        "    for (const int signal : {{SIGALRM, SIGFPE, SIGSEGV, SIGBUS, SIGILL}}) std::signal(signal, "
        "ends);\n"
        "    alarm(5);\n"
        "{}"
        "    spmd_launch_kernel_1d({}, {}, {}, {}{});\n"
        "    int different = 0;\n",
        scalars(group), group.smallest.kernel.name, group.smallest.kernel.bits, group.smallest.unroll,
        group.smallest.elements, arguments(group));
    for (std::size_t b = 0; b < group.smallest.contents.size(); ++b) text += comparison(group, b);
    text += "    std::cout << (different ? \"DIFFERENT\\n\" : \"OK\\n\");\n    return different;\n}\n";
    return text + fmt::format("\n// Found by: {}\n", found_by);
}

std::string crash_text(const Group& group) {
    if (group.actual.kind != Run::Kind::crash) return {};
    if (!group.site) return group.actual.message;
    return fmt::format("{} at line {}: {}", group.actual.message, group.site->line, group.site->statement);
}

std::string description(const Group& group, const std::string& found_by) {
    std::string text = fmt::format(
        "{}: {}\noutline: {}\nkernels: {} reduced to it, {} more have all its parts; of {} bits\n"
        "found by: {}\n\n{}\n",
        words_for(group.fault), fmt::join(group.targets, ", "), group.outline, group.reduced, group.supposed,
        fmt::join(group.bits, ", "), found_by, dsl_source(group));
    text += fmt::format("n = {}\nunroll = {}\n", group.smallest.elements, group.smallest.unroll);
    for (const dsl::KernelScalar& scalar : group.smallest.kernel.scalars) {
        text += fmt::format("{} ({}): {}\n", scalar.name, to_string(scalar.type),
                            kernels::value_text(scalar.bits, scalar.type));
    }
    for (std::size_t b = 0; b < group.smallest.contents.size(); ++b) {
        const dsl::KernelBuffer& buffer = group.smallest.kernel.buffers[b];
        const kernels::Contents& contents = group.smallest.contents[b];
        text += fmt::format("{} ({}, from element {}): {}\n", buffer.name, to_string(buffer.element),
                            contents.first, row(contents.patterns, buffer.element));
        if (group.expected.done())
            text += fmt::format("    expected: {}\n", row(group.expected.memory[b], buffer.element));
        if (group.actual.done())
            text += fmt::format("    seen:     {}\n", row(group.actual.memory[b], buffer.element));
    }
    if (!group.expected.message.empty() && !failed_on_machine(group.expected))
        text += fmt::format("expected: {}\n", group.expected.message);
    const std::string crash = crash_text(group);
    if (!group.actual.message.empty()) text += (crash.empty() ? group.actual.message : crash) + "\n";
    return text;
}

namespace {

// What the comment of an assembly says about the engines.
std::string engines_text(const Group& group, const std::string& found_by) {
    const std::string_view machine = reference_engine().name;
    if (failed_on_machine(group.expected)) {
        return fmt::format(
            "; musimd fuzz --dsl: {0} of the engine {1}: {2}\n"
            "; musimd run FILE.asm --engine {1} shows it; found by\n"
            ";   {3}\n",
            words_for(group.fault), machine, group.expected.message, found_by);
    }
    const auto end = [](const Run& run) { return run.done() ? std::string("stop") : run.message; };
    return fmt::format(
        "; musimd fuzz --dsl: the engines {0} and {1} differ: {2}\n"
        ";   {0}: {3}\n"
        ";   {1}: {4}\n"
        "; musimd run FILE.asm --engine {0}, or --engine {1}, shows it; found by\n"
        ";   {5}\n",
        machine, group.engine, words_for(group.fault), end(group.expected), end(group.actual), found_by);
}

}  // namespace

std::string assembly(const Group& group, const std::string& found_by) {
    std::string text = engines_text(group, found_by);
    std::istringstream source(dsl_source(group));
    for (std::string line; std::getline(source, line);) text += line.empty() ? ";\n" : "; " + line + "\n";
    return text + print(dsl::lower(group.smallest.kernel, kernels::launch_of(group.smallest)));
}

}  // namespace musimd::differential::spmd
