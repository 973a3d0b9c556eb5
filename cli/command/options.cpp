#include "cli/command/options.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <boost/algorithm/string/split.hpp>
#include <boost/program_options.hpp>
#include <iostream>
#include <sstream>

#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"

namespace musimd::cli {
namespace {

namespace po = boost::program_options;

constexpr std::size_t kMessageLimit = 200;  // code points of the library's messages, which quote arguments

OptionInfo info_of(std::string_view name, std::string_view placeholder, std::string_view help) {
    const std::size_t comma = std::min(name.find(','), name.size());
    OptionInfo info;
    info.name = name.substr(0, comma);
    if (comma < name.size()) info.letter = name.substr(comma + 1);
    info.placeholder = placeholder;
    info.help = help;
    return info;
}

po::options_description description_of(const std::vector<OptionInfo>& infos) {
    po::options_description description("Options", 110, 70);
    for (const OptionInfo& info : infos) {
        const std::string names = info.letter.empty() ? info.name : info.name + "," + info.letter;
        if (info.placeholder.empty()) {
            description.add_options()(names.c_str(), info.help.c_str());
        } else if (info.repeats) {
            description.add_options()(
                names.c_str(),
                po::value<std::vector<std::string>>()->value_name(info.placeholder)->composing(),
                info.help.c_str());
        } else {
            description.add_options()(names.c_str(), po::value<std::string>()->value_name(info.placeholder),
                                      info.help.c_str());
        }
    }
    return description;
}

std::vector<std::string> words_of(const boost::any& value) {
    if (const auto* const words = boost::any_cast<std::vector<std::string>>(&value)) return *words;
    if (const auto* const word = boost::any_cast<std::string>(&value)) return {*word};
    return {};
}

}  // namespace

UsageError invalid_value(std::string_view option, std::string_view given, std::string_view expected) {
    return UsageError(fmt::format("invalid value '{}' for '--{}'; {}", shown(given), option, expected));
}

UsageError invalid_choice(std::string_view option, std::string_view given,
                          const std::vector<std::string_view>& words) {
    return invalid_value(
        option, given,
        fmt::format("possible values: {}{}", fmt::join(words, ", "), did_you_mean(given, words)));
}

UsageError exclusive(std::string_view option, std::string_view other) {
    return UsageError(fmt::format("'--{}' cannot be used with '--{}'", option, other));
}

Options::Options(std::string_view command, std::string_view operands, std::string_view about,
                 std::string_view examples)
    : command_(command), operand_usage_(operands), about_(about), examples_(examples) {
    add(info_of("help,h", "", "this text"));
}

void Options::add(OptionInfo info) {
    infos_.push_back(std::move(info));
}

void Options::flag(std::string_view name, std::string_view help) {
    add(info_of(name, "", help));
}

void Options::value(std::string_view name, std::string_view placeholder, std::string_view help) {
    add(info_of(name, placeholder, help));
}

void Options::list(std::string_view name, std::string_view placeholder, std::string_view help) {
    OptionInfo info = info_of(name, placeholder, help);
    info.repeats = true;
    add(std::move(info));
}

void Options::one_of(std::string_view name, std::string_view placeholder, std::vector<std::string_view> words,
                     std::string_view help) {
    OptionInfo info = info_of(name, placeholder, help);
    info.words = std::move(words);
    add(std::move(info));
}

const OptionInfo* Options::find(std::string_view name) const {
    const auto found = std::ranges::find(infos_, name, &OptionInfo::name);
    return found == infos_.end() ? nullptr : &*found;
}

std::string Options::unknown_option(const std::string& option) const {
    std::vector<std::string> names;
    for (const OptionInfo& known : infos_) names.push_back("--" + known.name);
    const std::vector<std::string_view> views(names.begin(), names.end());
    return fmt::format("unknown option '{}'{}", shown(option), did_you_mean(option, views));
}

bool Options::parse(const Arguments& arguments, std::size_t least, std::size_t most) {
    po::options_description all;
    all.add(description_of(infos_)).add_options()("operand", po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add("operand", -1);
    namespace style = po::command_line_style;
    po::variables_map given;
    try {
        po::store(po::command_line_parser(arguments)
                      .options(all)
                      .positional(positional)
                      .style(style::allow_long | style::long_allow_adjacent | style::long_allow_next |
                             style::allow_short | style::allow_dash_for_short | style::short_allow_next)
                      .run(),
                  given);
    } catch (const po::unknown_option& error) {
        throw UsageError(unknown_option(error.get_option_name()));
    } catch (const po::error& error) {
        throw UsageError(shown(error.what(), kMessageLimit));
    }
    for (const auto& [name, value] : given) values_[name] = words_of(value.value());
    if (has("help")) {
        print_help();
        return false;
    }
    operands_ = texts("operand");
    if (operands_.size() < least) throw UsageError(fmt::format("expected {}", operand_usage_));
    if (most == 0 && !operands_.empty())
        throw UsageError(fmt::format("unexpected '{}'", shown(operands_[0])));
    if (operands_.size() > most) {
        throw UsageError(
            fmt::format("unexpected '{}'; expected only {}", shown(operands_[most]), operand_usage_));
    }
    return true;
}

void Options::print_help() const {
    std::ostringstream options;
    options << description_of(infos_);
    const std::string_view blank = operand_usage_.empty() ? "" : " ";
    std::cout << fmt::format("musimd {}{}{}\n\n{}\n{}\n{}", command_, blank, operand_usage_, about_,
                             options.str(), examples_);
}

bool Options::has(const std::string& name) const {
    return values_.count(name) != 0;
}

std::optional<std::string> Options::text(const std::string& name) const {
    if (!has(name)) return std::nullopt;
    return values_.at(name).front();
}

std::vector<std::string> Options::texts(const std::string& name) const {
    if (!has(name)) return {};
    return values_.at(name);
}

std::optional<Integer> Options::integer(const std::string& name, Integer least, Integer most) const {
    const auto given = text(name);
    if (!given) return std::nullopt;
    const auto value = parse_signed_integer(*given);
    if (!value || *value < least || *value > most) {
        throw invalid_value(name, *given,
                            fmt::format("expected an integer from {} to {}", static_cast<std::int64_t>(least),
                                        static_cast<std::uint64_t>(most)));
    }
    return value;
}

std::optional<std::string> Options::choice(const std::string& name) const {
    auto given = text(name);
    if (!given) return std::nullopt;
    const OptionInfo& info = *find(name);
    if (std::ranges::find(info.words, *given) == info.words.end())
        throw invalid_choice(name, *given, info.words);
    return given;
}

const std::string& Options::operand_choice(std::size_t number) const {
    const std::string& given = operands_.at(number);
    if (std::ranges::find(operand_words_, given) != operand_words_.end()) return given;
    const std::vector<std::string_view> words(operand_words_.begin(), operand_words_.end());
    throw UsageError(fmt::format("invalid {} '{}'; possible values: {}{}", operand_usage_, shown(given),
                                 fmt::join(words, ", "), did_you_mean(given, words)));
}

std::string format_option(const Options& options) {
    const auto format = options.choice("format");
    if (!options.has("json")) return format.value_or("text");
    if (format && *format != "json") throw exclusive("json", "format " + *format);
    return "json";
}

std::vector<std::string> comma_list(std::string_view text) {
    std::vector<std::string> parts;
    boost::algorithm::split(parts, text, [](char c) { return c == ','; });
    return parts;
}

}  // namespace musimd::cli
