#pragma once

#include <functional>
#include <string>
#include <vector>

namespace musimd::cli {

/// How the outputs for several files are separated.
enum class Separation {
    none,     ///< each line names its file, or nothing is printed
    headers,  ///< `==> FILE <==`, and a blank line between two
    array,    ///< the elements of one JSON array; bad input is one of them
};

/// Processes each file in order, and returns the worst of the statuses: interrupted, bad input, failed, the
/// limit, ok. Of several files, one with bad input is reported and the others are still processed; for a
/// single file, nothing else is printed and its error is rethrown. Throws UsageError if standard input is
/// named twice.
int for_each_file(const std::vector<std::string>& files, std::string_view command, Separation separation,
                  const std::function<int(const std::string& file)>& work);

}  // namespace musimd::cli
