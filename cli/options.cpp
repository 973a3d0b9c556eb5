#include "cli/options.hpp"

#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"

namespace musimd::cli {

namespace po = boost::program_options;

Options::Options(std::string_view command, std::string_view operands, std::string_view about,
                 std::string_view examples)
    : command_(command),
      operand_usage_(operands),
      about_(about),
      examples_(examples),
      description_("Options", 110, 70) {
    description_.add_options()("help,h", "this text");
}

void Options::flag(const char* name, const char* help) {
    description_.add_options()(name, help);
}

void Options::value(const char* name, const char* placeholder, const char* help) {
    description_.add_options()(name, po::value<std::string>()->value_name(placeholder), help);
}

void Options::list(const char* name, const char* placeholder, const char* help) {
    description_.add_options()(
        name, po::value<std::vector<std::string>>()->value_name(placeholder)->composing(), help);
}

std::string Options::unknown_option(const std::string& option) const {
    std::vector<std::string> names;
    for (const auto& known : description_.options()) names.push_back("--" + known->long_name());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return fmt::format("unknown option '{}'{}", shown(option), did_you_mean(option, views));
}

bool Options::parse(const Arguments& arguments, std::size_t least, std::size_t most) {
    po::options_description all;
    all.add(description_).add_options()("operand", po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add("operand", -1);
    namespace style = po::command_line_style;
    try {
        po::store(po::command_line_parser(arguments)
                      .options(all)
                      .positional(positional)
                      .style(style::allow_long | style::long_allow_adjacent | style::long_allow_next |
                             style::allow_short | style::allow_dash_for_short | style::short_allow_next)
                      .run(),
                  values_);
    } catch (const po::unknown_option& error) {
        throw UsageError(unknown_option(error.get_option_name()));
    } catch (const po::error& error) {
        throw UsageError(error.what());
    }
    if (has("help")) {
        print_help();
        return false;
    }
    if (values_.count("operand") != 0) operands_ = values_["operand"].as<std::vector<std::string>>();
    if (operands_.size() < least) throw UsageError(fmt::format("expected {}", operand_usage_));
    if (most == 0 && !operands_.empty())
        throw UsageError(fmt::format("unexpected '{}'", shown(operands_[0])));
    if (operands_.size() > most) {
        throw UsageError(
            fmt::format("expected {}, and there is '{}' too", operand_usage_, shown(operands_[most])));
    }
    return true;
}

void Options::print_help() const {
    std::ostringstream options;
    options << description_;
    const std::string_view blank = operand_usage_.empty() ? "" : " ";
    std::cout << fmt::format("musimd {}{}{}\n\n{}\n{}\n{}", command_, blank, operand_usage_, about_,
                             options.str(), examples_);
}

bool Options::has(const std::string& name) const {
    return values_.count(name) != 0;
}

std::optional<std::string> Options::text(const std::string& name) const {
    if (!has(name)) return std::nullopt;
    return values_[name].as<std::string>();
}

std::vector<std::string> Options::texts(const std::string& name) const {
    if (!has(name)) return {};
    return values_[name].as<std::vector<std::string>>();
}

std::optional<Integer> Options::integer(const std::string& name, Integer least, Integer most) const {
    const auto given = text(name);
    if (!given) return std::nullopt;
    const auto value = parse_signed_integer(*given);
    if (!value) throw UsageError(fmt::format("--{}: '{}' is no integer", name, shown(*given)));
    if (*value < least || *value > most) {
        throw UsageError(fmt::format("--{}: expected {} … {}, and this is {}", name,
                                     static_cast<std::int64_t>(least), static_cast<std::uint64_t>(most),
                                     shown(*given)));
    }
    return value;
}

std::optional<std::string> Options::choice(const std::string& name,
                                           const std::vector<std::string_view>& words) const {
    auto given = text(name);
    if (!given) return std::nullopt;
    for (const std::string_view word : words) {
        if (*given == word) return given;
    }
    throw UsageError(fmt::format("--{}: expected {}, and this is '{}'{}", name, fmt::join(words, ", "),
                                 shown(*given), did_you_mean(*given, words)));
}

}  // namespace musimd::cli
