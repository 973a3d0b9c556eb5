#include "cli/kernels/front_end_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <span>

#include "cli/command/options.hpp"
#include "cli/command/text_files.hpp"
#include "host/files.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/cuda/program/module_options.hpp"
#include "kernels/cuda/program/program_options.hpp"
#include "reader/next_file.hpp"

namespace musimd::cli {
namespace {

/// `cu` is nvcc's name.
std::string language_named(const std::string& name) {
    if (name == "cu") return "cuda";
    if (name == "c" || name == "c++" || name == "cuda") return name;
    throw UsageError(fmt::format("invalid value '{}' for '-x'; possible values: cu, c, c++", shown(name)));
}

void add_host_option(const std::string& option, reader::Source& source) {
    const auto begins = [&](std::string_view prefix) { return option.starts_with(prefix); };
    if (begins("-std=")) {
        const std::vector<std::string> words = kernels::cuda::standard_words(option);
        source.options.insert(source.options.end(), words.begin(), words.end());
    } else if (begins("-U"))
        source.options.push_back(option);  // for kernels, too
    else if (begins("-x"))
        source.language = language_named(option.substr(2));
    else if (begins("-l") || begins("-L") || begins("-Wl,"))
        source.linked.push_back(option);
    else
        source.host_options.push_back(option);
}

std::vector<std::string> operands_of(const Options& options, bool linked) {
    std::vector<std::string> files = options.operands();
    std::erase_if(files, [&](const std::string& file) { return kernels::cuda::is_linked(file) != linked; });
    return files;
}

/// What the text defines at the beginning of a line, and whether it is static there.
std::map<std::string, bool> defined_names(const std::string& text) {
    static const std::regex kDefinition(
        R"((?:^|\n)(static\s+)?(?:(?:inline|const|unsigned|struct|volatile)\s+)*[A-Za-z_]\w*[\s*]+([A-Za-z_]\w*)\s*(?:\(|=|;|\[|,))");
    std::map<std::string, bool> result;
    for (std::sregex_iterator at(text.begin(), text.end(), kDefinition), end; at != end; ++at) {
        bool& is_static = result[(*at)[2].str()];
        is_static = is_static || (*at)[1].matched;
    }
    return result;
}

/// Further sources of a program. A static name that another source defines, too, has another name in its own.
std::string texts_of(std::span<const std::string> files, const std::string& first) {
    std::map<std::string, bool> before = defined_names(first);
    std::string result;
    int number = 1;
    for (const std::string& file : files) {
        const std::map<std::string, bool> own = defined_names(read_text(file));
        std::string ends;
        result += fmt::format("\n#define {} 1\n", reader::kNextFile);
        ++number;
        for (const auto& [name, is_static] : own) {
            const auto known = before.find(name);
            if (known == before.end() || (!is_static && !known->second)) continue;
            result += fmt::format("#define {0} {0}_{1}\n", name, number);
            ends += fmt::format("#undef {}\n", name);
        }
        result += fmt::format("#include \"{}\"\n", std::filesystem::absolute(file).string()) + ends;
        before.insert(own.begin(), own.end());
    }
    return result;
}

}  // namespace

reader::Source source_of(const Options& options, const std::string& file) {
    reader::Source source;
    source.file = file;
    for (const std::string& macro : options.texts("define")) source.options.push_back("-D" + macro);
    for (const std::string& folder : options.texts("include-dir")) source.options.push_back("-I" + folder);
    for (const std::string& included : options.texts("include"))
        source.options.insert(source.options.end(), {"-include", included});
    source.linked = operands_of(options, true);
    for (const std::string& option : options.texts("host-option")) add_host_option(option, source);
    source.text = read_text(source.file);
    return source;
}

std::vector<reader::Source> sources_of(const Options& options) {
    std::vector<reader::Source> sources;
    for (const std::string& file : operands_of(options, false)) sources.push_back(source_of(options, file));
    if (sources.empty()) throw UsageError("expected a source; all files are objects or libraries");
    return sources;
}

reader::Source source_of(const Options& options) {
    const std::vector<std::string> files = operands_of(options, false);
    if (files.empty()) throw UsageError("expected a source; all files are objects or libraries");
    reader::Source source = source_of(options, files.front());
    if (files.size() > 1) source.text += texts_of(std::span(files).subspan(1), source.text);
    return source;
}

reader::Source linked_source_of(const Options& options) {
    std::vector<reader::Source> sources = sources_of(options);
    for (std::size_t i = 1; i < sources.size(); ++i)
        sources.front().others.emplace_back(std::move(sources[i].file), std::move(sources[i].text));
    return std::move(sources.front());
}

kernels::openmp::GivenArguments given_arguments(const Options& options,
                                                const dsl::openmp::LoopFunction& function) {
    std::vector<std::string_view> names;
    for (const dsl::openmp::Parameter& parameter : function.parameters) names.push_back(parameter.name);
    kernels::openmp::GivenArguments given;
    for (const std::string& argument : options.texts("arg")) {
        const std::size_t at = argument.find('=');
        if (at == std::string::npos) throw invalid_value("arg", argument, "expected NAME=…");
        const std::string name = argument.substr(0, at);
        if (std::ranges::find(names, name) == names.end())
            throw UsageError(fmt::format("{} has no parameter '{}'{}", function.name, shown(name),
                                         did_you_mean(name, names)));
        const auto parameter = std::ranges::find(function.parameters, name, &dsl::openmp::Parameter::name);
        if (parameter->buffer && argument.substr(at + 1) == "0")
            throw UsageError(
                fmt::format("--arg {0}=0 gives {0} no elements; one element that is 0 is {0}=1:zeros, none "
                            "is {0}=0:zeros",
                            name));
        if (!given.emplace(name, argument.substr(at + 1)).second)
            throw UsageError(fmt::format("argument {} is given twice", name));
    }
    return given;
}

namespace {

std::vector<std::string> command_words(std::string_view command, const Options& options,
                                       const std::vector<std::string>& option_names) {
    std::vector<std::string> words = {"musimd", std::string(command)};
    words.insert(words.end(), options.operands().begin(), options.operands().end());
    for (const std::string& name : option_names) {
        if (const auto value = options.text(name))
            words.insert(words.end(), {fmt::format("--{}", name), *value});
    }
    return words;
}

void add_source_options(const Options& options, std::vector<std::string>& words) {
    for (const char* const name : {"define", "include-dir", "include", "host-option"}) {
        for (const std::string& value : options.texts(name)) {
            if (value.starts_with('-'))  // would be read as an option of its own
                words.push_back(fmt::format("--{}={}", name, value));
            else
                words.insert(words.end(), {fmt::format("--{}", name), value});
        }
    }
}

std::string shell_text(const std::vector<std::string>& words) {
    std::vector<std::string> quoted;
    std::ranges::transform(words, std::back_inserter(quoted), host::shell_word);
    return fmt::format("{}", fmt::join(quoted, " "));
}

}  // namespace

std::string replay_command(std::string_view command, const Options& options,
                           const std::vector<std::string>& option_names) {
    std::vector<std::string> words = command_words(command, options, option_names);
    for (const std::string& argument : options.texts("arg")) words.insert(words.end(), {"--arg", argument});
    return shell_text(words);
}

std::string replay_command(std::string_view command, const Options& options,
                           const dsl::openmp::LoopFunction& function,
                           const std::vector<std::string>& arguments,
                           const std::vector<std::string>& option_names) {
    std::vector<std::string> words = command_words(command, options, option_names);
    for (std::size_t p = 0; p < arguments.size(); ++p)
        words.insert(words.end(), {"--arg", function.parameters[p].name + "=" + arguments[p]});
    add_source_options(options, words);
    return shell_text(words);
}

std::string replay_program(std::string_view command, const Options& options,
                           const std::vector<std::string>& option_names,
                           const std::vector<std::string>& more_options,
                           const std::vector<std::string>& arguments) {
    std::vector<std::string> words = command_words(command, options, option_names);
    words.insert(words.end(), more_options.begin(), more_options.end());
    add_source_options(options, words);
    if (!arguments.empty()) words.emplace_back("--");
    words.insert(words.end(), arguments.begin(), arguments.end());
    return shell_text(words);
}

}  // namespace musimd::cli
