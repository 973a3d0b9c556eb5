// Reduction of sources of other languages: how they are read, and what is left of them.

#include "differential/text/reduce.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "differential/text/source.hpp"

namespace musimd::differential::text::reduce_text_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> token_texts(std::string_view text) {
    std::vector<std::string> texts;
    for (const Token& token : read_tokens(text)) texts.emplace_back(token.text);
    texts.pop_back();  // the end
    return texts;
}

// The statements that are next to the root.
std::vector<std::string> statements_of(std::string_view text, Language language = Language::brackets) {
    const Reading reading({language, std::string(text)});
    std::vector<std::string> texts;
    for (const Node& node : reading.tree().children) {
        std::string all;
        for (std::size_t i = node.begin; i < node.end; ++i)
            all += (all.empty() ? "" : " ") + std::string(reading.tokens()[i].text);
        texts.push_back(all);
    }
    return texts;
}

bool has(const Source& source, std::string_view part) {
    return source.text.find(part) != std::string::npos;
}

// What is left of a source while these parts are in it.
std::string left_of(std::string text, const std::vector<std::string>& parts,
                    Language language = Language::brackets) {
    const Interesting interesting = [&](const Source& source) {
        return std::ranges::all_of(parts, [&](const std::string& part) { return has(source, part); });
    };
    const ReductionResult result = reduce({language, std::move(text)}, interesting);
    EXPECT_TRUE(result.minimal);
    return result.best.text;
}

// ---- tokens and trees

TEST(ReadTokens, TakesCommentsAsSpace) {
    EXPECT_THAT(token_texts("a /* b; */ += // c\n0x1Fu - 1.5e-3f;"),
                ElementsAre("a", "+=", "0x1Fu", "-", "1.5e-3f", ";"));
}

TEST(ReadTokens, EndsStringsWithTheirLines) {
    EXPECT_THAT(token_texts("\"a\\\"b\" \"open\nc"), ElementsAre("\"a\\\"b\"", "\"open", "c"));
    EXPECT_THAT(token_texts("R\"x(\" ; )x\" d"), ElementsAre("R\"x(\" ; )x\"", "d"));
}

TEST(ReadTokens, TakesLinesOfThePreprocessorWhole) {
    EXPECT_THAT(token_texts("#define A \\\n  1\nb # c"), ElementsAre("#define A \\\n  1", "b", "#", "c"));
}

TEST(ReadTokens, SeparatesRangesOfIspcFromNumbers) {
    EXPECT_THAT(token_texts("0...n"), ElementsAre("0", "...", "n"));
}

TEST(ReadTree, FindsStatements) {
    EXPECT_THAT(statements_of("#pragma once\nstruct S { int a; } s; int f() { g(); } if (a) b; else c; d;"),
                ElementsAre("#pragma once", "struct S { int a ; } s ;", "int f ( ) { g ( ) ; }",
                            "if ( a ) b ; else c ;", "d ;"));
    EXPECT_THAT(statements_of("int a[] = {1, 2}; do x(); while (y); case 1: z; foreach (i = 0 ... n) w;"),
                ElementsAre("int a [ ] = { 1 , 2 } ;", "do x ( ) ; while ( y ) ;", "case 1 :", "z ;",
                            "foreach ( i = 0 ... n ) w ;"));
}

TEST(ReadTree, FindsCommandsOfAmber) {
    EXPECT_THAT(
        statements_of("#!amber\nSHADER compute s GLSL\nvoid main() {}\nEND\nSHADER vertex v PASSTHROUGH\n"
                      "REPEAT 2\n RUN p 1 1 1\nEND\nEXPECT b IDX 0 EQ 1\n",
                      Language::amber),
        ElementsAre("#!amber", "SHADER compute s GLSL void main ( ) { } END", "SHADER vertex v PASSTHROUGH",
                    "REPEAT 2 RUN p 1 1 1 END", "EXPECT b IDX 0 EQ 1"));
}

// Whatever the bytes are, nothing of them is lost, and a reduction ends.
void reads_all_of(const std::string& text) {
    for (const Language language :
         {Language::brackets, Language::amber, Language::sections, Language::lines}) {
        const Reading reading({language, text});
        std::string all;
        for (const Token& token : reading.tokens()) all += std::string(token.before) += token.text;
        ASSERT_EQ(all, text);
    }
}

TEST(ReadTree, ReadsAnyBytes) {
    std::mt19937 random(1);
    constexpr std::string_view kLikely = "(){}[];,<>#\"'/*\n\\ aif01R.:?";
    for (int round = 0; round < 300; ++round) {
        std::string bytes;
        std::string likely;
        for (int i = 0; i < 200; ++i) {
            bytes += static_cast<char>(random() % 256);
            likely += kLikely[random() % kLikely.size()];
        }
        reads_all_of(bytes);
        reads_all_of(likely);
        EXPECT_THAT(left_of(likely, {}), IsEmpty());
    }
}

TEST(ReadTree, ReadsDeepNests) {
    constexpr std::size_t kMany = 100'000;
    reads_all_of(std::string(kMany, '('));
    reads_all_of(std::string(kMany, '(') + std::string(kMany, ')'));
    for (const std::string_view part : {"if(a)", "do ", "else ", "{", "a?", "case ", "f({", "#if 1\n"}) {
        std::string text;
        while (text.size() < 100'000) text += part;
        reads_all_of(text);
    }
}

TEST(ReduceText, ReducesManyBrackets) {
    EXPECT_EQ(left_of(std::string(100'000, '('), {"("}), "(");
}

// ---- edits

TEST(ReduceText, LeavesOutWhatIsNotNeeded) {
    EXPECT_EQ(
        left_of("int unused() { return 1; }\nint f(int a) {\n  if (a > 2) {\n    g();\n  }\n}\n", {"g()"}),
        "g()\n");
}

TEST(ReduceText, KeepsOneSideOfABranch) {
    const Interesting balanced = [](const Source& source) {
        return has(source, "f() {") && has(source, "there();") && source.text.ends_with("}\n");
    };
    const auto result =
        reduce({Language::brackets,
                "void f() {\n  if (a) {\n    here();\n  } else if (b) {\n    while (c) there();\n  }\n}\n"},
               balanced);
    EXPECT_EQ(result.best.text, "f() {\n  there();\n}\n");
}

TEST(ReduceText, LeavesOutAParameterWithItsArguments) {
    // As a compiler would: as many arguments as there are parameters.
    const Interesting fits = [](const Source& source) {
        return has(source, "void f(int a) {")
                   ? has(source, "f(1);")
                   : has(source, "void f(int a, int b) {") && has(source, "f(1, 2);");
    };
    const auto result = reduce(
        {Language::brackets, "void f(int a, int b) { a = b; }\nvoid g() { f(1, 2); f(1, 2); }\n"}, fits);
    EXPECT_THAT(result.best.text, HasSubstr("void f(int a) {"));
    EXPECT_THAT(result.best.text, Not(HasSubstr("2")));
}

TEST(ReduceText, KeepsOperands) {
    EXPECT_EQ(left_of("x = a + b * (c - d(e, f));\n", {"x = ", ";"}), "x = 0;\n");
    EXPECT_EQ(left_of("x = a + b * (c - d(e, f));\n", {"x = ", "f", ";"}), "x = f;\n");
    EXPECT_EQ(left_of("return a ? b : c;\n", {"return b;"}), "return b;\n");
}

TEST(ReduceText, MakesNumbersSmaller) {
    const Interesting large = [](const Source& source) {
        const auto tokens = read_tokens(source.text);
        return tokens[0].kind == Token::Kind::number && value_of_number(tokens[0].text) >= 37;
    };
    EXPECT_EQ(reduce({Language::brackets, "1000u;"}, large).best.text, "37u");
}

TEST(ReduceText, ResolvesThePreprocessor) {
    EXPECT_EQ(left_of("#define N 64 // threads\n#ifdef A\nint a;\n#else\nint b[N];\n#endif\n", {"int b[64]"}),
              "int b[64]\n");
    EXPECT_EQ(left_of("#define F(x) x+1 /* c */\nint a;\n", {"#define", "x+1"}), "#define x+1\n");
}

TEST(ReduceText, LeavesOutCommentsAndEmptyLines) {
    EXPECT_EQ(left_of("// what\n\n\nkernel /* where */ a;  b;\n", {"kernel", "a;", "b;"}), "kernel a; b;\n");
}

TEST(ReduceText, RenamesAtLast) {
    const Interesting declared_and_used = [](const Source& source) {
        const auto tokens = read_tokens(source.text);
        return tokens.size() == 7 && tokens[0].text == "int" && tokens[1].text == tokens[4].text &&
               tokens[1].kind == Token::Kind::word && tokens[3].kind == Token::Kind::word;
    };
    EXPECT_EQ(reduce({Language::brackets, "int counter; use counter;"}, declared_and_used).best.text,
              "int a; b a;");
}

TEST(ReduceText, ReducesShadersInAmber) {
    const std::string text =
        "#!amber\nSHADER compute s GLSL\nvoid main() {\n  if (x) { barrier(); }\n}\nEND\n"
        "BUFFER b DATA_TYPE int32 DATA\n 1 2 3 4\nEND\nEXPECT b IDX 0 EQ 1 2\n";
    const Interesting ends_twice = [](const Source& source) {
        const std::size_t end = source.text.find("\nEND\nBUFFER b");
        return has(source, "SHADER compute s GLSL\n") && has(source, "barrier();") && has(source, "DATA\n") &&
               has(source, " 3") && end != std::string::npos &&
               source.text.find("\nEND", end + 4) != std::string::npos;
    };
    EXPECT_EQ(reduce({Language::amber, text}, ends_twice).best.text,
              "SHADER compute s GLSL\nbarrier();\nEND\nBUFFER b DATA\n 3\nEND\n");
}

TEST(ReduceText, EndsEarlyWithTheSmallestSoFar) {
    int trials = 0;
    const Interesting called = [&](const Source& source) {
        ++trials;
        return has(source, "e(f)");
    };
    const auto result = reduce({Language::brackets, "a; b; c; d; e(f);"}, called,
                               {.cancelled = [&] { return trials >= 3; }, .progress = {}});
    EXPECT_FALSE(result.minimal);
    EXPECT_EQ(result.trials, 3U);
    EXPECT_THAT(result.best.text, HasSubstr("e(f)"));
}

}  // namespace
}  // namespace musimd::differential::text::reduce_text_test
