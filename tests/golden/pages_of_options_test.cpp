// What is generated from the declarations of options: completion scripts, tested in the shells, and manual
// pages, tested with their readers; and `--version`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/process.hpp"

namespace musimd::pages_of_options_test {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

std::string output_of(std::vector<std::string> arguments) {
    const Finished finished = support::run(support::musimd(std::move(arguments)));
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    EXPECT_EQ(finished.errors, "");
    return finished.output;
}

// The path of the program, or an empty string.
std::string find_program(const std::string& name) {
    for (const char* const folder : {"/usr/bin/", "/bin/", "/usr/local/bin/"}) {
        if (fs::exists(folder + name)) return folder + name;
    }
    return {};
}

Finished run(std::vector<std::string> words, const fs::path& folder) {
    support::Command command;
    command.arguments = std::move(words);
    command.folder = folder;
    return support::run(command);
}

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    std::istringstream help(output_of({"--help"}));
    const std::regex row("  ([a-z]+( --[a-z]+)?) +[a-z].*");
    std::smatch match;
    bool listing = false;
    for (std::string line; std::getline(help, line);) {
        if (line == "Commands:") listing = true;
        if (line.empty()) listing = listing && names.empty();
        if (listing && std::regex_match(line, match, row)) names.push_back(match[1]);
    }
    return names;
}

// The long options that a command's help lists.
std::vector<std::string> options_of(const std::string& command) {
    std::vector<std::string> words;
    std::istringstream in(command + " --help");
    for (std::string word; in >> word;) words.push_back(word);
    std::istringstream help(output_of(words));
    std::vector<std::string> names;
    const std::regex row("  (-[a-z] \\[ )?--([a-z-]+).*");
    std::smatch match;
    for (std::string line; std::getline(help, line);) {
        if (std::regex_match(line, match, row)) names.push_back(match[2]);
    }
    return names;
}

std::string page_name(std::string command) {
    const std::size_t variant = command.find(" --");
    return variant == std::string::npos ? command : command.replace(variant, 3, "-");
}

// ---- the same options everywhere

TEST(PagesOfOptions, EveryCommandAndOptionIsInEachScriptAndItsPage) {
    const std::vector<std::string> names = command_names();
    EXPECT_THAT(names, AllOf(Contains("run"), Contains("fuzz --dsl"), Contains("man")));
    const std::string bash = output_of({"completion", "bash"});
    const std::string zsh = output_of({"completion", "zsh"});
    const std::string fish = output_of({"completion", "fish"});
    const std::string first_page = output_of({"man"});
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        const std::string page = output_of({"man", page_name(name)});
        EXPECT_THAT(first_page, HasSubstr(std::regex_replace(page_name(name), std::regex("-"), "\\-")));
        const std::vector<std::string> options = options_of(name);
        EXPECT_THAT(options, Contains("help"));
        for (const std::string& option : options) {
            EXPECT_THAT(bash, HasSubstr("--" + option));
            EXPECT_THAT(zsh, HasSubstr("--" + option));
            EXPECT_THAT(fish, HasSubstr(" -l " + option + " "));
            EXPECT_THAT(
                page, HasSubstr("\\fB\\-\\-" + std::regex_replace(option, std::regex("-"), "\\-") + "\\fR"));
        }
    }
}

// ---- bash

class Bash : public testing::Test {
  protected:
    void SetUp() override {
        if (find_program("bash").empty()) GTEST_SKIP() << "bash is not installed";
        folder_.write("musimd.bash", output_of({"completion", "bash"}));
        folder_.write("program.asm", "stop\n");
        fs::create_directory(folder_.path() / "folder");
    }

    /// The completions of the last word.
    std::set<std::string> complete(const std::string& words) const {
        const Finished finished =
            run({find_program("bash"), "--norc", "-c",
                 "source musimd.bash; COMP_WORDS=(" + words +
                     "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _musimd; printf '%s\\n' \"${COMPREPLY[@]}\""},
                folder_.path());
        EXPECT_EQ(finished.errors, "") << words;
        std::set<std::string> offered;
        std::istringstream in(finished.output);
        for (std::string line; std::getline(in, line);) offered.insert(line);
        offered.erase("");
        return offered;
    }

    support::TemporaryFolder folder_;
};

TEST_F(Bash, CompletesCommandsOptionsAndValues) {
    using Set = std::set<std::string>;
    EXPECT_EQ(complete("musimd ru"), Set{"run"});
    EXPECT_EQ(complete("musimd run --eng"), Set{"--engine"});
    EXPECT_EQ(complete("musimd run --engine rul"), Set{"rules"});
    EXPECT_EQ(complete("musimd run --engine = rul"), Set{"rules"});
    EXPECT_EQ(complete("musimd check --format ''"), (Set{"text", "json", "sarif"}));
    EXPECT_EQ(complete("musimd fuzz --dsl --bits ''"), (Set{"8", "16", "32", "64"}));
    EXPECT_EQ(complete("musimd run --threads ''"), Set{});
    EXPECT_EQ(complete("musimd completion ''"), (Set{"bash", "zsh", "fish"}));
    EXPECT_EQ(complete("musimd man fuzz-"), (Set{"fuzz-cuda", "fuzz-dsl", "fuzz-lockstep", "fuzz-omp"}));
}

TEST_F(Bash, CompletesFilesAndFolders) {
    EXPECT_EQ(complete("musimd run pro"), std::set<std::string>{"program.asm"});
    EXPECT_EQ(complete("musimd compile -o pro"), std::set<std::string>{"program.asm"});
    EXPECT_EQ(complete("musimd explore --schedules ''"), std::set<std::string>{"folder"});
    EXPECT_EQ(complete("musimd isa pro"), std::set<std::string>{});
}

// ---- zsh and fish

TEST(Zsh, LoadsItsScript) {
    const std::string zsh = find_program("zsh");
    if (zsh.empty()) GTEST_SKIP() << "zsh is not installed";
    const support::TemporaryFolder folder;
    folder.write("_musimd", output_of({"completion", "zsh"}));
    const Finished syntax = run({zsh, "-f", "-n", "_musimd"}, folder.path());
    EXPECT_EQ(syntax.status, 0) << testing::PrintToString(syntax);
    // compinit registers it for the command that its first line names.
    const Finished loaded =
        run({zsh, "-f", "-c",
             "fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u; "
             "print -r -- $_comps[musimd]; autoload +X _musimd && functions _musimd | grep -c engine"},
            folder.path());
    EXPECT_THAT(loaded.output, MatchesRegex("_musimd\n[1-9][0-9]*\n")) << testing::PrintToString(loaded);
}

TEST(Fish, CompletesCommandsOptionsAndValues) {
    const std::string fish = find_program("fish");
    if (fish.empty()) GTEST_SKIP() << "fish is not installed";
    const support::TemporaryFolder folder;
    folder.write("musimd.fish", output_of({"completion", "fish"}));
    const auto complete = [&](const std::string& line) {
        const Finished finished = run({"/usr/bin/env", "HOME=" + folder.path().string(), fish, "--no-config",
                                       "-c", "source musimd.fish; complete -C '" + line + "'"},
                                      folder.path());
        EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
        return finished.output;
    };
    EXPECT_THAT(complete("musimd ru"), HasSubstr("run\t"));
    EXPECT_THAT(complete("musimd run --eng"), HasSubstr("--engine\t"));
    EXPECT_THAT(complete("musimd run --engine rul"), HasSubstr("rules\t"));
}

// ---- manual pages

TEST(ManualPages, AreAcceptedByTheirReaders) {
    const support::TemporaryFolder folder;
    output_of({"man", "--out", (folder.path() / "man1").string()});
    std::vector<fs::path> pages;
    for (const auto& entry : fs::directory_iterator(folder.path() / "man1")) pages.push_back(entry.path());
    EXPECT_EQ(pages.size(), command_names().size() + 1);
    const std::string groff = find_program("groff");
    const std::string mandoc = find_program("mandoc");
    for (const fs::path& page : pages) {
        const std::string text = support::read_file(page);
        for (const char* const section : {".TH MUSIMD", "\n.SH NAME\nmusimd", "\n.SH SYNOPSIS\n"})
            EXPECT_THAT(text, HasSubstr(section)) << page;
        if (!groff.empty() && fs::exists("/usr/share/groff/current/tmac/an.tmac")) {
            const Finished finished =
                run({groff, "-man", "-ww", "-Tutf8", "-z", page.string()}, folder.path());
            EXPECT_EQ(finished.status, 0) << page;
            EXPECT_EQ(finished.errors, "") << page;
        }
        if (!mandoc.empty()) {
            const Finished finished = run({mandoc, "-Tlint", "-W", "error", page.string()}, folder.path());
            EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
        }
    }
    if (groff.empty() && mandoc.empty())
        GTEST_SKIP() << "neither groff nor mandoc is installed: only the sections were checked";
}

TEST(ManualPages, ContainTheHelp) {
    const std::string page = output_of({"man", "run"});
    EXPECT_THAT(page,
                AllOf(HasSubstr("\n.SH EXIT STATUS\n0 stop, 1 a trap"), HasSubstr("\n.SH EXAMPLES\n.nf\n"),
                      HasSubstr("Possible values: auto, fast, rules, native"),
                      HasSubstr("\\fB\\-h\\fR, \\fB\\-\\-help\\fR")));
    EXPECT_EQ(output_of({"man"}), output_of({"man", "musimd"}));
    const Finished unknown = support::run(support::musimd({"man", "rum"}));
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.errors, HasSubstr("did you mean 'run'?"));
}

// ---- --version

TEST(Version, NamesTheCommitAndTheBuild) {
    EXPECT_THAT(output_of({"--version"}),
                MatchesRegex("musimd [0-9]+\\.[0-9]+\\.[0-9]+\n"
                             "commit: (unknown|[0-9a-f]{12,40}(-dirty)?)\n"
                             "build: [A-Za-z]+ [0-9][^\n]*\n"
                             "parts: kernels[^\n]*, fuzz[^\n]*\n"
                             "engines: auto, fast, rules, native[^\n]*\n"
                             "vector extensions of this processor: baseline[^\n]*\n"));
    const auto json = nlohmann::json::parse(output_of({"--version", "--json"}));
    EXPECT_EQ(json.at("format"), 1);
    EXPECT_EQ(json.at("parts"), nlohmann::json({{"kernels", true}, {"fuzz", true}}));
    EXPECT_THAT(json.at("engines").get<std::vector<std::string>>(), Contains("rules"));
    EXPECT_THAT(output_of({"--version"}), HasSubstr("build: " + json.at("build").get<std::string>() + "\n"));
}

}  // namespace
}  // namespace musimd::pages_of_options_test
