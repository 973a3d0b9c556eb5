#include "cli/fuzz/reduce_command.hpp"

#include <cstdint>
#include <iostream>

#include "cli/command/input.hpp"
#include "cli/command/terminal.hpp"
#include "host/child.hpp"
#include "host/process.hpp"

namespace musimd::cli {

std::chrono::milliseconds trial_limit(const Options& options) {
    return std::chrono::seconds(static_cast<std::int64_t>(options.integer("limit", 1, 86'400).value_or(10)));
}

std::string command_of_trials(const Options& options) {
    std::string command = options.text("command").value_or("");
    if (command.find("{}") == std::string::npos)
        throw invalid_value("command", command, "expected {} in it, which is replaced by the program's file");
    return command;
}

TrialCommand::TrialCommand(const Options& options, const std::string& file_name)
    : file_((folder_.path() / file_name).string()),
      line_(host::with_file(command_of_trials(options), file_)),
      limit_(trial_limit(options)) {}

bool TrialCommand::succeeds_on(const std::string& text) const {
    write_text(file_, text);
    return host::run_command(line_, {limit_, interrupted}).ok();
}

bool deliver_result(const Options& options, const std::string& text) {
    if (const auto out = options.text("out")) {
        try {
            write_text(*out, text);
            return true;
        } catch (const InputError& error) {
            std::cerr << error.message();
        }
    }
    std::cout << text;
    return !options.has("out");
}

}  // namespace musimd::cli
