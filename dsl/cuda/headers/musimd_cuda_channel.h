// What a program of CUDA C++ and the machine that runs its kernels tell each other: messages over a socket, and
// device memory that both have. The program's side is musimd_cuda_runtime.cu.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace musimd_cuda {

/// The variable with the descriptors of the socket, of device memory, and of its flags: `3,4,5`.
constexpr const char *kVariable = "MUSIMD_CUDA_CHANNEL";

/// Device memory begins at this address of the program. Addresses are not used twice.
constexpr std::uint64_t kDeviceBase = 0x200000000000u;
constexpr std::uint64_t kDeviceAddresses = std::uint64_t{1} << 41;
/// What may be allocated at once, in bytes; what the device says that it has; and what may be written, since only
/// that takes memory of the host.
constexpr std::uint64_t kReservedBytes = std::uint64_t{80} << 30;
constexpr std::uint64_t kDeviceBytes = std::uint64_t{4} << 30;
constexpr std::uint64_t kUsedBytes = std::uint64_t{4} << 30;
/// A byte of flags for each byte of memory: whether it has been written.
constexpr char kWritten = 1;

/// Messages begin with their number of bytes, a u32, and their kind.
constexpr std::uint32_t kMaxBytes = 1u << 26;
enum class Message : std::uint32_t {
    kernel,   ///< program: module, name. Machine: error, the bytes of each argument
    launch,   ///< program: see runtime. Machine: error, what the kernel prints, whether there is something to watch
    finding,  ///< program: kind, whether it is an error, text, place. No answer
    module,   ///< program: file, text or nothing. Machine: error, reason, number, kernels, variables with bytes
    compile,  ///< program: text of a module. Machine: error of NVRTC, log, kernels, named functions and variables
    allocated,  ///< program: address, bytes, whether it is the host's, the function, place. No answer
    freed,      ///< program: address, whether it could be, the function, place. No answer
    task,       ///< program: stream, the function, number of ranges: address, bytes, whether written; place. No answer
    order,      ///< program: what (StreamCall), two numbers. No answer
    watched,    ///< Machine: number of ranges of device memory: address, bytes, whether reads are watched too
    touched,    ///< program: address, whether it is written, place. Machine: whether to go on watching its page
};

/// What orders tasks of streams. Stream 0 is the default stream, 1 that of the thread.
enum class StreamCall : std::uint32_t {
    non_blocking,  ///< a stream
    record,        ///< an event, in a stream
    wait,          ///< a stream for an event
    host_event,    ///< the host waits for an event
    host_stream,   ///< for a stream
    host_all,      ///< for all streams
    host_function  ///< from here on the host is a function of a stream; ~0: no longer
};

/// The first line of a module's text, and its last one; see kernels/cuda/program/module_image.hpp.
constexpr const char *kModuleBegin = "// a module of musimd";
constexpr const char *kModuleEnd = "//musimd-end";

/// The variable of musimd_textures.h with all texels, as the linker sees it.
constexpr const char *kTexels = "_ZL13musimd_texels";

class Writer {
  public:
    Writer() = default;  ///< an answer has no kind
    explicit Writer(Message kind) { number(static_cast<std::uint32_t>(kind)); }
    void number(std::uint64_t n) { bytes_.append(reinterpret_cast<const char *>(&n), sizeof n); }
    void text(const std::string &t) {
        number(t.size());
        bytes_ += t;
    }
    const std::string &bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

/// What is missing is read as 0 or as empty, and noted.
class Reader {
  public:
    explicit Reader(std::string bytes) : bytes_(bytes) {}
    std::uint64_t number() {
        std::uint64_t n = 0;
        if (bytes_.size() - at_ < sizeof n) {
            good_ = false;
            return 0;
        }
        std::memcpy(&n, bytes_.data() + at_, sizeof n);
        at_ += sizeof n;
        return n;
    }
    std::string text() {
        const std::uint64_t size = number();
        if (bytes_.size() - at_ < size) {
            good_ = false;
            return {};
        }
        at_ += size;
        return bytes_.substr(at_ - size, size);
    }
    bool good() const { return good_; }

  private:
    std::string bytes_;
    std::size_t at_ = 0;
    bool good_ = true;
};

}  // namespace musimd_cuda
