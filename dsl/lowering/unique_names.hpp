#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace musimd::dsl {

/// Names of a program: identifiers, each other than those before, and not reserved words.
class UniqueNames {
  public:
    /// The wanted name, or a similar one.
    std::string next(std::string_view wanted);

  private:
    std::set<std::string, std::less<>> taken_;
    std::map<std::string, int, std::less<>> next_numbers_;  ///< by name: those below are taken
};

}  // namespace musimd::dsl
