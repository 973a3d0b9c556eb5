#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command/command.hpp"
#include "isa/word.hpp"

namespace musimd::cli {

/// A bad command line; the message says what would be right. Caught by main.
class UsageError {
  public:
    explicit UsageError(std::string message) : message_(std::move(message)) {}
    const std::string& message() const { return message_; }

  private:
    std::string message_;
};

/// The declaration of an option, from which parsing, help, man pages and completion are derived.
struct OptionInfo {
    std::string name;                     ///< the long one, without its dashes
    std::string letter;                   ///< the short one, without its dash; mostly empty
    std::string placeholder;              ///< placeholder for its value; empty if it takes none
    std::string help;                     ///< one line
    std::vector<std::string_view> words;  ///< the possible values, if they are few
    bool repeats = false;
};

/// The options and operands of one command.
class Options {
  public:
    /// `about` begins the help, `examples` ends it; `operands` is how the usage line names them ("FILE").
    Options(std::string_view command, std::string_view operands, std::string_view about,
            std::string_view examples);

    /// `name` may be "long,s" with a short form.
    void flag(std::string_view name, std::string_view help);
    void value(std::string_view name, std::string_view placeholder, std::string_view help);
    void list(std::string_view name, std::string_view placeholder, std::string_view help);
    /// An option whose value is one of the words.
    void one_of(std::string_view name, std::string_view placeholder, std::vector<std::string_view> words,
                std::string_view help);

    /// Reads the arguments; false if it was `--help`, which has been printed. Operands: `least` to `most`.
    bool parse(const Arguments& arguments, std::size_t least, std::size_t most);

    bool has(const std::string& name) const;
    std::optional<std::string> text(const std::string& name) const;
    std::vector<std::string> texts(const std::string& name) const;
    /// As if the command line gave these values, and no others.
    void set(const std::string& name, std::vector<std::string> values) { values_[name] = std::move(values); }
    const std::vector<std::string>& operands() const { return operands_; }

    /// An integer between least and most; throws UsageError otherwise.
    std::optional<Integer> integer(const std::string& name, Integer least, Integer most) const;

    /// The value of an option declared by one_of; throws UsageError with the nearest word if it is not one of
    /// them.
    std::optional<std::string> choice(const std::string& name) const;

    /// The possible operands, if they are few; completion offers them.
    void operand_words(std::vector<std::string> words) { operand_words_ = std::move(words); }
    const std::vector<std::string>& operand_words() const { return operand_words_; }
    /// The operand of that number, from 0; throws UsageError with the nearest word if it is not one of them.
    const std::string& operand_choice(std::size_t number) const;

    std::string_view command() const { return command_; }
    std::string_view operand_usage() const { return operand_usage_; }
    std::string_view about() const { return about_; }
    std::string_view examples() const { return examples_; }
    const std::vector<OptionInfo>& infos() const { return infos_; }
    /// Null if no option has the name.
    const OptionInfo* find(std::string_view name) const;

  private:
    void add(OptionInfo info);
    void print_help() const;
    std::string unknown_option(const std::string& option) const;

    std::string_view command_;
    std::string_view operand_usage_;
    std::string_view about_;
    std::string_view examples_;
    std::vector<std::string> operand_words_;
    std::vector<OptionInfo> infos_;
    std::map<std::string, std::vector<std::string>>
        values_;  ///< values of the given options; flags have none
    std::vector<std::string> operands_;
};

/// Reports an invalid value: `invalid value 'foo' for '--engine'; possible values: rules, fast`, and
/// the nearest.
UsageError invalid_choice(std::string_view option, std::string_view given,
                          const std::vector<std::string_view>& words);

/// The output format of a command with the options --format and --json; `text` if neither is given.
std::string format_option(const Options& options);

/// `invalid value 'foo' for '--word'; expected …`
UsageError invalid_value(std::string_view option, std::string_view given, std::string_view expected);

/// `'--order' cannot be used with '--schedule'`
UsageError exclusive(std::string_view option, std::string_view other);

/// The parts of a list A,B,C; at least one, which may be empty.
std::vector<std::string> comma_list(std::string_view text);

}  // namespace musimd::cli
