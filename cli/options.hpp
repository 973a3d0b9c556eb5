#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "isa/word.hpp"

namespace musimd::cli {

/// A command line that cannot be taken; the message says what would be right. Caught by main.
class UsageError {
  public:
    explicit UsageError(std::string message) : message_(std::move(message)) {}
    const std::string& message() const { return message_; }

  private:
    std::string message_;
};

/// The options and operands of one command.
class Options {
  public:
    /// `about` begins its help, `examples` end it; `operands` is what a usage line says of them ("FILE").
    Options(std::string_view command, std::string_view operands, std::string_view about,
            std::string_view examples);

    void flag(const char* name, const char* help);
    void value(const char* name, const char* placeholder, const char* help);
    void list(const char* name, const char* placeholder, const char* help);

    /// Reads the arguments; false if it was `--help`, which has been printed. Operands: `least` to `most`.
    bool parse(const Arguments& arguments, std::size_t least, std::size_t most);

    bool has(const std::string& name) const;
    std::optional<std::string> text(const std::string& name) const;
    std::vector<std::string> texts(const std::string& name) const;
    const std::vector<std::string>& operands() const { return operands_; }

    /// An integer between least and most; a UsageError if it is none.
    std::optional<Integer> integer(const std::string& name, Integer least, Integer most) const;

    /// One of the words; a UsageError with the nearest if it is none.
    std::optional<std::string> choice(const std::string& name,
                                      const std::vector<std::string_view>& words) const;

  private:
    void print_help() const;
    std::string unknown_option(const std::string& option) const;

    std::string_view command_;
    std::string_view operand_usage_;
    std::string_view about_;
    std::string_view examples_;
    boost::program_options::options_description description_;
    boost::program_options::variables_map values_;
    std::vector<std::string> operands_;
};

}  // namespace musimd::cli
