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

/// The name of variables that hold a value within a statement.
inline constexpr std::string_view kTemporaryName = "t";

/// Whether a variable of a lowered kernel is `t`, `t2`, `t3`, … and its source has no such word.
bool is_temporary(std::string_view variable, std::string_view source);

}  // namespace musimd::dsl
