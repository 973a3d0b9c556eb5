#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "host/files.hpp"
#include "host/line_server.hpp"
#include "isa/program.hpp"

// Implementations of the machine by others: commands that read a program and print its result
// (docs/conformance.md).

namespace musimd::foreign {

inline constexpr std::uint64_t kUsualMemory = std::uint64_t{4} << 30;

/// How an implementation is run.
struct ImplementationSetting {
    enum class Form : std::uint8_t { command, server };
    enum class Format : std::uint8_t { assembly, json };
    std::string command;  ///< shell command; for Form::command, with {} for the program's file
    Form form = Form::command;
    Format format = Format::assembly;
    std::chrono::milliseconds limit = std::chrono::seconds(10);  ///< for one program
    std::uint64_t memory = kUsualMemory;                         ///< bytes of each of its processes
};

/// What is wrong with an implementation's answer, or that it gave none: one line, or several.
class ImplementationFault : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// It gave none within the time limit.
class ImplementationTimeout : public ImplementationFault {
  public:
    using ImplementationFault::ImplementationFault;
};

/// A program as it is given to an implementation: the text in either format, and the program that musimd
/// reads from it.
struct Given {
    std::string text;
    Program program;
};

/// The program in the format. A text that is assembly is given as it is, so that lines agree.
Given given(const Program& program, const std::string& assembly, ImplementationSetting::Format format);

class Implementation {
  public:
    explicit Implementation(ImplementationSetting setting) : setting_(std::move(setting)) {}

    const ImplementationSetting& setting() const { return setting_; }

    /// The result of a program, an object. `name` is that of its file. Throws ImplementationFault,
    /// Unsupported if the implementation says that it lacks what the program needs, and Unavailable if the
    /// command is not found, unless it has answered before.
    nlohmann::json run(const std::string& name, const Given& given);

    /// The same in two parts: a server may be asked several programs before it answers the first.
    void ask(const std::string& name, const Given& given);
    nlohmann::json answer();

  private:
    nlohmann::json run_command(const std::string& name, const std::string& text);
    void start_server();
    nlohmann::json parsed(const std::string& text) const;
    std::string described(const host::LineServer::Answer& answer) const;
    [[noreturn]] void throw_not_found() const;

    ImplementationSetting setting_;
    std::unique_ptr<host::TemporaryFolder> folder_;
    std::unique_ptr<host::LineServer> server_;
    bool has_answered_ = false;
    std::uint64_t asked_ = 0;
    std::uint64_t answered_ = 0;
    /// Asked, and not answered: given again to a new server when the old one ends.
    std::deque<std::string> waiting_;
};

}  // namespace musimd::foreign
