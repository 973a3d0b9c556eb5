#include "cli/fuzz/implementation_options.hpp"

namespace musimd::cli {
namespace {

constexpr Integer kDefaultImplementationMemory = 4096;
constexpr Integer kMaxImplementationMemory = 1'048'576;

}  // namespace

std::optional<foreign::ImplementationSetting> read_implementation_options(const Options& options,
                                                                          std::int64_t seconds) {
    using Setting = foreign::ImplementationSetting;
    const auto command = options.text("impl");
    const auto server = options.text("impl-server");
    if (command && server) throw exclusive("impl", "impl-server");
    if (!command && !server) {
        for (const char* other : {"impl-format", "impl-memory"})
            if (options.has(other))
                throw UsageError(std::string("'--") + other + "' needs '--impl' or '--impl-server'");
        return std::nullopt;
    }
    if (command && command->find("{}") == std::string::npos)
        throw invalid_value("impl", *command, "expected {} in it, which is replaced by the program's file");
    Setting setting;
    setting.command = command ? *command : *server;
    setting.form = command ? Setting::Form::command : Setting::Form::server;
    if (options.choice("impl-format").value_or("asm") == "json") setting.format = Setting::Format::json;
    setting.limit = std::chrono::seconds(seconds);
    setting.memory = static_cast<std::uint64_t>(options.integer("impl-memory", 0, kMaxImplementationMemory)
                                                    .value_or(kDefaultImplementationMemory))
                     << 20;
    return setting;
}

}  // namespace musimd::cli
