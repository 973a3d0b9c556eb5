#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "session/session.hpp"

// The requests of a page: docs/web.md. Each is a JSON object; its member "do" names what is done.

namespace musimd::web {

/// Adding a member moves the others: no reference to one may be kept.
using Json = nlohmann::ordered_json;

/// Answers requests, one after the other.
class Requests {
  public:
    /// Answers a request that needs no session; nothing: it is another.
    using Others = std::optional<std::string> (*)(std::string_view name, const Json& request);

    Requests() = default;
    explicit Requests(Others others) : others_(others) {}
    /// Of a program that is loaded already.
    explicit Requests(std::unique_ptr<Session> session) : session_(std::move(session)) {}

    /// Null if no program is loaded.
    const Session* session() const { return session_.get(); }

    /// The answer as JSON; an object with the member "error" if the request cannot be done.
    std::string answer(std::string_view request);

  private:
    std::unique_ptr<Session> session_;
    std::string unavailable_;  ///< why the program is not run
    Others others_ = nullptr;
};

/// The member as an unsigned number, or nothing.
std::optional<std::uint64_t> number_in(const Json& request, const char* name);
/// The member, a list of strings; empty if it is missing. Nothing if it is something else.
std::optional<std::vector<std::string>> texts_in(const Json& request, const char* name);
/// The member as text, or nothing.
std::optional<std::string> text_in(const Json& request, const char* name);

/// The answer to a request that cannot be fulfilled: the reason.
Json error(std::string text);

/// A value that a page can read: a number or, if JavaScript has no such number, its digits as text.
Json value_json(Value value);
Json value_json(const Value* value);

/// Adds a member that the object does not have: it is not looked for, which would take long in a large
/// object.
void append(Json& object, std::string name, Json value);

/// The outcome, or null.
Json ended_json(const debugger::Execution& execution);

// One function per request, in its own file.

Json load_answer(const Json& request, std::unique_ptr<Session>& session, std::string& unavailable);
/// As text, as finish_answer.
std::string grade_answer(const Json& request);
Json state_answer(const Json& request, const Session& session);
Json why_answer(const Json& request, const Session& session);
Json lane_history_answer(const Json& request, const Session& session);
Json steps_answer(const Json& request, const Session& session);
/// The tables of isa/; of any session.
Json instructions_answer();
Json timeline_answer(const Json& request, const Session& session);
Json memory_picture_answer(const Json& request, const Session& session);
/// As text: results are written piece by piece.
std::string finish_answer(const Json& request, const Session& session);

}  // namespace musimd::web
