#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace musimd::cli {

/// A file that a command writes. Until it is complete, it is FILE.part; what is not a regular file, as a pipe
/// or a device, is written directly. All members throw InputError if writing fails, as on a full disk.
class OutputFile {
  public:
    explicit OutputFile(std::string name);
    /// Removes what is not complete.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view piece);
    /// The file is complete.
    void finish();

  private:
    [[noreturn]] void fail(int error);

    std::string name_;
    std::string written_;  ///< the name under which it is written
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
};

}  // namespace musimd::cli
