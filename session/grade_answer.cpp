// grade {exercise, text, file?}

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "checking/grading/verdict_json.hpp"
#include "isa/json_text.hpp"
#include "isa/reader.hpp"
#include "session/requests.hpp"
#include "session/unavailable.hpp"

namespace musimd::web {

std::string grade_answer(const Json& request) {
    const auto text = text_in(request, "text");
    if (!text) return error("grade: expected the member text").dump();
    const auto member = request.find("exercise");
    if (member == request.end()) return error("grade: expected the member exercise").dump();
    const auto exercise = grading::read_exercise(json_text(*member));
    if (!exercise) return error(fmt::format("grade: {}", exercise.error())).dump();
    const std::string file = text_in(request, "file").value_or("answer.asm");
    const ReadResult read = read_program(*text, file);
    if (const auto why = read ? unavailable(*read.program) : std::nullopt) return error(*why).dump();
    const auto verdict = grading::grade(*exercise, *text, file);
    return grading::verdict_json(*exercise, verdict);
}

}  // namespace musimd::web
