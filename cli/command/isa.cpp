// musimd isa

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "isa/instruction.hpp"
#include "isa/variant.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutIsa =
    "Prints the instruction table: how each instruction is written, the rules that define it\n"
    "(semantics/RULES.md), and what it does.\n";

constexpr std::string_view kExamplesIsa =
    "Operands: v is a variable; o, a, o1, o2 are variables, tid, wid, integers or constants; l is a "
    "label;\n"
    "m is the mask of a collective, an operand whose bits name lanes, and x an operand of another lane.\n\n"
    "Examples:\n"
    "  musimd isa\n"
    "  musimd isa --json\n";

std::string_view class_of(const InstructionInfo& row) {
    if (is_collective(row.opcode)) return "collective";
    return row.family == Family::control ? "control" : "data";
}

// `add.T o1, o2`
std::string form_of(const TypedOperationInfo& row) {
    if (row.operation == TypedOperation::cvt) return "cvt.T.S o";
    constexpr std::string_view kOperands[] = {"o", "o1, o2", "o1, o2, o3"};
    return fmt::format("{}.T {}", row.name, kOperands[row.operands - 1]);
}

// `row` is a TypedOperationInfo or a FetchOperationInfo.
template <typename Row>
std::string kinds_of(const Row& row) {
    if (row.types.empty()) return "untyped";
    if (row.types == "f") return "floats";
    return row.types == "iu" ? "integers" : "all";
}

// `fetch_add [a], o`
std::string form_of(const FetchOperationInfo& row) {
    if (row.operands == 0) return "load.ORDER.SCOPE [a]";
    return fmt::format("fetch_{} [a], {}", row.name, row.operands == 1 ? "o" : "o1, o2");
}

// `row` is a TypedOperationInfo or a FetchOperationInfo.
template <typename Row>
nlohmann::ordered_json types_of(const Row& row) {
    nlohmann::ordered_json types = nlohmann::ordered_json::array();
    for (const std::string_view name : kTypeNames) {
        if (has_type(row.operation, *type_named(name))) types.push_back(name);
    }
    return types;
}

std::string table() {
    std::string text = fmt::format("{:<34} {:<10} {:<9} {}\n", "instruction", "class", "rules", "meaning");
    for (const InstructionInfo& row : instruction_table()) {
        text +=
            fmt::format("{:<34} {:<10} {:<9} {}\n", row.format.syntax, class_of(row), row.rules, row.meaning);
    }
    text += "\nvariants of instructions\n";
    for (const VariantInfo& row : variant_table())
        text += fmt::format("{:<34} {}\n", syntax_of(row.opcode, row.variant), row.meaning);
    text +=
        "\norders and scopes: fetch_op and fetch_op.T may end in .ORDER, .SCOPE or .ORDER.SCOPE; without "
        "them, "
        "they\nare .relaxed.grid\n";
    text += fmt::format("{:<34} {}\n", "ORDER", fmt::join(kMemoryOrderNames, " "));
    text += fmt::format("{:<34} {}\n", "SCOPE", fmt::join(kScopeNames, " "));
    text += "\noperations op of v = o1 op o2 (min and max are written v = min o1, o2)\n";
    for (const OperationInfo& row : operation_table()) {
        text += fmt::format("{:<34} {}\n", row.spelling, row.meaning);
    }
    text +=
        "\natomic operations fetch_op, and fetch_op.T on typed words: what the word w at address a becomes\n";
    for (const FetchOperationInfo& row : fetch_operation_table()) {
        text += fmt::format("{:<34} {:<10} {}\n", form_of(row), kinds_of(row), row.meaning);
    }
    text += fmt::format("\noperations op.T on typed words, T one of {}\n", fmt::join(kTypeNames, " "));
    for (const TypedOperationInfo& row : typed_operation_table()) {
        text += fmt::format("{:<34} {:<10} {}\n", form_of(row), kinds_of(row), row.meaning);
    }
    return text;
}

nlohmann::ordered_json json() {
    nlohmann::ordered_json json;
    json["format"] = 1;
    json["instructions"] = nlohmann::ordered_json::array();
    for (const InstructionInfo& row : instruction_table()) {
        nlohmann::ordered_json rules = nlohmann::ordered_json::array();
        for (std::size_t begin = 0; begin < row.rules.size();) {
            const std::size_t end = std::min(row.rules.find(' ', begin), row.rules.size());
            rules.push_back(row.rules.substr(begin, end - begin));
            begin = end + 1;
        }
        json["instructions"].push_back({{"name", row.name},
                                        {"syntax", row.format.syntax},
                                        {"class", class_of(row)},
                                        {"rules", std::move(rules)},
                                        {"meaning", row.meaning}});
    }
    json["operations"] = nlohmann::ordered_json::array();
    for (const OperationInfo& row : operation_table()) {
        json["operations"].push_back(
            {{"name", row.name}, {"spelling", row.spelling}, {"meaning", row.meaning}});
    }
    json["typed_operations"] = nlohmann::ordered_json::array();
    for (const TypedOperationInfo& row : typed_operation_table()) {
        json["typed_operations"].push_back({{"name", row.name},
                                            {"syntax", "v = " + form_of(row)},
                                            {"operands", row.operands},
                                            {"types", types_of(row)},
                                            {"meaning", row.meaning}});
    }
    json["fetch_operations"] = nlohmann::ordered_json::array();
    for (const FetchOperationInfo& row : fetch_operation_table()) {
        json["fetch_operations"].push_back({{"name", row.name},
                                            {"syntax", "v = " + form_of(row)},
                                            {"operands", row.operands},
                                            {"types", types_of(row)},
                                            {"meaning", row.meaning}});
    }
    json["variants"] = nlohmann::ordered_json::array();
    for (const VariantInfo& row : variant_table()) {
        json["variants"].push_back({{"name", to_string(row.variant)},
                                    {"instruction", info(row.opcode).name},
                                    {"syntax", syntax_of(row.opcode, row.variant)},
                                    {"meaning", row.meaning}});
    }
    return json;
}

}  // namespace

Options declare_isa() {
    Options options("isa", "", kAboutIsa, kExamplesIsa);
    options.flag("json", "print the table as one JSON object");
    return options;
}

int isa(const Arguments& arguments) {
    Options options = declare_isa();
    if (!options.parse(arguments, 0, 0)) return kOk;
    if (options.has("json")) {
        std::cout << json().dump(1) << '\n';
    } else {
        std::cout << table();
    }
    return kOk;
}

}  // namespace musimd::cli
