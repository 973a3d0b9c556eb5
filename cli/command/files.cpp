#include "cli/command/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"

namespace musimd::cli {
namespace {

int worse(int a, int b) {
    constexpr int kBySeverity[] = {kInterrupted, kBadInput, kFailed, kLimit, kOk};
    for (const int status : kBySeverity) {
        if (a == status || b == status) return status;
    }
    return a;
}

int work_on(const std::string& file, std::string_view command, bool json,
            const std::function<int(const std::string& file)>& work) {
    try {
        return work(file);
    } catch (...) {
        print_failure(current_failure(command), json, display_name(file));
        return kBadInput;
    }
}

}  // namespace

int for_each_file(const std::vector<std::string>& files, std::string_view command, Separation separation,
                  const std::function<int(const std::string& file)>& work) {
    if (std::ranges::count(files, "-") > 1) throw UsageError("standard input (-) can be read only once");
    if (files.size() == 1) return work(files[0]);
    const bool array = separation == Separation::array;
    int status = kOk;
    bool first = true;
    for (const std::string& file : files) {
        if (array) std::cout << (first ? "[\n" : ",\n");
        if (separation == Separation::headers)
            std::cout << fmt::format("{}==> {} <==\n", first ? "" : "\n", display_name(file));
        first = false;
        status = worse(status, work_on(file, command, array, work));
        if (status == kInterrupted) break;
    }
    if (array) std::cout << "]\n";
    return status;
}

}  // namespace musimd::cli
