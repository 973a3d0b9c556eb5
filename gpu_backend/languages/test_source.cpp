#include "gpu_backend/languages/test_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "gpu_backend/texts.hpp"
#include "simulator/codegen/texts.hpp"
#include "simulator/preload.hpp"

namespace musimd::languages {
namespace {

struct PlacedWord {
    std::size_t index = 0;
    Value word = 0;
};

struct BufferTest {
    std::string_view name;
    std::size_t size = 0;            ///< in words
    std::vector<PlacedWord> before;  ///< the others are kBefore
    std::vector<PlacedWord> wanted;
};

constexpr Value kBefore = -1;

std::vector<BufferTest> buffer_tests(const Program& program, const Result& expected, const KernelWords& words,
                                     const std::vector<Variable>& excluded) {
    BufferTest sigma{"sigma", words.sigma.size(), {}, {}};
    each_preloaded_word(program, [&](std::int64_t address, Value word) {
        sigma.before.push_back({static_cast<std::size_t>(address), word});
    });
    expected.memory.for_each([&](std::int64_t address, Value word) {
        sigma.wanted.push_back({static_cast<std::size_t>(address), word});
    });
    BufferTest bank{"bank", words.bank.size(), {}, {}};
    BufferTest ends{"ends", words.ends.size(), {}, {}};
    for (std::uint32_t w = 0; w < program.warps; ++w) {
        const WarpResult& warp = expected.warps[w];
        for (Thread lane = 0; lane < program.lanes_of(w); ++lane) {
            const std::size_t thread = place_of(program, w, lane);
            const EndOfThread end = warp.exited.contains(lane)   ? EndOfThread::exited
                                    : warp.active.contains(lane) ? EndOfThread::stopped
                                                                 : EndOfThread::dormant;
            ends.wanted.push_back({thread, static_cast<Value>(end)});
            for (Variable v = 0; v < program.variables.size(); ++v) {
                const Value* const word = warp.bank.find(lane, v);
                if (word != nullptr && std::ranges::find(excluded, v) == excluded.end())
                    bank.wanted.push_back({thread * program.variables.size() + v, *word});
            }
        }
    }
    return {std::move(sigma), std::move(bank), std::move(ends)};
}

// ---- Amber

std::string amber_test(const ProgramSource& source, Language language,
                       const std::vector<BufferTest>& buffers) {
    std::string text =
        "#!amber\n# Written by musimd: `amber THIS` runs it, and says PASS or where it differs.\n"
        "DEVICE_FEATURE shaderInt64\n\n" +
        fmt::format("SHADER compute program {}\n{}END\n\n", name_of(language), source.text);
    std::string binds;
    std::string expects;
    for (std::size_t b = 0; b < buffers.size(); ++b) {
        const BufferTest& buffer = buffers[b];
        text += fmt::format("BUFFER {} DATA_TYPE int64 DATA\n", buffer.name);
        std::vector<Value> before(buffer.size, kBefore);
        for (const PlacedWord& placed : buffer.before) before[placed.index] = placed.word;
        for (std::size_t i = 0; i < before.size(); ++i)
            text += fmt::format("{}{}", before[i], i % 16 == 15 || i + 1 == before.size() ? "\n" : " ");
        text += "END\n";
        binds += fmt::format("  BIND BUFFER {} AS storage DESCRIPTOR_SET 0 BINDING {}\n", buffer.name, b);
        for (const PlacedWord& wanted : buffer.wanted)
            expects += fmt::format("EXPECT {} IDX {} EQ {}\n", buffer.name, wanted.index * sizeof(Value),
                                   wanted.word);
    }
    return text + "\nPIPELINE compute pipeline\n  ATTACH program\n" + binds +
           fmt::format("END\n\nRUN pipeline {} 1 1\n\n", source.shape.groups) + expects;
}

// ---- C and ISPC

std::string rows_of(std::string_view name, const std::vector<PlacedWord>& words, std::string_view row_type,
                    Language language) {
    std::string text = fmt::format("static {} {}[] = {{\n", row_type, name);
    for (const PlacedWord& placed : words)
        text += fmt::format("    {{{}, {}}},\n", placed.index, literal(language, placed.word));
    return text + fmt::format("    {{-1, {}}},\n}};\n", literal(language, 0));
}

/// Each buffer as an array, with rows of what is there before and of what is wanted. A row at -1 is the last.
std::string tables(const std::vector<BufferTest>& buffers, std::string_view word_type,
                   std::string_view row_type, Language language) {
    std::string text;
    for (const BufferTest& buffer : buffers) {
        text += fmt::format("static {} {}[{}];\n", word_type, buffer.name, buffer.size) +
                rows_of(fmt::format("{}_before", buffer.name), buffer.before, row_type, language) +
                rows_of(fmt::format("{}_wanted", buffer.name), buffer.wanted, row_type, language);
    }
    return text;
}

std::string in_c_quotes(std::string_view text) {
    std::string quoted;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        quoted += "    \"";
        for (const char c : text.substr(0, end)) {
            if (c == '"' || c == '\\') quoted += '\\';
            quoted += c;
        }
        quoted += "\\n\"\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return quoted;
}

std::string test_prelude(std::string_view file) {
    return codegen::pasted(gpu::texts(), fmt::format("gpu_backend/languages/prelude/{}", file));
}

std::string opencl_test(const ProgramSource& source, const std::vector<BufferTest>& buffers) {
    // Literals of C for a long long, which is what the host's table has.
    return test_prelude("opencl_main.c") +
           fmt::format("\nstatic const size_t groups = {}, threads = {};\n", source.shape.groups,
                       source.shape.threads) +
           "static const char *const kernel_source =\n" + in_c_quotes(source.text) + "    ;\n" +
           tables(buffers, "cl_long", "const struct row", Language::ispc) +
           "\nint main(void) {\n    struct buffer buffers[] = {\n"
           "        BUFFER(sigma),\n        BUFFER(bank),\n        BUFFER(ends),\n    };\n"
           "    run(kernel_source, groups, threads, buffers);\n    return count_differences(buffers) != "
           "0;\n}\n";
}

std::string ispc_test(const ProgramSource& source, const std::vector<BufferTest>& buffers) {
    std::string text = source.text + "\nstruct Row { int64 index; int64 word; };\n" +
                       tables(buffers, "uniform int64", "uniform Row", Language::ispc) +
                       "\nextern \"C\" uniform int main() {\n    uniform int differences = 0;\n";
    for (const BufferTest& buffer : buffers)
        text += fmt::format(
            "    for (uniform int i = 0; i < {1}; ++i) {0}[i] = {2};\n"
            "    for (uniform int i = 0; {0}_before[i].index >= 0; ++i)\n"
            "        {0}[{0}_before[i].index] = {0}_before[i].word;\n",
            buffer.name, buffer.size, kBefore);
    text += fmt::format("    for (uniform int g = 0; g < {}; ++g) program(sigma, bank, ends, g);\n",
                        source.shape.groups);
    for (const BufferTest& buffer : buffers)
        text += fmt::format(
            "    for (uniform int i = 0; {0}_wanted[i].index >= 0; ++i) {{\n"
            "        const uniform Row wanted = {0}_wanted[i];\n"
            "        if ({0}[wanted.index] == wanted.word) continue;\n"
            "        print(\"{0}[%] is %, expected %\\n\", wanted.index, {0}[wanted.index], wanted.word);\n"
            "        ++differences;\n    }}\n",
            buffer.name);
    return text + "    return differences != 0 ? 1 : 0;\n}\n";
}

}  // namespace

tl::expected<std::string, std::string> test_source(const Program& program, const ProgramSource& source,
                                                   Language language, const Result& expected,
                                                   const std::vector<Variable>& excluded) {
    const auto words = words_before(program, expected);
    if (!words) return tl::unexpected(words.error());
    const std::vector<BufferTest> buffers = buffer_tests(program, expected, *words, excluded);
    switch (language) {
        case Language::glsl:
        case Language::hlsl:
            return amber_test(source, language, buffers);
        case Language::opencl:
            return opencl_test(source, buffers);
        case Language::ispc:
            return ispc_test(source, buffers);
    }
    return "";
}

}  // namespace musimd::languages
