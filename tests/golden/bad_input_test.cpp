// Hostile input leads to a clear error, a trap or a limit; never to a crash, a hang or gigabytes of memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/process.hpp"

namespace musimd::bad_input_test {
namespace {

using support::Finished;
using support::TemporaryFolder;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30;

std::string repeated(std::string_view text, std::size_t count) {
    std::string result;
    result.reserve(text.size() * count);
    for (std::size_t i = 0; i < count; ++i) result += text;
    return result;
}

class BadInput : public testing::Test {
  protected:
    Finished command(std::vector<std::string> arguments, std::string input = {}) const {
        support::Command command = support::musimd(std::move(arguments));
        command.folder = folder_.path();
        command.input = std::move(input);
        command.bytes = kGibibyte;
        return support::run(command);
    }

    /// `musimd run` on a file of this text.
    Finished run(std::string_view text, std::vector<std::string> options = {},
                 const char* name = "prog.asm") const {
        folder_.write(name, text);
        options.insert(options.begin(), {"run", name});
        return command(std::move(options));
    }

    TemporaryFolder folder_;
};

MATCHER_P(Refused, message, "is refused with a message, and prints nothing else") {
    return testing::ExplainMatchResult(testing::Optional(2), arg.status, result_listener) &&
           testing::ExplainMatchResult(testing::IsEmpty(), arg.output, result_listener) &&
           testing::ExplainMatchResult(message, arg.errors, result_listener);
}

MATCHER_P2(EndsWithStatus, status, message, "") {
    return testing::ExplainMatchResult(testing::Optional(status), arg.status, result_listener) &&
           testing::ExplainMatchResult(message, arg.errors, result_listener);
}

// ---- bytes

TEST_F(BadInput, AnEmptyFileIsAProgramThatRunsPastItsEnd) {
    EXPECT_THAT(run(""), EndsWithStatus(1, HasSubstr("trap: pc-out-of-program")));
    EXPECT_THAT(command({"run", "-"}), EndsWithStatus(1, HasSubstr("<stdin>: trap: pc-out-of-program")));
}

TEST_F(BadInput, AnEmptyPrologFileIsAnError) {
    EXPECT_THAT(run("", {}, "prog.pl"), Refused(HasSubstr("prog.pl:1:1: error: expected a program")));
}

TEST_F(BadInput, EveryByte) {
    std::string bytes;
    for (int i = 0; i < 65536; ++i) bytes += static_cast<char>((i * 167) ^ (i >> 8));
    EXPECT_THAT(run(bytes), Refused(HasSubstr("is not UTF-8")));
    EXPECT_THAT(run(bytes, {}, "prog.pl"), Refused(HasSubstr("is not UTF-8")));
}

TEST_F(BadInput, NoControlCharacterIsEchoed) {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += "x" + std::string(1, static_cast<char>(i)) + " 1\n";
    const Finished finished = run(bytes);
    EXPECT_THAT(finished, Refused(HasSubstr("prog.asm:1:2: error: a NUL byte")));
    const bool controls = std::ranges::any_of(
        finished.errors, [](unsigned char c) { return (c < ' ' && c != '\n') || c == 0x7F; });
    EXPECT_FALSE(controls);
}

TEST_F(BadInput, ANul) {
    EXPECT_THAT(run(std::string(" stop ; \0 comment\n", 18)),
                Refused(HasSubstr("prog.asm:1:9: error: a NUL byte")));
}

TEST_F(BadInput, LinesMayEndInCrLf) {
    const Finished finished =
        run(".threads 2\r\n        x = tid ; a comment\r\n\r\nl:\r\n        stop\r\n.expect stop\r\n");
    EXPECT_THAT(finished.status, testing::Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("x       0 1\n"));
    EXPECT_THAT(run("%! .threads 2\r\nprog([ const(0, 1),\r\n stop ]).\r\n", {}, "prog.pl").status,
                testing::Optional(0));
}

TEST_F(BadInput, AByteOrderMarkIsSkipped) {
    EXPECT_THAT(run("\xEF\xBB\xBF        stop\n").status, testing::Optional(0));
    EXPECT_THAT(run("\xEF\xBB\xBFprog([ stop ]).\n", {}, "prog.pl").status, testing::Optional(0));
    EXPECT_THAT(run("\xEF\xBB\xBF        stpo\n"), Refused(HasSubstr("prog.asm:1:9: error")));
}

TEST_F(BadInput, AnUnfinishedLine) {
    EXPECT_THAT(run("        stop").status, testing::Optional(0));
    EXPECT_THAT(run("        x = "), Refused(HasSubstr("prog.asm:1:13: error: expected a value to assign")));
}

// ---- size

TEST_F(BadInput, ALineOfAMegabyte) {
    EXPECT_THAT(run("        x = " + std::string(1'000'000, 'y') + " !\n"),
                Refused(AllOf(HasSubstr("prog.asm:1:1000014: error"), HasSubstr("…yyyy"))));
    EXPECT_THAT(run("        stop ;" + std::string(1'000'000, ' ') + "\n").status, testing::Optional(0));
    EXPECT_THAT(run("        bz " + repeated("x, ", 300'000) + "x\n"),
                Refused(HasSubstr("'bz' takes two operands")));
    EXPECT_THAT(run("        x = " + std::string(1'000'000, '9') + "\n"),
                Refused(HasSubstr("does not fit a word")));
}

TEST_F(BadInput, AMillionLabels) {
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) text += "l" + std::to_string(i) + ":\n";
    EXPECT_THAT(run(text + "        stop\n").status, testing::Optional(0));
    EXPECT_THAT(run(text + "        jump m\n"), Refused(HasSubstr("label 'm' is not defined\n")));
}

TEST_F(BadInput, AHundredThousandUndefinedLabelsNearDefinedOnes) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += "label_of_a_rather_long_name_" + std::to_string(i) + ":\n";
    text += repeated("        jump lable_of_a_rather_long_name_5000\n", 100'000);
    EXPECT_THAT(run(text), Refused(HasSubstr("prog.asm:301:14: error: label 'lable_of")));
}

TEST_F(BadInput, ManyConstantsAndUndefinedNames) {
    std::string text;
    for (int i = 0; i < 50'000; ++i) text += ".const constant_" + std::to_string(i) + " 1\n";
    text += repeated(".fill constant 1 0\n", 50'000);
    EXPECT_THAT(
        run(text),
        Refused(HasSubstr("prog.asm:50001:7: error: expected an address; 'constant' is not a constant")));
}

TEST_F(BadInput, MoreErrorsThanAreShown) {
    const Finished finished = run(repeated("        synk\n", 100'001));
    EXPECT_THAT(finished, Refused(StartsWith("prog.asm:1:9: error: unknown instruction 'synk'")));
    EXPECT_THAT(finished.errors, HasSubstr("prog.asm:1000:9: error"));
    EXPECT_THAT(finished.errors, Not(HasSubstr("prog.asm:1001:9: error")));
    EXPECT_THAT(finished.errors, EndsWith("prog.asm: error: and 99001 more errors\n"));
}

TEST_F(BadInput, AFileOf65Mebibytes) {
    EXPECT_THAT(run(std::string(std::size_t{65} << 20, '\0')),
                Refused("prog.asm: error: larger than 64 MiB\n"));
    EXPECT_THAT(run("        stop\n", {"--memory", "prog.asm"}),
                Refused(HasSubstr("prog.asm:1:9: error: expected")));
}

TEST_F(BadInput, TwoMillionAndOneLines) {
    EXPECT_THAT(run(std::string(2'000'001, '\n')), Refused("prog.asm: error: more than 2000000 lines\n"));
}

// ---- brackets

TEST_F(BadInput, AHundredThousandBrackets) {
    for (const char bracket : {'[', '(', ']', ')'}) {
        const std::string brackets(100'000, bracket);
        EXPECT_THAT(run("        x = " + brackets + "\n"), Refused(HasSubstr("prog.asm:1:"))) << bracket;
        EXPECT_THAT(run(brackets + "\n"), Refused(HasSubstr("prog.asm:1:"))) << bracket;
    }
}

TEST_F(BadInput, APrologListOfNestedParentheses) {
    const std::string open(100'000, '(');
    const std::string close(100'000, ')');
    EXPECT_THAT(run("prog([ const(0, " + open + "1" + close + "), stop ]).\n", {}, "prog.pl"),
                Refused(HasSubstr("prog.pl:1:17: error: expected a number, tid or wid")));
    EXPECT_THAT(run("prog([ " + open + "stop" + close + " ]).\n", {}, "prog.pl"),
                Refused(HasSubstr("prog.pl:1:8: error: expected an instruction")));
    EXPECT_THAT(run("prog" + open + "\n", {}, "prog.pl"),
                Refused(HasSubstr("prog.pl:1:6: error: expected '['")));
    EXPECT_THAT(run("prog([ " + repeated("const(", 100'000), {}, "prog.pl"),
                Refused(HasSubstr("prog.pl:1:19: error")));
}

TEST_F(BadInput, APrologListOnOneLine) {
    EXPECT_THAT(
        run("prog([ " + repeated("const(0, 1), ", 200'000) + "stop ]).\n", {"--threads", "1"}, "prog.pl")
            .status,
        testing::Optional(0));
    EXPECT_THAT(run("prog([ " + repeated("cosnt(0, 1), ", 200'000) + "stop ]).\n", {}, "prog.pl").errors,
                EndsWith("prog.pl: error: and 199000 more errors\n"));
    EXPECT_THAT(run("prog([ " + repeated("sync,", 1'000'000) + "stop ]).\n", {}, "prog.pl"),
                Refused(HasSubstr("error: a list holds at most 1000000 instructions")));
}

TEST_F(BadInput, AThousandAndOnePrograms) {
    std::string text;
    for (int i = 0; i <= 1000; ++i) text += "p" + std::to_string(i) + "([ stop ]).\n";
    EXPECT_THAT(run(text, {}, "prog.pl"),
                Refused(HasSubstr("prog.pl:1001:1: error: a file holds at most 1000 programs")));
}

// ---- numbers

TEST_F(BadInput, NoThreads) {
    EXPECT_THAT(run(".threads 0\n        stop\n"),
                Refused(HasSubstr("prog.asm:1:10: error: a number of threads must be 1 … 65536")));
}

TEST_F(BadInput, MoreMemoryThanThereAreAddresses) {
    EXPECT_THAT(run(".fill 0 99999999999 1\n        stop\n"),
                Refused(HasSubstr("prog.asm:1:9: error: only 16777216 words fit from address 0")));
    EXPECT_THAT(run(".iota 0 99999999999999999999\n"), Refused(HasSubstr("prog.asm:1:9: error")));
}

TEST_F(BadInput, MoreRegistersThanFit) {
    EXPECT_THAT(run(".threads 65536\n.warps 65536\n        x = 1\n        stop\n"),
                Refused(HasSubstr("2^32 registers")));
    EXPECT_THAT(run("        stop\n", {"--threads", "65536", "--warps", "65536"}),
                Refused(HasSubstr("2^32 registers")));
}

TEST_F(BadInput, AddressesNearTheHighest) {
    EXPECT_THAT(run("        [16777215] = 1\n        stop\n").status, testing::Optional(0));
    EXPECT_THAT(run("        [16777216] = 1\n        stop\n"),
                EndsWithStatus(1, HasSubstr("trap: invalid-address")));
    EXPECT_THAT(run("        [-1] = 1\n        stop\n"), EndsWithStatus(1, HasSubstr("negative address -1")));
    EXPECT_THAT(run("        [-9223372036854775808] = 1\n        stop\n"),
                EndsWithStatus(1, HasSubstr("trap: invalid-address")));
    const std::vector<std::string> all = {"--max-address", "9223372036854775807"};
    EXPECT_THAT(
        run("        [9223372036854775807] = 1\n        x = [9223372036854775807]\n        stop\n", all)
            .status,
        testing::Optional(0));
    EXPECT_THAT(run(".memory 9223372036854775807: 1\n.memory 0: 2\n        stop\n", all).status,
                testing::Optional(0));
    EXPECT_THAT(run(".memory 9223372036854775807: 1 2\n        stop\n", all),
                Refused(HasSubstr("run past the highest")));
}

// ---- endless programs

TEST_F(BadInput, EndlesslyManyBlocks) {
    EXPECT_THAT(run("l: everywhere\n jump l\n"), EndsWithStatus(3, HasSubstr("limit")));
    EXPECT_THAT(run(".threads 65536\nl: everywhere\n jump l\n", {"--active", "5"}),
                EndsWithStatus(3, HasSubstr("stacks exceed 1 GiB")));
    EXPECT_THAT(run(".threads 1000\n.registers restore\n x = 1\nl: everywhere\n jump l\n"),
                EndsWithStatus(3, HasSubstr("stacks exceed 1 GiB")));
}

TEST_F(BadInput, EndlesslyManyBranches) {
    EXPECT_THAT(run(" c = 1\na: bz c, a\nb: bz c, a\n jump a\n"), EndsWithStatus(3, HasSubstr("limit")));
    EXPECT_THAT(run(".threads 65536\n.active 7\n c = 1\na: bz c, a\nb: bz c, a\n jump a\n"),
                EndsWithStatus(3, HasSubstr("stacks exceed 1 GiB")));
}

TEST_F(BadInput, EndlessTests) {
    folder_.write("endless.asm", "l: jump l\n.expect limit\n");
    EXPECT_THAT(command({"test", "endless.asm"}).status, testing::Optional(0));
}

// ---- files

TEST_F(BadInput, MissingFilesAndFolders) {
    std::filesystem::create_directory(folder_.path() / "folder");
    EXPECT_THAT(command({"run", "missing.asm"}), Refused("missing.asm: error: No such file or directory\n"));
    EXPECT_THAT(command({"run", "folder"}), Refused("folder: error: expected a file, found a directory\n"));
    EXPECT_THAT(command({"run", "missing.asm/prog.asm"}), Refused(HasSubstr("missing.asm/prog.asm: error")));
    EXPECT_THAT(command({"run", std::string(5000, 'x')}), Refused(HasSubstr("File name too long")));
    EXPECT_THAT(command({"test", "folder"}),
                Refused(HasSubstr("no program under these paths has .expect lines")));
}

TEST_F(BadInput, StandardOutputThatIsFull) {
    folder_.write("prog.asm", "        x = tid\n        stop\n.expect stop\n");
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"run", "prog.asm"},
                                               {"run", "--json", "prog.asm"},
                                               {"fmt", "prog.asm"},
                                               {"isa"},
                                               {"test", "prog.asm"},
                                               {"--help"},
                                               {"run", "--help"}}) {
        support::Command full = support::musimd(arguments);
        full.folder = folder_.path();
        full.output_file = "/dev/full";
        const Finished finished = support::run(full);
        EXPECT_THAT(finished.status, testing::Optional(2)) << arguments[0];
        EXPECT_EQ(finished.errors, "musimd: error: standard output cannot be written\n") << arguments[0];
    }
}

// ---- command lines

TEST_F(BadInput, ACommandLineThatIsNotUtf8) {
    const std::string bytes = "\xff\xc0\x80\x1b[31m\xed\xa0\x80";
    folder_.write("prog.asm", "        stop\n");
    const std::vector<std::vector<std::string>> lines = {
        {bytes},
        {"run", bytes},
        {"run", "prog.asm", "--" + bytes},
        {"run", "prog.asm", "--json=" + bytes},
        {"run", "prog.asm", "-" + bytes},
        {"run", "prog.asm", "--engine", bytes},
        {"run", "prog.asm", "--define", bytes + "=1"},
        {"run", "prog.asm", "--memory", bytes},
        {"run", "prog.asm", "--active", bytes},
        {"run", "prog.asm", "--rules", "printed=" + bytes},
        {"check", "prog.asm", "--format", bytes},
        {"test", bytes},
        {"fmt", "--check", bytes},
        {"compile", bytes},
        {"man", bytes},
        {"fuzz", "--mix", bytes, "--profile", "soup"},
        {"spmd", bytes},
        {"explore", "prog.asm", "--schedules", "prog.asm/" + bytes},
    };
    for (const std::vector<std::string>& line : lines) {
        for (const bool json : {false, true}) {
            std::vector<std::string> arguments = line;
            if (json) arguments.emplace_back("--json");
            const Finished finished = command(arguments);
            SCOPED_TRACE(testing::PrintToString(arguments));
            EXPECT_THAT(finished.status, testing::Optional(2));
            EXPECT_THAT(finished.errors, HasSubstr("error: "));
            EXPECT_THAT(finished.errors, Not(HasSubstr("\xff")));
            EXPECT_THAT(finished.errors, Not(HasSubstr("\x1b")));
            if (finished.output.empty()) continue;
            const auto printed = nlohmann::json::parse(finished.output, nullptr, false);
            ASSERT_FALSE(printed.is_discarded());
            EXPECT_FALSE(printed.at("errors").empty());
        }
    }
}

TEST_F(BadInput, AFileWhoseNameIsNotUtf8) {
    const std::string name = "\xff\x1b[31m \"\\\n.asm";
    folder_.write(name, "        stpo\n");
    const Finished finished = command({"run", "--json", name});
    EXPECT_THAT(finished.status, testing::Optional(2));
    EXPECT_THAT(finished.errors, StartsWith("??[31m \"\\?.asm:1:9: error: unknown instruction"));
    const auto json = nlohmann::json::parse(finished.output);
    EXPECT_EQ(json.at("errors").at(0).at("file"), "??[31m \"\\?.asm");
    folder_.write(name, "        stop\n");
    const Finished both = command({"run", "--json", name, name});
    EXPECT_THAT(both.status, testing::Optional(0));
    EXPECT_EQ(nlohmann::json::parse(both.output).at(1).at("file"), "??[31m \"\\?.asm");
}

TEST_F(BadInput, JsonOfHostileText) {
    std::string bytes;
    for (int i = 0; i < 65536; ++i) bytes += static_cast<char>((i * 167) ^ (i >> 8));
    folder_.write("bytes.asm", bytes);
    folder_.write("many.asm", repeated("        synk\n", 20'001));
    folder_.write("long.asm", "        x = " + std::string(1'000'000, 'y') + " !\n");
    for (const char* const verb : {"run", "check", "explore"}) {
        for (const char* const file : {"bytes.asm", "many.asm", "long.asm", "missing.asm", "."}) {
            const Finished finished = command({verb, "--json", file});
            SCOPED_TRACE(std::string(verb) + " " + file);
            EXPECT_THAT(finished.status, testing::Optional(2));
            const auto errors = nlohmann::json::parse(finished.output).at("errors");
            EXPECT_FALSE(errors.empty());
            EXPECT_LE(errors.size(), 1001U);
        }
    }
    const auto many = nlohmann::json::parse(command({"run", "--json", "many.asm"}).output).at("errors");
    EXPECT_EQ(many.size(), 1001U);
    EXPECT_EQ(many.back().at("message"), "and 19001 more errors");
    EXPECT_TRUE(many.back().at("line").is_null());
}

TEST_F(BadInput, AFileThatCannotBeFormattedInPlace) {
    folder_.write("prog.asm", "   stop\n");
    std::filesystem::create_directory(folder_.path() / "prog.asm.musimd-fmt");
    EXPECT_THAT(command({"fmt", "--in-place", "prog.asm"}),
                Refused("prog.asm: error: it cannot be written\n"));
    EXPECT_EQ(support::read_file(folder_.path() / "prog.asm"), "   stop\n");
}

}  // namespace
}  // namespace musimd::bad_input_test
