#include "isa/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "isa/assembly_grammar.hpp"
#include "isa/json_instructions.hpp"
#include "isa/reader.hpp"

namespace musimd {
namespace {

std::vector<std::string_view> model_names() {
    return {std::begin(kThreadModelNames), std::end(kThreadModelNames)};
}

using json::Node;

/// Writes lines of assembly for the members of a program.
class ProgramReader {
  public:
    ProgramReader(std::string_view text, Diagnostics& diagnostics)
        : places_(text), values_(places_, diagnostics) {}

    syntax::File read(const Node& root);

  private:
    using Method = void (ProgramReader::*)(const Node& value);
    struct Member {
        std::string_view name;
        Method read;
    };
    static const std::vector<Member>& members();

    void line(const Node& at, std::string text);
    void number(const Node& value, std::string_view directive);
    void word_of(const Node& value, std::string_view directive, std::vector<std::string_view> words);

    void format(const Node& value);
    void threads(const Node& value);
    void warps(const Node& value) { number(value, "warps"); }
    void active(const Node& value);
    void word(const Node& value);
    void registers(const Node& value) { word_of(value, "registers", {"keep", "restore"}); }
    void races(const Node& value) { word_of(value, "races", {"warp", "thread"}); }
    void consistency(const Node& value) { word_of(value, "consistency", {"c++", "ptx"}); }
    void model(const Node& value) { word_of(value, "model", model_names()); }
    void block(const Node& value) { number(value, "block"); }
    void grid(const Node& value) { number(value, "grid"); }
    void order(const Node& value);
    void steps(const Node& value) { number(value, "steps"); }
    void shared(const Node& value);
    void buffers(const Node& value);
    void memory(const Node& value);
    void variables(const Node& value);
    void labels(const Node& value);
    void instructions(const Node& value);
    void expect(const Node& value);
    void covers(const Node& value);

    std::optional<std::string> numbers(const Node& list) const;
    std::optional<std::string> words(const Node& list) const;
    std::optional<std::string> named_range(const Node& value, std::string_view directive) const;
    void preload(const Node& value);
    void expectation(const Node& value);
    std::optional<std::string> expected(const Node& value) const;
    std::optional<std::string> expected_outcome(const Node& value) const;
    std::optional<std::string> expected_statistic(const Node& value) const;
    std::optional<std::string> line_of_instruction(const Node& value) const;
    std::optional<std::string> warp(const Node& value) const;
    void put_label(Label pc, const Node& at);

    json::Places places_;
    json::ValueReader values_;
    json::Names names_;
    const Node* instructions_ = nullptr;
    syntax::File file_;
};

// In this order: what is named comes before what names it.
const std::vector<ProgramReader::Member>& ProgramReader::members() {
    using P = ProgramReader;
    static const std::vector<Member> all = {{"format", &P::format},
                                            {"threads", &P::threads},
                                            {"warps", &P::warps},
                                            {"active", &P::active},
                                            {"word", &P::word},
                                            {"registers", &P::registers},
                                            {"races", &P::races},
                                            {"consistency", &P::consistency},
                                            {"model", &P::model},
                                            {"block", &P::block},
                                            {"grid", &P::grid},
                                            {"order", &P::order},
                                            {"steps", &P::steps},
                                            {"shared", &P::shared},
                                            {"buffers", &P::buffers},
                                            {"memory", &P::memory},
                                            {"variables", &P::variables},
                                            {"labels", &P::labels},
                                            {"instructions", &P::instructions},
                                            {"expect", &P::expect},
                                            {"covers", &P::covers}};
    return all;
}

syntax::File ProgramReader::read(const Node& root) {
    std::vector<std::string_view> names;
    for (const Member& member : members()) names.push_back(member.name);
    if (!values_.object(root, names)) return {};
    if (values_.member(root, "format") == nullptr) return {};
    instructions_ = values_.member(root, "instructions");
    if (instructions_ == nullptr || !values_.list(*instructions_)) return {};
    for (const Member& member : members())
        if (const Node* const value = root.find(member.name)) (this->*member.read)(*value);
    return std::move(file_);
}

/// Adds a line of assembly, whose place is that of the node.
void ProgramReader::line(const Node& at, std::string text) {
    const std::string& kept = file_.generated_names.emplace_back(std::move(text));
    const json::TextPosition place = places_.of(at.raw().data());
    syntax::Line& line = file_.lines.emplace_back();
    if (const auto failure = parse_line(kept, place.line, line)) {
        values_.fail(at, failure->message);
        line.what = std::monostate();
    }
    line.text = place.text;
    line.comment = {};
    if (auto* const statement = std::get_if<syntax::WrittenInstruction>(&line.what))
        statement->first = at.raw();
}

void ProgramReader::number(const Node& value, std::string_view directive) {
    if (const auto digits = values_.integer(value)) line(value, fmt::format(".{} {}", directive, *digits));
}

void ProgramReader::word_of(const Node& value, std::string_view directive,
                            std::vector<std::string_view> words) {
    if (const auto word = values_.word(value, words)) line(value, fmt::format(".{} {}", directive, *word));
}

// ---- the machine

void ProgramReader::format(const Node& value) {
    values_.ranged(value, 1, 1);
}

void ProgramReader::threads(const Node& value) {
    const auto threads = values_.ranged(value, 1, kMaxThreads);
    if (!threads) return;
    names_.threads = static_cast<std::uint32_t>(*threads);
    number(value, "threads");
}

void ProgramReader::active(const Node& value) {
    if (const auto list = numbers(value)) line(value, fmt::format(".active{}", *list));
}

void ProgramReader::word(const Node& value) {
    if (!values_.object(value, {"bits", "mode"})) return;
    const Node* const bits = values_.member(value, "bits");
    const Node* const mode = values_.member(value, "mode");
    if (bits == nullptr || mode == nullptr) return;
    const auto digits = values_.integer(*bits);
    const auto word = values_.word(*mode, {"trap", "wrap"});
    if (digits && word) line(value, fmt::format(".word {} {}", *digits, *word));
}

void ProgramReader::order(const Node& value) {
    if (!values_.object(value, {"order", "seed"})) return;
    const Node* const order = values_.member(value, "order");
    const Node* const seed = value.find("seed");
    const auto name = order == nullptr
                          ? std::nullopt
                          : values_.word(*order, {std::begin(kOrderNames), std::end(kOrderNames)});
    const auto digits = seed == nullptr ? std::string() : values_.integer(*seed);
    if (name && digits) line(value, fmt::format(".order {} {}", *name, *digits));
}

// ---- memory

std::optional<std::string> ProgramReader::numbers(const Node& list) const {
    if (!values_.list(list)) return std::nullopt;
    std::string text;
    for (const Node& one : list.children()) {
        const auto digits = values_.integer(one);
        if (!digits) return std::nullopt;
        text += fmt::format(" {}", *digits);
    }
    return text;
}

/// `NAME A COUNT` of a buffer, `NAME COUNT` of a shared object.
std::optional<std::string> ProgramReader::named_range(const Node& value, std::string_view directive) const {
    const bool is_shared = directive == "shared";
    if (!values_.object(value, is_shared ? std::vector<std::string_view>{"name", "count"}
                                         : std::vector<std::string_view>{"name", "address", "count"}))
        return std::nullopt;
    const Node* const name = values_.member(value, "name");
    const Node* const count = values_.member(value, "count");
    const Node* const address = is_shared ? count : values_.member(value, "address");
    if (name == nullptr || count == nullptr || address == nullptr) return std::nullopt;
    const auto word = values_.identifier(*name);
    const auto from = values_.integer(*address);
    const auto digits = values_.integer(*count);
    if (!word || !from || !digits) return std::nullopt;
    return is_shared ? fmt::format(".shared {} {}", *word, *digits)
                     : fmt::format(".buffer {} {} {}", *word, *from, *digits);
}

void ProgramReader::shared(const Node& value) {
    if (!values_.list(value)) return;
    std::int64_t offset = 0;
    for (const Node& object : value.children()) {
        auto text = named_range(object, "shared");
        if (!text) continue;
        line(object, std::move(*text));
        const auto count = values_.ranged(*object.find("count"), 1, kMaxSharedWords);
        names_.shared.emplace(object.find("name")->text(), offset);
        offset += static_cast<std::int64_t>(count.value_or(1));
    }
}

void ProgramReader::buffers(const Node& value) {
    if (!values_.list(value)) return;
    for (const Node& buffer : value.children())
        if (auto text = named_range(buffer, "buffer")) line(buffer, std::move(*text));
}

void ProgramReader::memory(const Node& value) {
    if (!values_.list(value)) return;
    for (const Node& one : value.children()) preload(one);
}

/// {address, words}, or {address, count, start, step}
void ProgramReader::preload(const Node& value) {
    if (!values_.object(value, {"address", "words", "count", "start", "step"})) return;
    const Node* const address = values_.member(value, "address");
    const auto from = address == nullptr ? std::nullopt : values_.integer(*address);
    if (!from) return;
    if (const Node* const list = value.find("words")) {
        if (const auto words = numbers(*list)) line(value, fmt::format(".memory {}:{}", *from, *words));
        return;
    }
    std::string text = fmt::format(".iota {}", *from);
    for (const char* const name : {"count", "start", "step"}) {
        const Node* const member = values_.member(value, name);
        const auto digits = member == nullptr ? std::nullopt : values_.integer(*member);
        if (!digits) return;
        text += fmt::format(" {}", *digits);
    }
    line(value, std::move(text));
}

// ---- instructions

void ProgramReader::variables(const Node& value) {
    if (!values_.list(value)) return;
    for (const Node& one : value.children()) {
        const auto name = values_.identifier(one);
        if (!name) continue;
        const auto next = static_cast<Variable>(names_.variables.size());
        if (!names_.variables.emplace(*name, next).second)
            values_.fail(one, fmt::format("the variable '{}' is listed twice", shown(*name)));
    }
}

void ProgramReader::labels(const Node& value) {
    if (value.kind() != Node::Kind::object) {
        values_.fail(value, "expected an object that maps each label to the number of an instruction");
        return;
    }
    const auto end = static_cast<Integer>(instructions_->children().size()) + 1;
    for (std::size_t i = 0; i + 1 < value.children().size(); i += 2) {
        const auto name = values_.identifier(value.children()[i]);
        const auto pc = values_.ranged(value.children()[i + 1], 1, end);
        if (!name || !pc) continue;
        names_.labels.emplace(static_cast<Label>(*pc), *name);
        names_.label_names.insert(*name);
    }
}

void ProgramReader::put_label(Label pc, const Node& at) {
    const auto [begin, end] = names_.labels.equal_range(pc);
    for (auto label = begin; label != end; ++label) line(at, fmt::format("{}:", label->second));
}

void ProgramReader::instructions(const Node& value) {
    json::InstructionReader reader(values_, names_, value.children().size());
    std::vector<std::string> texts;
    for (const Node& one : value.children()) {
        auto text = reader.read(one);
        texts.push_back(text ? std::move(*text) : "stop");
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        put_label(static_cast<Label>(i + 1), value.children()[i]);
        line(value.children()[i], std::move(texts[i]));
    }
    put_label(static_cast<Label>(texts.size() + 1), value);
}

// ---- expectations

void ProgramReader::expect(const Node& value) {
    if (!values_.list(value)) return;
    for (const Node& one : value.children()) expectation(one);
}

void ProgramReader::expectation(const Node& value) {
    static const std::vector<std::string_view> members = {
        "model",    "outcome", "trap",   "limit",  "pc",     "warp",      "threads",  "active", "exited",
        "variable", "words",   "memory", "shared", "offset", "statistic", "relation", "number", "warning"};
    if (!values_.object(value, members)) return;
    const Node* const model = value.find("model");
    const auto name = model == nullptr ? std::string() : values_.word(*model, model_names());
    const auto text = name ? expected(value) : std::nullopt;
    if (text) line(value, fmt::format(".expect {} {}", *name, *text));
}

/// What follows `.expect`.
std::optional<std::string> ProgramReader::expected(const Node& value) const {
    if (value.find("outcome") != nullptr) return expected_outcome(value);
    if (value.find("statistic") != nullptr) return expected_statistic(value);
    for (const char* const lanes : {"active", "exited"}) {
        const Node* const list = value.find(lanes);
        if (list == nullptr) continue;
        const auto threads = numbers(*list);
        const auto warp = this->warp(value);
        if (!threads || !warp) return std::nullopt;
        return fmt::format("{}{}:{}", lanes, *warp, *threads);
    }
    if (const Node* const kind = value.find("warning")) {
        const auto word = values_.word(*kind, warning_names());
        const auto line = line_of_instruction(value);
        if (!word || !line) return std::nullopt;
        return fmt::format("warning {}{}", *word, *line);
    }
    const Node* const list = values_.member(value, "words");
    const auto words = list == nullptr ? std::nullopt : this->words(*list);
    if (!words) return std::nullopt;
    if (const Node* const variable = value.find("variable")) {
        const auto name = values_.identifier(*variable);
        const auto warp = this->warp(value);
        if (!name || !warp) return std::nullopt;
        return fmt::format("var {}{}:{}", *name, *warp, *words);
    }
    const Node* const block = value.find("shared");
    const Node* const from = values_.member(value, block != nullptr ? "offset" : "memory");
    const auto first = from == nullptr ? std::nullopt : values_.integer(*from);
    const auto of = block == nullptr ? std::string() : values_.integer(*block);
    if (!first || !of) return std::nullopt;
    return block == nullptr ? fmt::format("memory {}:{}", *first, *words)
                            : fmt::format("shared {} {}:{}", *of, *first, *words);
}

std::optional<std::string> ProgramReader::expected_outcome(const Node& value) const {
    const auto outcome = values_.word(*value.find("outcome"), {"stop", "trap", "limit", "error"});
    if (!outcome) return std::nullopt;
    if (*outcome == "stop" || *outcome == "error") return *outcome;
    if (*outcome == "limit") {
        const Node* const reason = value.find("limit");
        const auto word = reason == nullptr ? std::string() : values_.word(*reason, {"steps", "stacks"});
        return word ? std::optional(fmt::format("limit {}", *word)) : std::nullopt;
    }
    const Node* const trap = values_.member(value, "trap");
    const auto kind = trap == nullptr ? std::nullopt : values_.word(*trap, trap_names());
    const auto line = line_of_instruction(value);
    const auto warp = this->warp(value);
    const Node* const list = value.find("threads");
    const auto threads = list == nullptr ? std::string() : numbers(*list);
    if (!kind || !line || !warp || !threads) return std::nullopt;
    return fmt::format("trap {}{}{}{}", *kind, *line, *warp,
                       list == nullptr ? "" : fmt::format(" threads:{}", *threads));
}

std::optional<std::string> ProgramReader::expected_statistic(const Node& value) const {
    const Node* const statistic = value.find("statistic");
    const Node* const relation = values_.member(value, "relation");
    const Node* const number = values_.member(value, "number");
    if (relation == nullptr || number == nullptr) return std::nullopt;
    const std::string name = statistic->kind() == Node::Kind::string ? statistic->text() : "";
    const std::size_t odd = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.");
    if (name.empty() || odd != std::string::npos)
        return values_.fail(*statistic, "expected the name of a statistic");
    const auto sign = values_.word(*relation, {"==", "!=", "<", "<=", ">", ">="});
    const bool is_number = number->kind() == Node::Kind::integer || number->kind() == Node::Kind::number;
    if (!is_number) return values_.fail(*number, "expected a number");
    return sign ? std::optional(fmt::format("stat {} {} {}", name, *sign, number->raw())) : std::nullopt;
}

/// Words of which `null` is undefined, and "*" anything.
std::optional<std::string> ProgramReader::words(const Node& list) const {
    if (!values_.list(list)) return std::nullopt;
    std::string text;
    for (const Node& one : list.children()) {
        const bool is_anything = one.kind() == Node::Kind::string && one.text() == "*";
        const auto digits = is_anything                      ? std::string("*")
                            : one.kind() == Node::Kind::null ? std::string("_")
                                                             : values_.integer(one);
        if (!digits) return std::nullopt;
        text += fmt::format(" {}", *digits);
    }
    return text;
}

/// The line of the instruction that `pc` names, as a word after a blank; empty without `pc`.
std::optional<std::string> ProgramReader::line_of_instruction(const Node& value) const {
    const Node* const member = value.find("pc");
    if (member == nullptr) return "";
    const std::vector<Node>& all = instructions_->children();
    const auto pc = values_.ranged(*member, 1, static_cast<Integer>(all.size()));
    if (!pc) return std::nullopt;
    return fmt::format(" {}", places_.of(all[static_cast<std::size_t>(*pc) - 1].raw().data()).line);
}

std::optional<std::string> ProgramReader::warp(const Node& value) const {
    const Node* const member = value.find("warp");
    if (member == nullptr) return "";
    const auto digits = values_.integer(*member);
    return digits ? std::optional(fmt::format(" warp {}", *digits)) : std::nullopt;
}

void ProgramReader::covers(const Node& value) {
    if (!values_.list(value)) return;
    std::vector<std::string_view> known = rule_names();
    for (const std::string_view trap : trap_names()) known.push_back(trap);
    std::string text = ".covers";
    for (const Node& one : value.children()) {
        const auto name = values_.word(one, known);
        if (!name) return;
        text += fmt::format(" {}", *name);
    }
    if (!value.children().empty()) line(value, std::move(text));
}

}  // namespace

syntax::File read_json_lines(std::string_view text, Diagnostics& diagnostics) {
    const auto root = json::parse(text, diagnostics);
    if (!root) return {};
    syntax::File file = ProgramReader(text, diagnostics).read(*root);
    return file;
}

}  // namespace musimd
