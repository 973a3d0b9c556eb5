#include "dsl/spmd/error.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

namespace musimd::spmd {
namespace {

std::string format_error(const ErrorDetails& details) {
    std::string where = details.file;
    if (details.line != 0) where += fmt::format(":{}", details.line);
    if (!where.empty()) where += ": ";
    std::string text = where + "error: ";
    if (!details.trap.empty()) text += details.trap + ": ";
    if (details.element >= 0) text += fmt::format("element {}: ", details.element);
    text += details.message;
    if (!details.kernel.empty()) text += fmt::format(" [kernel {}]", details.kernel);
    return text;
}

struct Handler {
    std::mutex mutex;
    ErrorHandler handler = exit_on_error;
};

Handler& current() {
    static Handler handler;
    return handler;
}

}  // namespace

Error::Error(ErrorDetails details)
    : std::runtime_error(format_error(details)), details_(std::move(details)) {}

ErrorHandler on_error(ErrorHandler handler) {
    const std::lock_guard lock(current().mutex);
    return std::exchange(current().handler, std::move(handler));
}

void exit_on_error(const Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "{}\n", error.what());
    std::exit(1);
}

void throw_error(const Error& error) {
    throw error;
}

void handle(const Error& error) {
    ErrorHandler handler;
    {
        const std::lock_guard lock(current().mutex);
        handler = current().handler;
    }
    handler(error);
}

}  // namespace musimd::spmd
