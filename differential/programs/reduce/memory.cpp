#include <algorithm>

#include "differential/programs/reduce/edit.hpp"
#include "differential/programs/reduce/passes.hpp"

namespace musimd::differential {
namespace {

// The list's elements, all at once and then one by one from the end.
template <typename List>
void drop_elements(Search& search, List Program::*list) {
    if ((search.program().*list).size() > 1) {
        Program candidate = search.program();
        (candidate.*list).clear();
        if (search.offer_program(std::move(candidate))) return;
    }
    for (std::size_t i = (search.program().*list).size(); i-- > 0;) {
        Program candidate = search.program();
        (candidate.*list).erase((candidate.*list).begin() + static_cast<std::ptrdiff_t>(i));
        search.offer_program(std::move(candidate));
    }
}

// Offers element i of the list with a member nearer to a value, until no candidate is accepted.
template <typename List, typename Read, typename Write>
void shrink_member(Search& search, List Program::*list, std::size_t i, Value target, Read read, Write write) {
    for (bool taken = true; taken;) {
        taken = false;
        for (const Value value : towards(read((search.program().*list)[i]), target)) {
            Program candidate = search.program();
            write((candidate.*list)[i], value);
            taken = search.offer_program(std::move(candidate));
            if (taken) break;
        }
    }
}

template <typename List, typename Element>
void shrink_member(Search& search, List Program::*list, std::size_t i, Value target, Value Element::*member) {
    shrink_member(
        search, list, i, target, [=](const Element& e) { return e.*member; },
        [=](Element& e, Value value) { e.*member = value; });
}

// Fewer words at the end.
void shrink_count(Search& search, std::size_t i) {
    shrink_member(
        search, &Program::preloads, i, 1, [](const Preload& p) { return p.count; },
        [](Preload& p, Value count) {
            p.count = count;
            if (!p.words.empty()) p.words.resize(static_cast<std::size_t>(count));
        });
}

// Fewer words at the beginning.
void shrink_front(Search& search, std::size_t i) {
    shrink_member(
        search, &Program::preloads, i, 1, [](const Preload& p) { return p.count; },
        [](Preload& p, Value count) {
            const std::int64_t gone = p.count - count;
            if (!p.words.empty()) p.words.erase(p.words.begin(), p.words.begin() + gone);
            p.start = static_cast<Value>(Integer{p.start} + Integer{p.step} * gone);
            p.address += gone;
            p.count = count;
        });
}

// Sets all words to 0, else one at a time.
void shrink_words(Search& search, std::size_t i) {
    Program zeros = search.program();
    Preload& preload = zeros.preloads[i];
    preload.words.clear();
    preload.start = preload.step = 0;
    if (search.offer_program(std::move(zeros))) return;
    shrink_member(search, &Program::preloads, i, 0, &Preload::step);
    shrink_member(search, &Program::preloads, i, 0, &Preload::start);
    for (std::size_t word = 0; word < search.program().preloads[i].words.size(); ++word) {
        shrink_member(
            search, &Program::preloads, i, 0, [=](const Preload& p) { return p.words[word]; },
            [=](Preload& p, Value value) { p.words[word] = value; });
    }
}

}  // namespace

void drop_memory(Search& search) {
    drop_elements(search, &Program::preloads);
    drop_elements(search, &Program::buffers);
}

void shrink_preloads(Search& search) {
    for (std::size_t i = search.program().preloads.size(); i-- > 0;) {
        shrink_count(search, i);
        shrink_front(search, i);
        shrink_words(search, i);
        shrink_member(search, &Program::preloads, i, 0, &Preload::address);
    }
}

void shrink_buffers(Search& search) {
    for (std::size_t i = search.program().buffers.size(); i-- > 0;) {
        shrink_member(search, &Program::buffers, i, 0, &Buffer::count);
        shrink_member(search, &Program::buffers, i, 0, &Buffer::address);
    }
}

void drop_expectations(Search& search) {
    drop_elements(search, &Program::expectations);
    drop_elements(search, &Program::covers);
}

}  // namespace musimd::differential
