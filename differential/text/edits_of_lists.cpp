#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "differential/text/edits.hpp"
#include "differential/text/units.hpp"

namespace musimd::differential::text {
namespace {

Row items_of(const Node& list) {
    Row row{{}, true};
    for (const Node& item : list.children) row.elements.push_back({item.begin, item.end});
    return row;
}

void lists_as_rows(const Reading& reading, std::vector<Row>& rows) {
    for_each_node(reading.tree(), [&](const Node& node) {
        if (node.kind == Node::Kind::list && !node.children.empty()) rows.push_back(items_of(node));
    });
}

// Without item number k and one of the commas next to it.
Cut without_item(const Node& list, std::size_t k) {
    if (k + 1 < list.children.size()) return {list.children[k].begin, list.children[k + 1].begin};
    if (k > 0) return {list.children[k - 1].end, list.children[k].end};
    return {list.begin, list.end};
}

/// A function's name and how many arguments there are.
using Signature = std::pair<std::string_view, std::size_t>;

std::map<Signature, std::vector<const Node*>> lists_by_signature(const Reading& reading) {
    std::map<Signature, std::vector<const Node*>> lists;
    for_each_node(reading.tree(), [&](const Node& node) {
        if (node.kind != Node::Kind::list || node.begin < 2 || node.children.empty()) return;
        const Token& name = reading.tokens()[node.begin - 2];
        if (name.kind == Token::Kind::word) lists[{name.text, node.children.size()}].push_back(&node);
    });
    return lists;
}

std::string_view name_of_parameter(const Reading& reading, const Node& parameter) {
    std::string_view name;
    for (const Unit& unit : units_of(reading, parameter)) {
        const Token& token = reading.tokens()[unit.begin];
        if (token.is("=") || token.is(":")) break;
        if (token.kind == Token::Kind::word) name = token.text;
    }
    return name;
}

// The uses of a parameter in a body become 0.
void add_uses(const Reading& reading, const Node& body, std::string_view name, Change& change) {
    const auto& tokens = reading.tokens();
    for (std::size_t i = body.begin; i < body.end; ++i) {
        const bool is_member = tokens[i - 1].is(".") || tokens[i - 1].is("->");
        if (tokens[i].kind == Token::Kind::word && tokens[i].text == name && !is_member)
            change.push_back({i, i + 1, "0"});
    }
}

// Each parameter of a definition, with the arguments of all calls of it.
void add_parameters(const Reading& reading, const Node& parameters, const Node& body,
                    const std::vector<const Node*>& lists, std::vector<Change>& changes) {
    for (std::size_t k = 0; k < parameters.children.size(); ++k) {
        Change change;
        for (const Node* list : lists) change.push_back(without_item(*list, k));
        changes.push_back(change);
        add_uses(reading, body, name_of_parameter(reading, parameters.children[k]), change);
        if (change.size() > changes.back().size()) changes.push_back(std::move(change));
    }
}

void propose_parameters(const Reading& reading, std::vector<Change>& changes) {
    const auto lists = lists_by_signature(reading);
    for_each_node(reading.tree(), [&](const Node& node) {
        if (node.kind != Node::Kind::statement || node.form != Node::Form::plain) return;
        for (std::size_t i = 0; i + 1 < node.children.size(); ++i) {
            const Node& parameters = node.children[i];
            const Node& body = node.children[i + 1];
            if (parameters.kind != Node::Kind::list || parameters.begin < 2) continue;
            if (body.kind != Node::Kind::sequence) continue;
            const auto found =
                lists.find({reading.tokens()[parameters.begin - 2].text, parameters.children.size()});
            if (found != lists.end()) add_parameters(reading, parameters, body, found->second, changes);
        }
    });
}

}  // namespace

void remove_parameters(TextSearch& search) {
    offer_each(search, propose_parameters);
}

void remove_items(TextSearch& search) {
    remove_runs(search, lists_as_rows);
}

}  // namespace musimd::differential::text
