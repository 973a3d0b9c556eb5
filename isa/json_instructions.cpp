#include "isa/json_instructions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "isa/literal.hpp"
#include "isa/printer.hpp"
#include "isa/variant.hpp"

namespace musimd::json {
namespace {

std::string_view kind_name(Node::Kind kind) {
    constexpr std::string_view kNames[] = {
        "an object", "a list", "a text", "an integer", "a number with a fraction", "true or false", "null"};
    return kNames[static_cast<std::size_t>(kind)];
}

template <typename Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
    std::vector<std::string_view> names;
    for (const auto& row : rows) names.push_back(row.name);
    return names;
}

/// The row of that name, which exists.
template <typename Rows>
const auto& row_named(const Rows& rows, std::string_view name) {
    return *std::ranges::find(rows, name, [](const auto& row) { return row.name; });
}

bool has_type(Opcode opcode) {
    return opcode == Opcode::typed || opcode == Opcode::typed_fetch || opcode == Opcode::typed_reduce;
}

}  // namespace

// ---- values

std::nullopt_t ValueReader::fail(const Node& at, std::string message) const {
    const TextPosition place = places_.of(at.raw().data());
    diagnostics_.error(place.line, place.offset, std::move(message));
    return std::nullopt;
}

std::optional<std::string> ValueReader::integer(const Node& node) const {
    if (node.kind() != Node::Kind::integer)
        return fail(node, fmt::format("expected an integer, got {}", kind_name(node.kind())));
    return std::string(node.raw());
}

std::optional<Integer> ValueReader::ranged(const Node& node, Integer least, Integer most) const {
    const auto digits = integer(node);
    if (!digits) return std::nullopt;
    const auto value = parse_signed_integer(*digits);
    if (!value || *value < least || *value > most)
        return fail(node, fmt::format("expected an integer from {} to {}, got {}", static_cast<Value>(least),
                                      static_cast<Value>(most), shown(*digits)));
    return value;
}

std::optional<std::string> ValueReader::identifier(const Node& node) const {
    const std::string name = node.kind() == Node::Kind::string ? node.text() : "";
    if (!is_identifier(name))
        return fail(node, "expected a name: letters, digits and `_`, not beginning with a digit");
    return name;
}

std::optional<std::string> ValueReader::word(const Node& node,
                                             const std::vector<std::string_view>& words) const {
    const std::string text = node.kind() == Node::Kind::string ? node.text() : "";
    if (std::ranges::find(words, text) != words.end()) return text;
    if (node.kind() != Node::Kind::string)
        return fail(node, fmt::format("expected a string, got {}", kind_name(node.kind())));
    if (words.size() <= 4)
        return fail(node, fmt::format("'{}' is not one of {}", shown(text), fmt::join(words, ", ")));
    return fail(node, fmt::format("'{}' is unknown here{}", shown(text), did_you_mean(text, words)));
}

bool ValueReader::object(const Node& node, const std::vector<std::string_view>& members) const {
    if (node.kind() != Node::Kind::object) {
        fail(node, fmt::format("expected an object, got {}", kind_name(node.kind())));
        return false;
    }
    bool ok = true;
    for (std::size_t i = 0; i + 1 < node.children().size(); i += 2) {
        const std::string key = node.children()[i].text();
        if (std::ranges::find(members, key) != members.end()) continue;
        fail(node.children()[i],
             fmt::format("'{}' is not a member of this object{}", shown(key), did_you_mean(key, members)));
        ok = false;
    }
    return ok;
}

bool ValueReader::list(const Node& node) const {
    if (node.kind() == Node::Kind::array) return true;
    fail(node, fmt::format("expected a list, got {}", kind_name(node.kind())));
    return false;
}

const Node* ValueReader::member(const Node& object, std::string_view name) const {
    const Node* const node = object.find(name);
    if (node == nullptr) fail(object, fmt::format("expected the member '{}'", name));
    return node;
}

// ---- instructions

InstructionReader::InstructionReader(const ValueReader& values, Names& names, std::size_t count)
    : values_(values), names_(names), count_(count) {
    printed_.threads = names.threads;
    printed_.variables.resize(names.variables.size());
    for (const auto& [name, variable] : names.variables) printed_.variables[variable] = name;
    for (const auto& [name, offset] : names.shared) printed_.shared.push_back({name, offset, 1});
}

std::optional<std::string> InstructionReader::read(const Node& node) {
    static const std::vector<std::string_view> members = {"op",       "operation", "variant", "type",
                                                          "from",     "order",     "scope",   "destination",
                                                          "operands", "target",    "width"};
    if (!values_.object(node, members)) return std::nullopt;
    const Node* const op = values_.member(node, "op");
    if (op == nullptr) return std::nullopt;
    const auto name = values_.word(*op, names_of(instruction_table()));
    if (!name) return std::nullopt;
    const InstructionInfo& row = row_named(instruction_table(), *name);
    Instruction i;
    i.opcode = row.opcode;
    const bool ok = operation(node, row, i) && strength(node, i) && types(node, i) &&
                    destination(node, row, i) && operands(node, i) && target(node, row, i) && width(node, i);
    return ok ? std::optional(print(i, printed_)) : std::nullopt;
}

bool InstructionReader::operation(const Node& node, const InstructionInfo& row, Instruction& i) const {
    const bool is_fetch = i.opcode == Opcode::fetch || i.opcode == Opcode::typed_fetch;
    const bool operates = is_fetch || i.opcode == Opcode::bp || i.opcode == Opcode::typed;
    for (const auto& [member, expected] :
         {std::pair("operation", operates), {"variant", row.format.variants || i.opcode == Opcode::fence}})
        if (!expected && node.find(member) != nullptr) {
            values_.fail(*node.find(member), fmt::format("'{}' has no {}", row.name, member));
            return false;
        }
    if (row.format.variants) {
        const Node* const variant = values_.member(node, "variant");
        if (variant == nullptr) return false;
        const std::string word = variant->kind() == Node::Kind::string ? variant->text() : "";
        const auto named = variant_named(i.opcode, word);
        if (!named)
            values_.fail(*variant, fmt::format("'{}' is not a variant of '{}'", shown(word), row.name));
        if (named) i.variant = *named;
        return named.has_value();
    }
    if (!operates) return true;
    const Node* const operation = values_.member(node, "operation");
    if (operation == nullptr) return false;
    const auto names = is_fetch                 ? names_of(fetch_operation_table())
                       : i.opcode == Opcode::bp ? names_of(operation_table())
                                                : names_of(typed_operation_table());
    const auto word = values_.word(*operation, names);
    if (!word) return false;
    if (is_fetch)
        i.fetch_operation = row_named(fetch_operation_table(), *word).operation;
    else if (i.opcode == Opcode::bp)
        i.operation = row_named(operation_table(), *word).operation;
    else
        i.typed_operation = row_named(typed_operation_table(), *word).operation;
    return true;
}

// The order and the scope; of a fence, the scope is its variant.
bool InstructionReader::strength(const Node& node, Instruction& i) const {
    const bool is_fence = i.opcode == Opcode::fence;
    if (is_fence) i.order = MemoryOrder::acq_rel;
    for (const auto& [member, expected] :
         {std::pair("order", has_strength(i.opcode)), {"scope", has_strength(i.opcode) && !is_fence}})
        if (!expected && node.find(member) != nullptr) {
            values_.fail(*node.find(member), fmt::format("'{}' has no {}", info(i.opcode).name, member));
            return false;
        }
    if (const Node* const order = node.find("order")) {
        const auto word = values_.word(*order, {std::begin(kMemoryOrderNames), std::end(kMemoryOrderNames)});
        if (!word) return false;
        i.order = *memory_order_named(*word);
    }
    if (!has_strength(i.opcode)) return true;
    const Node* const scope = is_fence ? values_.member(node, "variant") : node.find("scope");
    if (scope == nullptr) return !is_fence;
    const auto word = values_.word(*scope, {std::begin(kScopeNames), std::end(kScopeNames)});
    if (word) i.scope = *scope_named(*word);
    return word.has_value();
}

bool InstructionReader::types(const Node& node, Instruction& i) const {
    const bool converts = i.opcode == Opcode::typed && i.typed_operation == TypedOperation::cvt;
    for (const auto& [member, expected] : {std::pair("type", has_type(i.opcode)), {"from", converts}}) {
        Type& type_of = std::string_view(member) == "type" ? i.type : i.from;
        if (expected && !type(node, member, type_of)) return false;
        if (expected || node.find(member) == nullptr) continue;
        values_.fail(*node.find(member), fmt::format("'{}' has no member '{}'", info(i.opcode).name, member));
        return false;
    }
    return true;
}

bool InstructionReader::type(const Node& node, const char* name, Type& type) const {
    const Node* const member = values_.member(node, name);
    if (member == nullptr) return false;
    const auto word = values_.word(*member, {std::begin(kTypeNames), std::end(kTypeNames)});
    if (word) type = *type_named(*word);
    return word.has_value();
}

bool InstructionReader::destination(const Node& node, const InstructionInfo& row, Instruction& i) const {
    const Node* const member = node.find("destination");
    if (!row.format.destination) {
        if (member != nullptr) values_.fail(*member, fmt::format("'{}' assigns no variable", row.name));
        return member == nullptr;
    }
    const Node* const named = values_.member(node, "destination");
    const auto variable = named == nullptr ? std::nullopt : this->variable(*named);
    if (variable) i.destination = variable->variable;
    return variable.has_value();
}

bool InstructionReader::operands(const Node& node, Instruction& i) const {
    const std::size_t count = operand_count(i);
    const Node* const member = node.find("operands");
    if (member == nullptr) {
        if (count != 0) values_.member(node, "operands");
        return count == 0;
    }
    if (!values_.list(*member)) return false;
    if (member->children().size() != count) {
        values_.fail(*member, fmt::format("expected {}, got {}", counted(count, "operand"),
                                          member->children().size()));
        return false;
    }
    for (std::size_t k = 0; k < count; ++k) {
        const auto operand = this->operand(member->children()[k]);
        if (!operand) return false;
        i.operands[k] = *operand;
    }
    return true;
}

std::optional<Operand> InstructionReader::operand(const Node& node) const {
    static const std::vector<std::string_view> members = {"variable", "constant", "number", "shared"};
    if (!values_.object(node, members)) return std::nullopt;
    if (node.children().size() != 2)
        return values_.fail(node, "expected one member: variable, constant, number or shared");
    const std::string kind = node.children()[0].text();
    const Node& value = node.children()[1];
    if (kind == "variable") return variable(value);
    if (kind == "shared") return shared(value);
    if (kind == "constant") {
        const auto constant = values_.ranged(value, INT64_MIN, INT64_MAX);
        if (!constant) return std::nullopt;
        return Operand::constant(static_cast<Value>(*constant));
    }
    const auto number = values_.word(value, {"tid", "wid", "bid", "btid"});
    if (!number) return std::nullopt;
    if (*number == "tid") return Operand::tid();
    if (*number == "wid") return Operand::wid();
    return *number == "bid" ? Operand::bid() : Operand::btid();
}

std::optional<Operand> InstructionReader::variable(const Node& node) const {
    const auto name = values_.identifier(node);
    if (!name) return std::nullopt;
    const auto found = names_.variables.find(*name);
    if (found == names_.variables.end())
        return values_.fail(node, fmt::format("'{}' is not one of the variables", shown(*name)));
    return Operand::of(found->second);
}

std::optional<Operand> InstructionReader::shared(const Node& node) const {
    const auto name = values_.identifier(node);
    if (!name) return std::nullopt;
    const auto found = names_.shared.find(*name);
    if (found == names_.shared.end())
        return values_.fail(node, fmt::format("'{}' is not one of the shared objects", shown(*name)));
    return Operand::shared(found->second);
}

bool InstructionReader::target(const Node& node, const InstructionInfo& row, Instruction& i) {
    const Node* const member = node.find("target");
    if (!row.format.target) {
        if (member != nullptr) values_.fail(*member, fmt::format("'{}' has no target", row.name));
        return member == nullptr;
    }
    const Node* const number = values_.member(node, "target");
    const auto target =
        number == nullptr ? std::nullopt : values_.ranged(*number, 1, static_cast<Integer>(count_) + 1);
    if (!target) return false;
    i.target = static_cast<Label>(*target);
    auto label = names_.labels.find(i.target);
    if (label == names_.labels.end()) {
        std::string name = fmt::format("L{}", i.target);
        while (!names_.label_names.insert(name).second) name += '_';
        label = names_.labels.emplace(i.target, std::move(name));
    }
    printed_.labels = {{label->second, i.target}};
    return true;
}

bool InstructionReader::width(const Node& node, Instruction& i) const {
    const Node* const member = node.find("width");
    if (member == nullptr) {
        i.width = std::bit_ceil(names_.threads);  // which is not printed
        return true;
    }
    if (i.opcode != Opcode::shuffle) {
        values_.fail(*member, fmt::format("'{}' has no width", info(i.opcode).name));
        return false;
    }
    const auto width = values_.ranged(*member, 1, kMaxThreads);
    if (width) i.width = static_cast<std::uint32_t>(*width);
    return width.has_value();
}

}  // namespace musimd::json
