#include "cli/command/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/command/failure.hpp"

namespace musimd::cli {
namespace {

bool is_special(const std::string& name) {
    std::error_code ignored;
    const auto status = std::filesystem::status(name, ignored);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

}  // namespace

OutputFile::OutputFile(std::string name)
    : name_(std::move(name)),
      written_(is_special(name_) ? name_ : name_ + ".part"),
      stream_(std::fopen(written_.c_str(), "wb"), std::fclose) {
    if (stream_ == nullptr) throw InputError(name_, std::strerror(errno));
}

OutputFile::~OutputFile() {
    if (stream_ == nullptr) return;
    stream_.reset();
    if (written_ != name_) std::remove(written_.c_str());
}

void OutputFile::fail(int error) {
    throw InputError(name_, std::strerror(error));
}

void OutputFile::write(std::string_view piece) {
    if (std::fwrite(piece.data(), 1, piece.size(), stream_.get()) != piece.size()) fail(errno);
}

void OutputFile::finish() {
    if (std::fflush(stream_.get()) != 0) fail(errno);
    if (written_ != name_ && std::rename(written_.c_str(), name_.c_str()) != 0) fail(errno);
    stream_.reset();
}

}  // namespace musimd::cli
