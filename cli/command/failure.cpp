#include "cli/command/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/command/options.hpp"
#include "host/pattern.hpp"
#include "isa/diagnostic.hpp"
#include "isa/json_text.hpp"
#include "simulator/engine.hpp"

namespace musimd::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view without_line_end(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return text;
}

TextErrors single(std::string text, std::string_view file, std::string_view message) {
    return {std::move(text), {{std::string(file), 0, 0, std::string(message)}}};
}

// `musimd COMMAND: error: MESSAGE`, and a line of advice.
Failure failure_of(std::string_view kind, std::string_view command, std::string_view message,
                   std::string_view advice = "") {
    message = without_line_end(message);
    return {kind, single(fmt::format("musimd {}: error: {}\n{}", command, message, advice), "", message)};
}

/// The errors among a compiler's messages: `FILE:LINE:COLUMN: error: MESSAGE`, or without parts of the
/// location.
std::vector<LocatedError> errors_of_compiler(const std::string& text) {
    static const host::Pattern kError(R"((?:([^:\s][^:]*)(?::(\d+))?(?::(\d+))?: )?(?:fatal )?error: (.+))");
    constexpr std::size_t kMaxLine = 2000;  // a match of a longer one may exhaust the stack
    std::vector<LocatedError> errors;
    for (const std::string_view line : lines_of(text)) {
        const auto found = line.size() > kMaxLine || line.starts_with("musimd ")
                               ? std::nullopt
                               : kError.match(std::string(line));
        if (!found) continue;
        const auto number = [&](std::size_t group) {
            return found->has(group) && found->group(group).size() < 10
                       ? static_cast<std::uint32_t>(std::stoul(std::string(found->group(group))))
                       : 0;
        };
        errors.push_back({std::string(found->group(1)), number(2), number(3), std::string(found->group(4))});
    }
    return errors;
}

template <typename T>
Json known(const T& value) {
    return value == T() ? Json() : Json(value);
}

Json list_of(const Failure& failure) {
    Json list = Json::array();
    for (const LocatedError& error : failure.errors.list) {
        list.push_back({{"kind", failure.kind},
                        {"file", known(error.file)},
                        {"line", known(error.line)},
                        {"column", known(error.column)},
                        {"message", error.message}});
    }
    return list;
}

Json json_of(const Failure& failure, std::string_view file) {
    Json json;
    json["format"] = 1;
    if (!file.empty()) json["file"] = file;
    json["ok"] = false;
    json["errors"] = list_of(failure);
    return json;
}

}  // namespace

InputError::InputError(std::string_view file, std::string_view message) {
    message = without_line_end(message);
    const std::string name = display_name(file);
    errors_ = single(fmt::format("{}: error: {}\n", name, message), name, message);
}

InputError::InputError(std::string text) {
    // JSON has the message without `musimd COMMAND: error: `.
    constexpr std::string_view kError = ": error: ";
    std::string_view message = without_line_end(text);
    const std::size_t prefix = message.starts_with("musimd ") ? message.find(kError) : std::string_view::npos;
    if (prefix != std::string_view::npos) message.remove_prefix(prefix + kError.size());
    std::vector<LocatedError> located = errors_of_compiler(text);
    if (located.empty()) located.push_back({"", 0, 0, std::string(message)});
    errors_ = {std::move(text), std::move(located)};
}

Failure current_failure(std::string_view command) {
    try {
        throw;
    } catch (const UsageError& error) {
        return failure_of("command-line", command, error.message(),
                          fmt::format("Try 'musimd {} --help'.\n", command));
    } catch (const InputError& error) {
        return {"input", {error.message(), error.list()}};
    } catch (const Unavailable& error) {
        return failure_of("unavailable", command, error.what());
    } catch (const std::runtime_error& error) {  // of the system: no folder, no process, no device
        return failure_of("system", command, error.what());
    } catch (const std::bad_alloc&) {
        return failure_of("system", command, "out of memory");
    }
}

void print_failure(const Failure& failure, bool json, std::string_view file) {
    std::cerr << failure.errors.text;
    if (json) std::cout << json_text(json_of(failure, file)) << '\n';
}

std::string errors_json(const Failure& failure) {
    return json_text(list_of(failure));
}

bool wants_json(const Arguments& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--json" || arguments[i] == "--format=json") return true;
        if (arguments[i] == "--format" && i + 1 < arguments.size() && arguments[i + 1] == "json") return true;
    }
    return false;
}

}  // namespace musimd::cli
