// load {text, file, threads?, warps?, model?, program?, input?}

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "analysis/lint/lint.hpp"
#include "checking/grading/answer.hpp"
#include "isa/diagnostic.hpp"
#include "isa/printer.hpp"
#include "semantics/models/accepted.hpp"
#include "semantics/structure_check.hpp"
#include "session/requests.hpp"
#include "session/unavailable.hpp"

namespace musimd::web {
namespace {

/// A text whose messages are rendered one by one.
class Messages {
  public:
    Messages(const std::string& file, const std::string& text)
        : file_(display_name(file)), lines_(lines_of(text)) {}

    /// `id`: of a warning; an error has none.
    Json message(std::uint32_t line, std::uint32_t column, const std::string& message,
                 std::string_view id = {}) const {
        Diagnostics one;
        const bool is_inside = line != 0 && line <= lines_.size();
        const std::size_t offset = is_inside ? offset_of(lines_[line - 1], column) : 0;
        if (id.empty())
            one.error(line, offset, message);
        else
            one.warning(line, offset, message, std::string(id));
        Json json = {{"line", line}, {"column", column}};
        if (is_inside) json["end"] = end_of(line, offset);
        json["message"] = message;
        if (!id.empty()) json["id"] = id;
        json["rendered"] = render(file_, lines_, one);
        return json;
    }

  private:
    /// The column after the word at the offset.
    std::size_t end_of(std::uint32_t line, std::size_t offset) const {
        const std::string_view text = lines_[line - 1];
        const auto is_word = [&](std::size_t at) {
            const char c = text[at];
            return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' ||
                   c == '.';
        };
        std::size_t end = offset;
        while (end < text.size() && is_word(end)) ++end;
        if (end == offset && end < text.size())
            end += std::max<std::size_t>(utf8_length(text.substr(end)), 1);
        return column_of(text, end);
    }

    std::string file_;
    std::vector<std::string_view> lines_;
};

Json instructions_of(const Program& program) {
    Json list = Json::array();
    std::vector<const std::string*> labels(program.end() + std::size_t{1});
    for (const auto& [name, pc] : program.labels)
        if (pc < labels.size() && labels[pc] == nullptr) labels[pc] = &name;
    for (Label pc = 1; pc < program.end(); ++pc) {
        const Instruction& i = program.at(pc);
        Json one = {{"pc", pc}, {"line", i.line}, {"column", i.column}, {"text", print(i, program)}};
        if (labels[pc] != nullptr) one["label"] = *labels[pc];
        list.push_back(std::move(one));
    }
    return list;
}

/// Arrays and shared objects, by name: [name, address or offset, count].
template <typename Objects, typename Where>
Json objects_json(const Objects& objects, Where where) {
    Json list = Json::array();
    for (const auto& object : objects) list.push_back({object.name, object.*where, object.count});
    return list;
}

Json program_json(const Program& program, const std::string& name, const std::vector<std::string>& programs) {
    Json json = {{"name", name},
                 {"threads", program.threads},
                 {"warps", program.warps},
                 {"model", to_string(program.model)},
                 {"variables", program.variables},
                 {"instructions", instructions_of(program)},
                 {"buffers", objects_json(program.buffers, &Buffer::address)},
                 {"shared", objects_json(program.shared, &SharedObject::offset)},
                 {"labels", Json::object()},
                 {"programs", programs}};
    for (const auto& [label, pc] : program.labels) append(json["labels"], label, pc);
    return json;
}

/// A number of a request that has bounds.
struct Bounded {
    const char* name;
    std::uint32_t most;
    std::optional<std::uint32_t> value = {};
};

std::optional<std::string> read(const Json& request, Bounded& number) {
    const auto member = request.find(number.name);
    if (member == request.end() || member->is_null()) return std::nullopt;
    const auto value = number_in(request, number.name);
    if (!value || *value == 0 || *value > number.most)
        return fmt::format("load: {} must be a number from 1 to {}", number.name, number.most);
    number.value = static_cast<std::uint32_t>(*value);
    return std::nullopt;
}

void add_findings(const Program& program, const Messages& messages, Json& answer) {
    for (const Warning& w : lint(program))
        answer["warnings"].push_back(messages.message(w.location.line, w.location.column, w.message, w.id));
    answer["check"] = Json::array();
    for (const StructureError& e : check_structure(program).errors) {
        const Label pc = std::min<Label>(e.pc, program.end() - 1);
        const std::uint32_t line = pc == 0 ? 0 : program.at(pc).line;
        answer["check"].push_back(
            {{"kind", to_string(e.kind)}, {"line", line}, {"pc", e.pc}, {"message", e.message}});
    }
}

}  // namespace

Json load_answer(const Json& request, std::unique_ptr<Session>& session, std::string& unavailable_text) {
    const auto text = text_in(request, "text");
    if (!text) return error("load: expected the member text");
    const std::string file = text_in(request, "file").value_or("program.asm");
    Bounded threads{"threads", kMaxThreads};
    Bounded warps{"warps", kMaxWarps};
    for (Bounded* number : {&threads, &warps})
        if (auto message = read(request, *number)) return error(std::move(*message));
    ReadOptions options;
    options.threads = threads.value;
    options.warps = warps.value;
    options.program = text_in(request, "program");
    if (const auto model = text_in(request, "model")) {
        if (std::ranges::find(kThreadModelNames, *model) == std::end(kThreadModelNames))
            return error(fmt::format("load: model must be one of {}", fmt::join(kThreadModelNames, ", ")));
        options.model = thread_model_named(*model);
    }
    const auto input = texts_in(request, "input");
    if (!input) return error("load: input must be a list of directives");
    session.reset();
    unavailable_text.clear();
    const Messages messages(file, *text);
    Json answer = {{"errors", Json::array()}, {"warnings", Json::array()}};
    const std::string& run = input->empty() ? *text : grading::with_directives(*text, *input);
    ReadResult result = models::read_accepted_program(run, file, options);
    for (const LocatedError& e : result.list)
        answer["errors"].push_back(messages.message(e.line, e.column, e.message));
    if (!result) return answer;
    Program& program = *result.program;
    const std::vector<std::string> programs = program_names(*text, file);
    const std::string first = programs.empty() ? "" : programs.front();
    answer["program"] = program_json(program, options.program.value_or(first), programs);
    add_findings(program, messages, answer);
    if (const auto why = unavailable(program)) {
        unavailable_text = *why;
        answer["unavailable"] = *why;
        return answer;
    }
    session = std::make_unique<Session>(file, *text, std::move(program));
    return answer;
}

}  // namespace musimd::web
