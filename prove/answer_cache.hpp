#pragma once

#include <set>
#include <string>

#include "host/cache.hpp"

namespace musimd::prove {

/// The questions of a kernel that were impossible in an earlier run. Only these are kept: of others, a run
/// needs the model, or more time may decide. What identifies a question is its whole text and the solvers.
class AnswerCache {
  public:
    /// Keeps nothing.
    AnswerCache() = default;
    /// `kernel`: its file and name, which find the entry, not the answers in it. `solvers`: their names.
    AnswerCache(host::Cache cache, const std::string& kernel, const std::string& solvers);

    bool contains(const std::string& question);
    void add(const std::string& question);
    /// With those of earlier runs; does nothing if all were known.
    void write() const;

  private:
    std::string hash_of(const std::string& question) const;

    host::Cache cache_;
    std::string solvers_;  ///< with their versions
    std::string entry_;
    std::set<std::string> known_, used_;
};

}  // namespace musimd::prove
