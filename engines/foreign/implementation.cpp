#include "engines/foreign/implementation.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/process.hpp"
#include "isa/diagnostic.hpp"
#include "isa/json_text.hpp"
#include "isa/json_writer.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "simulator/engine.hpp"

namespace musimd::foreign {
namespace {

using nlohmann::json;
using Format = ImplementationSetting::Format;

constexpr std::size_t kMaxAnswer = std::size_t{1} << 26;
constexpr std::size_t kShownOutput = 200;

std::string described_status(int status) {
    if (WIFSIGNALED(status))
        return fmt::format("it ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return fmt::format("it ended with exit status {}", WEXITSTATUS(status));
}

std::string quoted_output(const std::string& output) {
    return output.empty() ? "it printed nothing"
                          : fmt::format("it printed '{}'", shown(output, kShownOutput));
}

/// The exit status of a run with this outcome: docs/interfaces.md.
std::optional<int> status_of(const json& result) {
    const auto outcome = result.find("outcome");
    if (outcome == result.end()) return std::nullopt;
    if (*outcome == "stop") return 0;
    if (*outcome == "trap") return 1;
    return *outcome == "limit" ? std::optional(3) : std::nullopt;
}

/// An implementation may say that it lacks what a program needs: `{"unsupported": "blocks"}`.
void refuse_unsupported(const json& answer) {
    const auto reason = answer.find("unsupported");
    if (reason == answer.end()) return;
    throw Unsupported(fmt::format("the implementation does not support it: {}",
                                  reason->is_string() ? shown(reason->get<std::string>(), kShownOutput)
                                                      : shown(reason->dump(), kShownOutput)));
}

}  // namespace

Given given(const Program& program, const std::string& assembly, Format format) {
    if (format == Format::assembly) return {assembly, program};
    std::string text = to_json(program);
    ReadResult read = read_program(text, "program.json");
    return {std::move(text), read ? std::move(*read.program) : program};
}

json Implementation::run(const std::string& name, const Given& given) {
    if (setting_.form == ImplementationSetting::Form::command) return run_command(name, given.text);
    ask(name, given);
    return answer();
}

// ---- a command for each program

void Implementation::throw_not_found() const {
    const std::string message = fmt::format("the command was not found: {}", setting_.command);
    if (has_answered_) throw ImplementationFault(message);
    throw Unavailable(message);
}

json Implementation::run_command(const std::string& name, const std::string& text) {
    if (!folder_) folder_ = std::make_unique<host::TemporaryFolder>();
    const bool is_json = setting_.format == Format::json;
    const bool is_prolog = !is_json && name.ends_with(".pl");
    const auto file = folder_->path() / (is_json ? "program.json" : is_prolog ? "program.pl" : "program.asm");
    if (!host::write_file(file, text))
        throw ImplementationFault(fmt::format("{} cannot be written", file.string()));
    host::CommandLimits limits;
    limits.time = setting_.limit;
    limits.kept = kMaxAnswer;
    limits.keeps_errors = false;
    const host::CommandEnd end = host::run_program(
        {"/bin/sh", "-c",
         host::with_memory_limit(host::with_file(setting_.command, file.string()), setting_.memory)},
        limits);
    if (end.flooded) throw ImplementationFault(fmt::format("it printed more than {} MiB", kMaxAnswer >> 20));
    if (end.timed_out)
        throw ImplementationTimeout(fmt::format("it did not end within {} ms", setting_.limit.count()));
    if (end.signal != 0)
        throw ImplementationFault(
            fmt::format("it ended by signal {} ({})", end.signal, strsignal(end.signal)));
    if (end.status == 127 || !end.started) throw_not_found();
    has_answered_ = true;
    const json result = json::parse(end.output, nullptr, false);
    if (!result.is_object())
        throw ImplementationFault(fmt::format("exit status {}, and {}, which is not one JSON object",
                                              end.status, quoted_output(end.output)));
    refuse_unsupported(result);
    const auto expected = status_of(result);
    if (expected && end.status != *expected && end.status != 0)
        throw ImplementationFault(fmt::format("exit status {} with the outcome {}; expected {} (or always 0)",
                                              end.status, result["outcome"].dump(), *expected));
    return result;
}

// ---- a server

void Implementation::ask(const std::string& name, const Given& given) {
    json request = {{"id", ++asked_}, {"file", name}};
    if (setting_.format == Format::json)
        request["program"] = json::parse(given.text, nullptr, false);
    else
        request["text"] = given.text;
    waiting_.push_back(json_text(request));
    if (server_)
        server_->send(waiting_.back());
    else
        start_server();
}

/// A new server, which is asked all that waits.
void Implementation::start_server() {
    server_ = std::make_unique<host::LineServer>(
        host::LineServer::Setting{setting_.command, setting_.memory, kMaxAnswer});
    for (const std::string& line : waiting_) server_->send(line);
}

json Implementation::answer() {
    if (!server_) start_server();
    const host::LineServer::Answer answer = server_->receive(setting_.limit);
    waiting_.pop_front();
    ++answered_;
    if (answer.end != host::LineServer::End::answered) {
        server_.reset();
        const bool is_exit = answer.end == host::LineServer::End::ended && WIFEXITED(answer.status);
        if (is_exit && WEXITSTATUS(answer.status) == 127) throw_not_found();
        if (answer.end == host::LineServer::End::timed_out) throw ImplementationTimeout(described(answer));
        throw ImplementationFault(described(answer));
    }
    has_answered_ = true;
    return parsed(answer.line);
}

std::string Implementation::described(const host::LineServer::Answer& answer) const {
    switch (answer.end) {
        case host::LineServer::End::ended:
            return fmt::format("the server gave no answer: {}", described_status(answer.status));
        case host::LineServer::End::timed_out:
            return fmt::format("the server gave no answer within {} ms", setting_.limit.count());
        case host::LineServer::End::too_long:
            return fmt::format("the server's answer is longer than {} MiB", kMaxAnswer >> 20);
        case host::LineServer::End::answered:
            break;
    }
    return {};
}

json Implementation::parsed(const std::string& line) const {
    const json answer = json::parse(line, nullptr, false);
    if (!answer.is_object())
        throw ImplementationFault(fmt::format("{}, which is not one JSON object", quoted_output(line)));
    const auto id = answer.find("id");
    if (id == answer.end() || *id != answered_)
        throw ImplementationFault(fmt::format("its answer has the id {}; expected {}",
                                              id == answer.end() ? "none" : shown(id->dump()), answered_));
    refuse_unsupported(answer);
    const auto result = answer.find("result");
    if (result != answer.end() && result->is_object()) return *result;
    const auto errors = answer.find("errors");
    throw ImplementationFault(errors != answer.end() ? fmt::format("it refuses the program: {}",
                                                                   shown(errors->dump(), kShownOutput))
                                                     : "its answer has neither the member result nor errors");
}

}  // namespace musimd::foreign
