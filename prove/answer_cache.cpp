#include "prove/answer_cache.hpp"

#include <sstream>

#include "host/compiler.hpp"

namespace musimd::prove {
namespace {

/// Changes when a solver is given other options, or its answers are read in another way.
constexpr const char* kForm = "questions 1";
constexpr std::size_t kMaxAnswers = 20'000;

}  // namespace

AnswerCache::AnswerCache(host::Cache cache, const std::string& kernel, const std::string& solvers)
    : cache_(std::move(cache)), solvers_(kForm) {
    std::istringstream names(solvers);
    for (std::string name; names >> name;) solvers_ += " " + host::version_of({name});
    entry_ = host::Cache::key(kernel, solvers_) + ".answers";
    std::istringstream hashes(cache_.read(entry_).value_or(""));
    for (std::string hash; hashes >> hash;) known_.insert(hash);
}

std::string AnswerCache::hash_of(const std::string& question) const {
    return host::Cache::key(question, solvers_);
}

bool AnswerCache::contains(const std::string& question) {
    const std::string hash = entry_.empty() ? "" : hash_of(question);
    if (!known_.contains(hash)) return false;
    used_.insert(hash);
    return true;
}

void AnswerCache::add(const std::string& question) {
    if (!entry_.empty()) used_.insert(hash_of(question));
}

void AnswerCache::write() const {
    std::set<std::string> all = used_;
    // Those of runs with other options stay, until there are too many.
    if (used_.size() + known_.size() <= kMaxAnswers) all.insert(known_.begin(), known_.end());
    if (all.empty() || all == known_) return;
    std::string text;
    for (const std::string& hash : all) text += hash + "\n";
    cache_.keep(entry_, text);
}

}  // namespace musimd::prove
