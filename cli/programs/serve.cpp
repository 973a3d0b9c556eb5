// musimd serve

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checking/expectations.hpp"
#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/programs/run_messages.hpp"
#include "engines/engines.hpp"
#include "host/parallel.hpp"
#include "host/processor.hpp"
#include "isa/json_text.hpp"
#include "isa/reader.hpp"
#include "simulator/result_json.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutServe =
    "Runs programs that other programs send: reads a request per line of standard input, and prints an\n"
    "answer per line, in the same order, until the input ends (docs/conformance.md).\n"
    "  {\"id\": 1, \"text\": \"stop\"}                a program as assembly\n"
    "  {\"id\": 2, \"file\": \"a.pl\", \"text\": \"…\"}   a program as a Prolog list, by the name of its "
    "file\n"
    "  {\"id\": 3, \"program\": {…}}               a program as JSON\n"
    "An answer is {\"id\": 1, \"exit\": 0, \"result\": {…}}, as 'musimd run --json' prints it, or has the "
    "member\n"
    "\"errors\", a list as that of 'musimd run --json', instead of \"result\".\n\n"
    "Exit status: 0 at the end of the input, 2 bad command line, 130 interrupted.\n";

constexpr std::string_view kExamplesServe =
    "Examples:\n"
    "  echo '{\"id\": 1, \"text\": \"stop\"}' | musimd serve\n"
    "  musimd test --impl-server 'musimd serve --engine rules' programs/conformance\n";

constexpr std::size_t kLongestLine = std::size_t{1} << 26;

/// The lines of standard input.
class InputLines {
  public:
    enum class Kind { line, too_long, end };

    /// The next line, without its LF. Waits for it, but not longer than until an interruption.
    Kind next(std::string& line);
    /// Whether the next line is there.
    bool has_line() const { return buffer_.find('\n', begin_) != std::string::npos; }

  private:
    bool read_some();
    bool skips_ = false;  ///< the rest of a line that is too long
    std::vector<char> block_ = std::vector<char>(std::size_t{1} << 20);
    std::string buffer_;
    std::size_t begin_ = 0;
};

bool InputLines::read_some() {
    if (begin_ > buffer_.size() / 2) {
        buffer_.erase(0, begin_);
        begin_ = 0;
    }
    while (!interrupted()) {
        pollfd waiting{STDIN_FILENO, POLLIN, 0};
        if (poll(&waiting, 1, 200) <= 0) continue;
        const ssize_t count = read(STDIN_FILENO, block_.data(), block_.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        buffer_.append(block_.data(), static_cast<std::size_t>(count));
        return true;
    }
    return false;
}

InputLines::Kind InputLines::next(std::string& line) {
    std::size_t searched = begin_;
    while (true) {
        const std::size_t end = buffer_.find('\n', searched);
        if (end != std::string::npos) {
            line.assign(buffer_, begin_, end - begin_);
            begin_ = end + 1;
            if (!skips_) return Kind::line;
            skips_ = false;
            return Kind::too_long;
        }
        if (buffer_.size() - begin_ > kLongestLine) {
            skips_ = true;
            buffer_.clear();
            begin_ = 0;
        }
        const std::size_t left = buffer_.size() - begin_;
        if (!read_some()) break;
        searched = begin_ + left;
    }
    line.assign(buffer_, begin_);
    begin_ = buffer_.size();
    return line.empty() || interrupted() ? Kind::end : Kind::line;
}

// ---- answers

/// `value` is JSON.
std::string refusal(const std::string& id, std::string_view member, const std::string& value) {
    return fmt::format("{{\"id\": {}, \"exit\": {}, \"{}\": {}}}\n", id, static_cast<int>(kBadInput), member,
                       value);
}

std::string refusal(const std::string& id, std::vector<LocatedError> errors) {
    return refusal(id, "errors", errors_json({"input", {{}, std::move(errors)}}));
}

/// One without a location.
std::string refusal(const std::string& id, std::string why) {
    return refusal(id, std::vector<LocatedError>{{"", 0, 0, std::move(why)}});
}

struct Text {
    std::string file;
    std::string text;
};

/// The program of a request; nothing if it has none.
std::optional<Text> program_of(const nlohmann::json& request) {
    const auto file = request.find("file");
    const std::string name = file != request.end() && file->is_string() ? file->get<std::string>() : "";
    if (const auto program = request.find("program"); program != request.end())
        return Text{name.ends_with(".json") ? name : name + ".json", json_text(*program)};
    const auto text = request.find("text");
    if (text == request.end() || !text->is_string()) return std::nullopt;
    return Text{name.empty() ? "program.asm" : name, text->get<std::string>()};
}

struct RequestLine {
    bool is_too_long = false;
    std::string line;
};

/// Waits for the next one, and returns it with those that are there. None: the input is over.
std::vector<RequestLine> requests_there(InputLines& input) {
    constexpr std::size_t kMost = 256;
    std::vector<RequestLine> requests;
    do {
        std::string line;
        const InputLines::Kind kind = input.next(line);
        if (kind == InputLines::Kind::end) break;
        requests.push_back({kind == InputLines::Kind::too_long, std::move(line)});
    } while (requests.size() < kMost && input.has_line());
    return requests;
}

/// Whether its runs may be at the same time.
bool runs_several(const Engine& engine) {
    return engine.name == "rules" || engine.name == "fast";
}

/// Of programs that need much memory, one runs at a time.
Result result_of(const Program& program, const Engine& engine) {
    constexpr std::uint64_t kMuch = std::uint64_t{64} << 20;
    static std::mutex mutex;
    const bool needs_much = engine.estimated_bytes != nullptr && engine.estimated_bytes(program) > kMuch;
    const auto lock = needs_much ? std::unique_lock(mutex) : std::unique_lock<std::mutex>();
    return engine.run(program, test_options(program), nullptr);
}

std::string answer_to(const RequestLine& asked, const Engine& engine) {
    if (asked.is_too_long) return refusal("null", "a line is longer than 64 MiB");
    const nlohmann::json request = nlohmann::json::parse(asked.line, nullptr, false);
    if (request.is_discarded())
        return refusal("null", "the line is not JSON, or has a number above 1.8e308; expected an object");
    if (!request.is_object()) return refusal("null", "expected a JSON object");
    const auto member = request.find("id");
    const std::string id = member == request.end() ? "null" : json_text(*member);
    const auto given = program_of(request);
    if (!given) return refusal(id, "expected the member 'text', a string, or 'program'");
    const ReadResult read = read_program(given->text, given->file);
    if (!read) return refusal(id, read.list);
    if (const auto reason = too_large(engine, *read.program)) return refusal(id, *reason);
    try {
        const Result result = result_of(*read.program, engine);
        std::string text = json_of(result, *read.program);
        std::erase(text, '\n');  // between its members
        return fmt::format("{{\"id\": {}, \"exit\": {}, \"result\": {}}}\n", id, exit_status(result.outcome),
                           text);
    } catch (const Unavailable& reason) {
        return refusal(id, "unsupported", json_text(nlohmann::json(reason.what())));
    }
}

/// Prints each answer as soon as those before it are there.
class Answers {
  public:
    explicit Answers(std::size_t count) : waiting_(count) {}

    void print(std::size_t i, std::string answer) {
        const std::scoped_lock lock(mutex_);
        waiting_[i] = std::move(answer);
        if (i != next_) return;
        while (next_ < waiting_.size() && !waiting_[next_].empty()) std::cout << waiting_[next_++];
        std::cout.flush();
    }

  private:
    std::mutex mutex_;
    std::vector<std::string> waiting_;  ///< empty: not there yet
    std::size_t next_ = 0;
};

}  // namespace

Options declare_serve() {
    Options options("serve", "", kAboutServe, kExamplesServe);
    options.one_of("engine", "NAME", engine_names(), "the engine that runs the programs (default fast)");
    return options;
}

int serve(const Arguments& arguments) {
    Options options = declare_serve();
    if (!options.parse(arguments, 0, 0)) return kOk;
    const Engine& engine = *find_engine(options.choice("engine").value_or("fast"));
    note_interruptions();
    const unsigned threads = runs_several(engine) ? host::usable_processors() : 1;
    InputLines input;
    while (std::cout) {  // else nobody reads the answers
        const std::vector<RequestLine> requests = requests_there(input);
        if (requests.empty()) break;
        Answers answers(requests.size());
        host::in_parallel(threads, requests.size(), [&](std::size_t i) {
            if (!interrupted()) answers.print(i, answer_to(requests[i], engine));
        });
    }
    return interrupted() ? kInterrupted : kOk;
}

}  // namespace musimd::cli
