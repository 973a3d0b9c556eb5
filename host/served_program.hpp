#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// A program that another process serves: both share memory, and talk over a socket.

namespace musimd::host {

/// Memory that two processes map. Pages that nobody has touched take no room.
class SharedFile {
  public:
    explicit SharedFile(std::uint64_t bytes);
    ~SharedFile();
    SharedFile(const SharedFile&) = delete;
    SharedFile& operator=(const SharedFile&) = delete;

    /// Null if the system has no room.
    char* data() const { return data_; }
    std::uint64_t size() const { return bytes_; }
    int file() const { return file_; }

  private:
    std::uint64_t bytes_;
    int file_ = -1;
    char* data_ = nullptr;
};

class ServedProgram {
  public:
    struct Setting {
        std::vector<std::string> words;  ///< the program and its arguments
        std::string variable;            ///< is set to the descriptors: of the socket, of each file
        std::vector<const SharedFile*> files;
        std::string output_file;  ///< standard output; empty: that of this process
    };
    enum class End : std::uint8_t { exited, signalled, timed_out, not_started, interrupted };
    struct Ending {
        End end = End::exited;
        int status = 0;  ///< or the signal
    };

    explicit ServedProgram(const Setting& setting);
    /// Kills the program.
    ~ServedProgram();
    ServedProgram(const ServedProgram&) = delete;
    ServedProgram& operator=(const ServedProgram&) = delete;

    /// Answers the program's messages until it ends. A message begins with its size, a u32. An answer that
    /// is nothing is not sent. The limit is of the time between two messages; longer messages than
    /// `most_bytes` end the program, and so does `interrupt` once it is true.
    using Answer = std::function<std::optional<std::string>(const std::string& message)>;
    Ending serve(const Answer& answer, std::chrono::milliseconds limit, std::uint32_t most_bytes,
                 const std::atomic<bool>* interrupt = nullptr);

  private:
    enum class Got : std::uint8_t { bytes, end, nothing };
    Got receive(void* to, std::size_t bytes, std::chrono::steady_clock::time_point last) const;
    bool send(const std::string& bytes) const;
    bool is_interrupted() const { return interrupt_ != nullptr && *interrupt_; }
    Ending wait(std::chrono::steady_clock::time_point last);

    pid_t process_ = 0;
    int socket_ = -1;
    const std::atomic<bool>* interrupt_ = nullptr;
};

}  // namespace musimd::host
