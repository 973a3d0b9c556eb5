#include "cli/kernels/cuda_prove_words.hpp"

#include <fmt/format.h>

namespace musimd::cli {

using prove::Kind;
using prove::Verdict;

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::race:
            return "race";
        case Kind::barrier:
            return "barrier";
        case Kind::bounds:
            return "bounds";
        case Kind::assertion:
            break;
    }
    return "assertion";
}

std::string_view claim_of(Kind kind) {
    switch (kind) {
        case Kind::race:
            return "no race";
        case Kind::barrier:
            return "every barrier is uniform";
        case Kind::bounds:
            return "accesses are within their arrays";
        case Kind::assertion:
            break;
    }
    return "assertions hold";
}

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::proved:
            return "proved";
        case Verdict::refuted:
            return "refuted";
        case Verdict::unknown:
            break;
    }
    return "unknown";
}

std::string what_of(const prove::Obligation& o) {
    std::string text(name_of(o.kind));
    if (!o.array.empty() && o.kind != Kind::barrier) text += " of " + o.array;
    if (o.other.line != 0 && o.other.line != o.line.line) text += fmt::format(" with line {}", o.other.line);
    if (o.kind == Kind::race) text += o.level == prove::Level::block ? ", in a block" : ", of two blocks";
    return text;
}

}  // namespace musimd::cli
