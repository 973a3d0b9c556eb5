// CUDA's runtime for a program whose kernels run on the machine: compiled with the program, for the host. Every call
// ends before it returns, so that streams and events are in order. Kernels run in another process, which has the
// same device memory. Host code cannot access it but by the runtime: the pages are mapped twice, and are protected
// where the program sees them, unless they are managed or the host's.
// Options of the user are for warnings of the program.
#pragma clang diagnostic ignored "-Weverything"
#include <cuda_runtime.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <musimd_cuda_channel.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#undef __noinline__
namespace {

using namespace musimd_cuda;

constexpr std::uint64_t kPage = 4096;

[[noreturn]] void give_up(const char *why) {
    fprintf(stderr, "musimd cuda: error: %s\n", why);
    _exit(2);
}

// ---- device memory

struct Allocation {
    std::uint64_t bytes;
    cudaMemoryType type;
};

/// What a `__device__`, `__constant__` or `__managed__` variable is.
struct Symbol {
    std::string name;
    std::uint64_t address;
    std::uint64_t bytes;
};

class Machine {
  public:
    Machine() {
        const char *channel = getenv(kVariable);
        int memory = -1, flags = -1;
        if (channel == nullptr || sscanf(channel, "%d,%d,%d", &socket_, &memory, &flags) != 3)
            give_up("this program runs its kernels by 'musimd cuda', which has to start it");
        const int shared = MAP_SHARED | MAP_NORESERVE;
        void *const at = reinterpret_cast<void *>(kDeviceBase);
        void *const seen = mmap(at, kDeviceAddresses, PROT_NONE, shared | MAP_FIXED_NOREPLACE, memory, 0);
        void *const own = mmap(nullptr, kDeviceAddresses, PROT_READ | PROT_WRITE, shared, memory, 0);
        void *const written = mmap(nullptr, kDeviceAddresses, PROT_READ | PROT_WRITE, shared, flags, 0);
        if (seen != at || own == MAP_FAILED || written == MAP_FAILED) give_up("device memory could not be mapped");
        own_ = static_cast<char *>(own);
        written_ = static_cast<char *>(written);
        memory_ = memory;
        flags_ = flags;
    }

    // ---- allocations

    std::uint64_t allocate(std::uint64_t bytes, cudaMemoryType type) {
        if (bytes > kReservedBytes || used_ + bytes > kReservedBytes) return 0;
        const bool is_host = type != cudaMemoryTypeDevice;
        if (is_host && !may_use(end_, bytes)) return 0;  // all of it counts as written
        if (is_host) end_ = (end_ + kPage - 1) / kPage * kPage;
        const std::uint64_t unit = is_host ? kPage : 256;
        const std::uint64_t room = (bytes / unit + 2) * unit;  // something lies between two allocations
        if (end_ + room > kDeviceAddresses) return 0;
        const std::uint64_t address = kDeviceBase + end_;
        if (is_host) {
            mprotect(reinterpret_cast<void *>(address), room - unit, PROT_READ | PROT_WRITE);
            memset(written_ + end_, kWritten, bytes);
        }
        end_ += room;
        used_ += bytes;
        allocations_[address] = {bytes, type};
        return address;
    }

    /// Variables of the host become device memory, with the values that they have: pages of it are mapped where the
    /// variables are.
    void share(char *begin, char *end) {
        const std::uint64_t first = reinterpret_cast<std::uint64_t>(begin) / kPage * kPage;
        const std::uint64_t bytes = (reinterpret_cast<std::uint64_t>(end) - first + kPage - 1) / kPage * kPage;
        const std::uint64_t address = allocate(bytes, cudaMemoryTypeManaged);
        if (address == 0) give_up("device memory has no room for __managed__ variables");
        char *const at = reinterpret_cast<char *>(first);
        memcpy(reinterpret_cast<void *>(address), at, bytes);
        const auto offset = static_cast<off_t>(address - kDeviceBase);
        if (mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory_, offset) != at)
            give_up("__managed__ variables could not be mapped");
        allocations_.erase(address);  // each variable is one
        shared_ = {first, bytes, address};
    }

    /// The address of device memory that is mapped there; else the same.
    template <typename T>
    T *canonical(T *p) const {
        const std::uint64_t offset = reinterpret_cast<std::uint64_t>(p) - shared_.first;
        return offset < shared_.bytes ? reinterpret_cast<T *>(shared_.address + offset) : p;
    }

    /// The bytes of an argument, in which addresses of these variables become those of device memory.
    std::string argument(const void *bytes, std::uint64_t size) const {
        std::string result(static_cast<const char *>(bytes), size);
        for (std::size_t i = 0; i + sizeof(char *) <= size; i += sizeof(char *)) {
            char *p = nullptr;
            memcpy(&p, &result[i], sizeof p);
            p = canonical(p);
            memcpy(&result[i], &p, sizeof p);
        }
        return result;
    }

    /// A variable that is there is an allocation of its own.
    std::uint64_t add_shared(char *variable, std::uint64_t bytes) {
        const char *const at = canonical(variable);
        if (at == variable) return 0;
        allocations_[reinterpret_cast<std::uint64_t>(at)] = {bytes, cudaMemoryTypeManaged};
        return reinterpret_cast<std::uint64_t>(at);
    }

    bool free(const void *p, bool host) {
        const auto found = allocations_.find(reinterpret_cast<std::uint64_t>(p));
        if (found == allocations_.end() || (found->second.type == cudaMemoryTypeHost) != host) return false;
        const std::uint64_t bytes = found->second.bytes;
        const std::uint64_t from = (found->first - kDeviceBase + kPage - 1) / kPage * kPage;
        const std::uint64_t to = (found->first - kDeviceBase + bytes) / kPage * kPage;
        if (from < to) {
            mprotect(reinterpret_cast<void *>(kDeviceBase + from), to - from, PROT_NONE);
            for (const int file : {memory_, flags_})
                fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(from),
                          static_cast<off_t>(to - from));
        }
        used_ -= bytes;
        allocations_.erase(found);
        return true;
    }

    /// The allocation that has the address; null if there is no such.
    const Allocation *find(const void *p, std::uint64_t *begin = nullptr) const {
        const auto address = reinterpret_cast<std::uint64_t>(p);
        auto after = allocations_.upper_bound(address);
        if (after == allocations_.begin()) return nullptr;
        --after;
        if (address - after->first >= after->second.bytes && address != after->first) return nullptr;
        if (begin != nullptr) *begin = after->first;
        return &after->second;
    }

    static bool is_device(const void *p) {
        return reinterpret_cast<std::uint64_t>(p) - kDeviceBase < kDeviceAddresses;
    }

    bool has_room(const void *p, std::uint64_t bytes) const {
        std::uint64_t begin = 0;
        const Allocation *const in = find(p, &begin);
        return in != nullptr && reinterpret_cast<std::uint64_t>(p) - begin + bytes <= in->bytes;
    }

    // ---- bytes, of device memory or of the host's

    cudaError_t copy(void *to, const void *from, std::uint64_t bytes) {
        if (is_device(to) && !has_room(to, bytes)) return cudaErrorInvalidValue;
        if (is_device(from) && !has_room(from, bytes)) return cudaErrorInvalidValue;
        if (is_device(to) && !may_use(offset(to), bytes)) return cudaErrorMemoryAllocation;
        if (is_device(from) && !may_use(offset(from), bytes)) return cudaErrorMemoryAllocation;
        memmove(is_device(to) ? own(to) : to, is_device(from) ? own(from) : from, bytes);
        if (is_device(to) && is_device(from))
            memmove(written(to), written(from), bytes);
        else if (is_device(to))
            memset(written(to), kWritten, bytes);
        return cudaSuccess;
    }

    cudaError_t fill(void *p, int value, std::uint64_t bytes) {
        p = canonical(p);
        if (!is_device(p) || !has_room(p, bytes)) return cudaErrorInvalidValue;
        if (!may_use(offset(p), bytes)) return cudaErrorMemoryAllocation;
        memset(own(p), value, bytes);
        memset(written(p), kWritten, bytes);
        return cudaSuccess;
    }

    // ---- messages

    void send(const Writer &message) {
        const std::string &text = message.bytes();
        const auto size = static_cast<std::uint32_t>(text.size());
        if (text.size() > kMaxBytes || !put(&size, sizeof size) || !put(text.data(), text.size()))
            give_up("the machine does not answer");
    }

    Reader receive() {
        std::uint32_t size = 0;
        if (!get(&size, sizeof size) || size > kMaxBytes) give_up("the machine does not answer");
        std::string text(size, '\0');
        if (!get(&text[0], size)) give_up("the machine does not answer");
        return Reader(text);
    }

    std::uint64_t used() const { return used_; }
    const std::map<std::uint64_t, Allocation> &allocations() const { return allocations_; }

    std::map<const void *, std::string> kernels;
    std::map<const void *, Symbol> symbols;
    cudaError_t last = cudaSuccess;
    bool is_broken = false;  // a kernel failed: `last` stays

  private:
    static std::uint64_t offset(const void *p) { return reinterpret_cast<std::uint64_t>(p) - kDeviceBase; }
    char *own(const void *p) const { return own_ + offset(p); }
    char *written(const void *p) const { return written_ + offset(p); }

    /// Whether the host has memory for these bytes, of which some may be in use. Few bytes are not counted.
    bool may_use(std::uint64_t from, std::uint64_t bytes) const {
        constexpr std::uint64_t kFew = 1 << 16, kUnit = 512;
        struct stat file = {};
        if (bytes < kFew || fstat(memory_, &file) != 0) return true;
        const std::uint64_t used = static_cast<std::uint64_t>(file.st_blocks) * kUnit;
        if (used + bytes <= kUsedBytes) return true;
        const auto end = static_cast<off_t>(from + bytes);
        std::uint64_t added = bytes;
        for (off_t at = lseek(memory_, static_cast<off_t>(from), SEEK_DATA); at >= 0 && at < end;) {
            const off_t hole = std::min(lseek(memory_, at, SEEK_HOLE), end);
            added -= static_cast<std::uint64_t>(hole - at);
            at = lseek(memory_, hole, SEEK_DATA);
        }
        return used + added <= kUsedBytes;
    }

    bool put(const void *from, std::size_t bytes) const {
        for (std::size_t done = 0; done < bytes;) {
            const ssize_t n = write(socket_, static_cast<const char *>(from) + done, bytes - done);
            if (n <= 0 && errno != EINTR) return false;
            if (n > 0) done += static_cast<std::size_t>(n);
        }
        return true;
    }

    bool get(void *to, std::size_t bytes) const {
        for (std::size_t done = 0; done < bytes;) {
            const ssize_t n = read(socket_, static_cast<char *>(to) + done, bytes - done);
            if (n == 0 || (n < 0 && errno != EINTR)) return false;
            if (n > 0) done += static_cast<std::size_t>(n);
        }
        return true;
    }

    /// Pages of the host that are device memory.
    struct Shared {
        std::uint64_t first = 0, bytes = 0, address = 0;
    };

    int socket_ = -1, memory_ = -1, flags_ = -1;
    Shared shared_;
    char *own_ = nullptr;
    char *written_ = nullptr;
    std::uint64_t end_ = kPage;
    std::uint64_t used_ = 0;
    std::map<std::uint64_t, Allocation> allocations_;
};

void host_access(int, siginfo_t *info, void *) {
    signal(SIGSEGV, SIG_DFL);
    if (!Machine::is_device(info->si_addr)) return;  // it happens again, and ends the program
    char text[200];
    const int n = snprintf(text, sizeof text,
                           "musimd cuda: error: host code uses device memory, at %p; copy it by cudaMemcpy, or "
                           "allocate it by cudaMallocManaged\n",
                           info->si_addr);
    if (n > 0) (void)!write(2, text, static_cast<std::size_t>(n));
}

// The section of `__managed__` variables, which may be missing, and the program.
extern "C" char __start_musimd_managed[] __attribute__((weak));
extern "C" char __stop_musimd_managed[] __attribute__((weak));
extern "C" const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

/// Shares `__managed__` variables. The compiler registers none, but the program has a table of their names.
void add_managed(Machine &m) {
    if (__start_musimd_managed == __stop_musimd_managed) return;
    m.share(__start_musimd_managed, __stop_musimd_managed);
    const int file = open("/proc/self/exe", O_RDONLY);
    const off_t size = lseek(file, 0, SEEK_END);
    const void *const all = mmap(nullptr, static_cast<size_t>(size), PROT_READ, MAP_PRIVATE, file, 0);
    if (file < 0 || all == MAP_FAILED) give_up("the names of __managed__ variables cannot be read");
    const char *const program = static_cast<const char *>(all);
    const auto *const head = reinterpret_cast<const Elf64_Ehdr *>(program);
    const auto *const sections = reinterpret_cast<const Elf64_Shdr *>(program + head->e_shoff);
    const std::uint64_t moved = head->e_type == ET_DYN ? reinterpret_cast<std::uint64_t>(__ehdr_start) : 0;
    for (unsigned i = 0; i < head->e_shnum; ++i) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const char *const names = program + sections[sections[i].sh_link].sh_offset;
        const auto *const symbols = reinterpret_cast<const Elf64_Sym *>(program + sections[i].sh_offset);
        for (std::uint64_t k = 0; k < sections[i].sh_size / sizeof(Elf64_Sym); ++k) {
            const Elf64_Sym &symbol = symbols[k];
            char *const at = reinterpret_cast<char *>(symbol.st_value + moved);
            if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || at < __start_musimd_managed ||
                at >= __stop_musimd_managed)
                continue;
            m.symbols[at] = {names + symbol.st_name, m.add_shared(at, symbol.st_size), symbol.st_size};
        }
    }
    munmap(const_cast<void *>(all), static_cast<size_t>(size));
    close(file);
}

Machine &machine() {
    static Machine *const the = [] {
        struct sigaction action = {};
        action.sa_sigaction = host_access;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGSEGV, &action, nullptr);
        auto *const machine = new Machine;  // never deleted: destructors of the program's objects may use it
        add_managed(*machine);
        return machine;
    }();
    return *the;
}

/// Threads of the host take turns: from here to the end of the scope.
struct Turn {
    Turn() { one().lock(); }
    ~Turn() { one().unlock(); }
    Turn(const Turn &) = delete;

  private:
    static std::recursive_mutex &one() {
        static auto *const the = new std::recursive_mutex;  // calls come until the very end
        return *the;
    }
};

/// The result of a call; errors are reported to the machine.
cudaError_t done(cudaError_t error, const char *function) {
    const Turn turn;
    if (error == cudaSuccess) return machine().is_broken ? machine().last : cudaSuccess;
    if (!machine().is_broken) machine().last = error;
    Writer message(Message::mistake);
    message.text(function);
    message.number(error);
    std::string name = cudaGetErrorName(error);
    if (error == cudaErrorMemoryAllocation)
        name += ": " + std::to_string(kReservedBytes >> 30) + " GiB may be allocated, and " +
                std::to_string(kUsedBytes >> 30) + " GiB of them written or read by the host";
    message.text(name);
    machine().send(message);
    return error;
}

cudaError_t launch(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, bool cooperative) {
    const Turn turn;
    Machine &m = machine();
    const char *const function = cooperative ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel";
    if (m.is_broken) return m.last;
    const auto found = m.kernels.find(kernel);
    if (found == m.kernels.end()) return done(cudaErrorInvalidDeviceFunction, function);
    fflush(stdout);
    Writer question(Message::kernel);
    question.text(found->second);
    m.send(question);
    Reader sizes = m.receive();
    if (const auto error = static_cast<cudaError_t>(sizes.number())) {
        m.is_broken = true;
        return m.last = error;
    }
    Writer message(Message::launch);
    for (const unsigned d : {grid.x, grid.y, grid.z, block.x, block.y, block.z}) message.number(d);
    message.number(shared);
    message.number(cooperative);
    const std::uint64_t count = sizes.number();
    message.number(count);
    for (std::uint64_t i = 0; i < count; ++i) message.text(m.argument(arguments[i], sizes.number()));
    message.number(m.allocations().size());
    for (const auto &[address, allocation] : m.allocations()) {
        message.number(address);
        message.number(allocation.bytes);
    }
    message.number(m.symbols.size());
    for (const auto &[variable, symbol] : m.symbols) {
        message.text(symbol.name);
        message.number(symbol.address);
        message.number(symbol.bytes);
    }
    m.send(message);
    Reader answer = m.receive();
    const auto error = static_cast<cudaError_t>(answer.number());
    const std::string printed = answer.text();
    fwrite(printed.data(), 1, printed.size(), stdout);
    fflush(stdout);
    if (error == cudaSuccess) return cudaSuccess;
    m.is_broken = error != cudaErrorInvalidConfiguration;
    return m.last = error;
}

struct Configuration {
    dim3 grid, block;
    size_t shared;
    void *stream;
};
std::vector<Configuration> &configurations() {
    static thread_local std::vector<Configuration> the;
    return the;
}

double milliseconds() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace

struct CUstream_st {
    int number;
};
struct CUevent_st {
    double at;
};
struct CUmemPoolHandle_st {
    std::uint64_t release_threshold;
};

static cudaMemPool_t default_pool() {
    static CUmemPoolHandle_st the = {0};
    return &the;
}
static cudaMemPool_t &current_pool() {
    static cudaMemPool_t the = default_pool();
    return the;
}

// ---- what the compiler calls

extern "C" {
void **__cudaRegisterFatBinary(void *) {
    static void *handle;
    return &handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
int __cudaRegisterFunction(void **, const void *stub, char *, const char *name, int, uint3 *, uint3 *, dim3 *, dim3 *,
                           int *) {
    machine().kernels[stub] = name;
    return 0;
}
void __cudaRegisterVar(void **, char *variable, char *, const char *name, int, size_t bytes, int, int) {
    machine().symbols[variable] = {name, machine().allocate(bytes, cudaMemoryTypeDevice), bytes};
}
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream) {
    configurations().push_back({grid, block, shared, stream});
    return 0;
}
unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
    const Configuration last = configurations().back();
    configurations().pop_back();
    *grid = last.grid;
    *block = last.block;
    *shared = last.shared;
    *static_cast<void **>(stream) = last.stream;
    return 0;
}

// ---- launches

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t) {
    return launch(kernel, grid, block, arguments, shared, false);
}
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                        cudaStream_t) {
    return launch(kernel, grid, block, arguments, shared, true);
}
cudaError_t musimd_cuda_function(const void *kernel, const char *function) {
    const Turn turn;
    return done(machine().kernels.count(kernel) == 0 ? cudaErrorInvalidDeviceFunction : cudaSuccess, function);
}

// ---- memory

cudaError_t musimd_cuda_allocate(void **p, size_t bytes, cudaMemoryType type, const char *function) {
    if (p == nullptr) return done(cudaErrorInvalidValue, function);
    *p = nullptr;
    if (bytes == 0) return done(cudaSuccess, function);
    const Turn turn;
    const std::uint64_t address = machine().allocate(bytes, type);
    *p = reinterpret_cast<void *>(address);
    return done(address == 0 ? cudaErrorMemoryAllocation : cudaSuccess, function);
}
cudaError_t cudaFree(void *p) {
    const Turn turn;
    return done(p == nullptr || machine().free(p, false) ? cudaSuccess : cudaErrorInvalidValue, "cudaFree");
}
cudaError_t cudaFreeAsync(void *p, cudaStream_t) {
    return cudaFree(p);
}
cudaError_t cudaFreeHost(void *p) {
    const Turn turn;
    return done(p == nullptr || machine().free(p, true) ? cudaSuccess : cudaErrorInvalidValue, "cudaFreeHost");
}
cudaError_t cudaHostRegister(void *, size_t, unsigned flags) {  // kernels do not see it
    return done(flags & cudaHostRegisterMapped ? cudaErrorNotSupported : cudaSuccess, "cudaHostRegister");
}
cudaError_t cudaHostUnregister(void *) {
    return cudaSuccess;
}
cudaError_t musimd_cuda_symbol(const void *symbol, void **p, size_t *bytes, const char *function) {
    const Turn turn;
    const auto found = machine().symbols.find(symbol);
    if (found == machine().symbols.end()) return done(cudaErrorInvalidSymbol, function);
    *p = reinterpret_cast<void *>(found->second.address);
    *bytes = found->second.bytes;
    return done(cudaSuccess, function);
}

static cudaError_t copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, const char *function) {
    const Turn turn;
    to = machine().canonical(to);
    from = machine().canonical(from);
    if (bytes == 0) return done(cudaSuccess, function);
    if (to == nullptr || from == nullptr) return done(cudaErrorInvalidValue, function);
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const auto is_wrong = [&](const void *p, bool device) {
        const Allocation *const in = machine().find(p);
        if (device) return in == nullptr;
        return Machine::is_device(p) && in != nullptr && in->type == cudaMemoryTypeDevice;
    };
    if (kind != cudaMemcpyDefault && (is_wrong(to, to_device) || is_wrong(from, from_device)))
        return done(cudaErrorInvalidValue, function);
    return done(machine().copy(to, from, bytes), function);
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    return copy(to, from, bytes, kind, "cudaMemcpy");
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
    return copy(to, from, bytes, kind, "cudaMemcpyAsync");
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
    if (width > to_pitch || width > from_pitch) return done(cudaErrorInvalidValue, "cudaMemcpy2D");
    for (size_t row = 0; row < height; ++row) {
        char *const at = static_cast<char *>(to) + row * to_pitch;
        const char *const source = static_cast<const char *>(from) + row * from_pitch;
        if (cudaError_t error = copy(at, source, width, kind, "cudaMemcpy2D")) return error;
    }
    return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t) {
    return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
    if (to_device != 0 || from_device != 0) return done(cudaErrorInvalidDevice, "cudaMemcpyPeer");
    return copy(to, from, bytes, cudaMemcpyDeviceToDevice, "cudaMemcpyPeer");
}
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t) {
    return cudaMemcpyPeer(to, to_device, from, from_device, bytes);
}
static char *row_of(const cudaPitchedPtr &p, const cudaPos &position, size_t row, size_t slice) {
    const size_t rows = (position.z + slice) * p.ysize + position.y + row;
    return static_cast<char *>(p.ptr) + rows * p.pitch + position.x;
}
static bool has_rows(const cudaPitchedPtr &p, const cudaPos &position, const cudaExtent &extent) {
    const bool is_flat = extent.depth == 1 && position.z == 0;
    return p.ptr != nullptr && position.x + extent.width <= p.pitch &&
           (is_flat || position.y + extent.height <= p.ysize);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) {
    constexpr const char *kName = "cudaMemcpy3D";
    if (p->srcArray != nullptr || p->dstArray != nullptr) return done(cudaErrorNotSupported, kName);
    const cudaExtent &extent = p->extent;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return done(cudaSuccess, kName);
    if (!has_rows(p->srcPtr, p->srcPos, extent) || !has_rows(p->dstPtr, p->dstPos, extent))
        return done(cudaErrorInvalidValue, kName);
    for (size_t slice = 0; slice < extent.depth; ++slice) {
        for (size_t row = 0; row < extent.height; ++row) {
            char *const to = row_of(p->dstPtr, p->dstPos, row, slice);
            const char *const from = row_of(p->srcPtr, p->srcPos, row, slice);
            if (cudaError_t error = copy(to, from, extent.width, p->kind, kName)) return error;
        }
    }
    return cudaSuccess;
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t) {
    return cudaMemcpy3D(p);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent extent) {
    *p = {nullptr, (extent.width + 511) / 512 * 512, extent.width, extent.height};
    return musimd_cuda_allocate(&p->ptr, p->pitch * extent.height * extent.depth, cudaMemoryTypeDevice, "cudaMalloc3D");
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent) {
    const Turn turn;
    if (!has_rows(p, {0, 0, 0}, extent)) return done(cudaErrorInvalidValue, "cudaMemset3D");
    for (size_t slice = 0; slice < extent.depth; ++slice) {
        for (size_t row = 0; row < extent.height; ++row) {
            const cudaError_t error = machine().fill(row_of(p, {0, 0, 0}, row, slice), value, extent.width);
            if (error != cudaSuccess) return done(error, "cudaMemset3D");
        }
    }
    return done(cudaSuccess, "cudaMemset3D");
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent extent, cudaStream_t) {
    return cudaMemset3D(p, value, extent);
}
cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t) {
    return cudaMemset2D(p, pitch, value, width, height);
}
cudaError_t cudaMemset(void *p, int value, size_t bytes) {
    const Turn turn;
    return done(bytes == 0 ? cudaSuccess : machine().fill(p, value, bytes), "cudaMemset");
}
cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t) {
    const Turn turn;
    return done(bytes == 0 ? cudaSuccess : machine().fill(p, value, bytes), "cudaMemsetAsync");
}
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) {
    const Turn turn;
    for (size_t row = 0; row < height; ++row) {
        const cudaError_t error = machine().fill(static_cast<char *>(p) + row * pitch, value, width);
        if (error != cudaSuccess) return done(error, "cudaMemset2D");
    }
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
    const Turn turn;
    *total = kDeviceBytes;
    *free = kDeviceBytes - std::min(kDeviceBytes, machine().used());
    return cudaSuccess;
}

// ---- pools, which take their memory from the device and give it back at once

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties) {
    if (pool == nullptr || properties == nullptr) return done(cudaErrorInvalidValue, "cudaMemPoolCreate");
    *pool = new CUmemPoolHandle_st{0};
    return done(cudaSuccess, "cudaMemPoolCreate");
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    if (pool == nullptr || pool == default_pool()) return done(cudaErrorInvalidValue, "cudaMemPoolDestroy");
    delete pool;
    return done(cudaSuccess, "cudaMemPoolDestroy");
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) {
    return done(cudaSuccess, "cudaMemPoolTrimTo");
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
    if (pool == nullptr || value == nullptr) return done(cudaErrorInvalidValue, "cudaMemPoolSetAttribute");
    if (attribute == cudaMemPoolAttrReleaseThreshold) memcpy(&pool->release_threshold, value, 8);
    return done(cudaSuccess, "cudaMemPoolSetAttribute");
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
    const Turn turn;
    if (pool == nullptr || value == nullptr) return done(cudaErrorInvalidValue, "cudaMemPoolGetAttribute");
    if (attribute < cudaMemPoolAttrReleaseThreshold) {
        *static_cast<int *>(value) = 1;
    } else {
        const std::uint64_t used = attribute == cudaMemPoolAttrReleaseThreshold ? pool->release_threshold : machine().used();
        memcpy(value, &used, sizeof used);
    }
    return done(cudaSuccess, "cudaMemPoolGetAttribute");
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    *pool = default_pool();
    return done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice, "cudaDeviceGetDefaultMemPool");
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    *pool = current_pool();
    return done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice, "cudaDeviceGetMemPool");
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    current_pool() = pool;
    return done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice, "cudaDeviceSetMemPool");
}

cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t) {
    return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) {
    return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *p) {
    const Turn turn;
    const Allocation *const in = machine().find(machine().canonical(p));
    void *const at = const_cast<void *>(p);
    const cudaMemoryType type = in == nullptr ? cudaMemoryTypeUnregistered : in->type;
    *attributes = {type, 0, in == nullptr ? nullptr : at, type == cudaMemoryTypeDevice ? nullptr : at};
    return cudaSuccess;
}

// ---- errors

cudaError_t cudaGetLastError() {
    const Turn turn;
    const cudaError_t error = machine().last;
    if (!machine().is_broken) machine().last = cudaSuccess;
    return error;
}
cudaError_t cudaPeekAtLastError() {
    const Turn turn;
    return machine().last;
}
const char *cudaGetErrorString(cudaError_t error) {
#define MUSIMD_ERROR(name, number, text) \
    if (error == name) return text;
    MUSIMD_ERRORS(MUSIMD_ERROR)
#undef MUSIMD_ERROR
    return "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t error) {
#define MUSIMD_ERROR(name, number, text) \
    if (error == name) return #name;
    MUSIMD_ERRORS(MUSIMD_ERROR)
#undef MUSIMD_ERROR
    return "unrecognized error code";
}

// ---- the device

static cudaError_t synchronized() {
    const Turn turn;
    return machine().is_broken ? machine().last : cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
    return synchronized();
}
cudaError_t cudaThreadSynchronize() {
    return synchronized();
}
cudaError_t cudaDeviceReset() {
    return synchronized();
}
cudaError_t cudaThreadExit() {
    return synchronized();
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
    return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) {
    return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
    *value = limit == cudaLimitStackSize ? 1024 : limit == cudaLimitPrintfFifoSize ? 1 << 20 : 8 << 20;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
constexpr const char *kBusId = "0000:00:00.0";
cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device) {
    if (device != 0 || text == nullptr || size < 1) return done(cudaErrorInvalidValue, "cudaDeviceGetPCIBusId");
    snprintf(text, static_cast<size_t>(size), "%s", kBusId);
    return cudaSuccess;
}
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text) {
    *device = 0;
    return done(strcmp(text, kBusId) == 0 ? cudaSuccess : cudaErrorInvalidDevice, "cudaDeviceGetByPCIBusId");
}
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) {
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    *flags = cudaDeviceScheduleAuto;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return cudaSuccess;
}
static cudaError_t check_device(int device, const char *function) {
    return done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice, function);
}
cudaError_t cudaSetDevice(int device) {
    return check_device(device, "cudaSetDevice");
}
cudaError_t cudaSetDeviceFlags(unsigned) {
    return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int *count) {
    *count = 1;
    return cudaSuccess;
}
// Limits are those of an H100, but for the memory and the number of multiprocessors: programs that fill the device stay
// small.
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
    *p = {};
    strcpy(p->name, "musimd");
    p->totalGlobalMem = kDeviceBytes;
    p->sharedMemPerBlock = 48 << 10;
    p->sharedMemPerBlockOptin = 227 << 10;
    p->sharedMemPerMultiprocessor = 228 << 10;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = 32;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->clockRate = 1980000;
    p->totalConstMem = 64 << 10;
    p->major = 9;
    p->textureAlignment = 512;
    p->texturePitchAlignment = 32;
    p->surfaceAlignment = 512;
    p->streamPrioritiesSupported = p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    p->singleToDoublePrecisionPerfRatio = 2;
    p->computePreemptionSupported = p->memoryPoolsSupported = p->unifiedFunctionPointers = 1;
    p->reservedSharedMemPerBlock = 1 << 10;
    p->multiProcessorCount = 2;
    p->canMapHostMemory = p->concurrentKernels = p->unifiedAddressing = p->managedMemory = p->cooperativeLaunch = 1;
    p->concurrentManagedAccess = 0;
    p->asyncEngineCount = 1;
    p->memoryClockRate = 2619000;
    p->memoryBusWidth = 5120;
    p->l2CacheSize = 50 << 20;
    p->persistingL2CacheMaxSize = 32 << 20;
    p->accessPolicyMaxWindowSize = 128 << 20;
    p->maxThreadsPerMultiProcessor = 2048;
    p->maxBlocksPerMultiProcessor = 32;
    return check_device(device, "cudaGetDeviceProperties");
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    const std::map<int, long> values = {{cudaDevAttrMaxThreadsPerBlock, 1024},
                                        {cudaDevAttrMaxBlockDimX, 1024},
                                        {cudaDevAttrMaxBlockDimY, 1024},
                                        {cudaDevAttrMaxBlockDimZ, 64},
                                        {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
                                        {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
                                        {cudaDevAttrMaxGridDimZ, p.maxGridSize[2]},
                                        {cudaDevAttrMaxSharedMemoryPerBlock, long(p.sharedMemPerBlock)},
                                        {cudaDevAttrTotalConstantMemory, long(p.totalConstMem)},
                                        {cudaDevAttrWarpSize, 32},
                                        {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
                                        {cudaDevAttrClockRate, p.clockRate},
                                        {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
                                        {cudaDevAttrCanMapHostMemory, 1},
                                        {cudaDevAttrConcurrentKernels, 1},
                                        {cudaDevAttrMemoryClockRate, p.memoryClockRate},
                                        {cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
                                        {cudaDevAttrL2CacheSize, p.l2CacheSize},
                                        {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
                                        {cudaDevAttrUnifiedAddressing, 1},
                                        {cudaDevAttrComputeCapabilityMajor, p.major},
                                        {cudaDevAttrComputeCapabilityMinor, p.minor},
                                        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 228 << 10},
                                        {cudaDevAttrManagedMemory, 1},
                                        {cudaDevAttrCooperativeLaunch, 1},
                                        {cudaDevAttrAsyncEngineCount, 1},
                                        {cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
                                        {cudaDevAttrMaxBlocksPerMultiprocessor, 32},
                                        {cudaDevAttrTextureAlignment, 512},
                                        {cudaDevAttrMaxPitch, 2147483647},
                                        {cudaDevAttrMemoryPoolsSupported, 1},
                                        {cudaDevAttrStreamPrioritiesSupported, 1},
                                        {cudaDevAttrComputePreemptionSupported, 1},
                                        {cudaDevAttrMaxSharedMemoryPerBlockOptin, 227 << 10}};
    const auto found = values.find(attribute);
    *value = found == values.end() ? 0 : static_cast<int>(found->second);
    return check_device(device, "cudaDeviceGetAttribute");
}
cudaError_t cudaDriverGetVersion(int *version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) {
    *can = 0;
    return cudaSuccess;
}
// There is one device.
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int) {
    return done(cudaErrorInvalidDevice, "cudaDeviceEnablePeerAccess");
}
cudaError_t cudaDeviceDisablePeerAccess(int) {
    return done(cudaErrorInvalidDevice, "cudaDeviceDisablePeerAccess");
}
cudaError_t cudaProfilerStart() {
    return cudaSuccess;
}
cudaError_t cudaProfilerStop() {
    return cudaSuccess;
}

// ---- streams and events

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    static int count = 0;
    *stream = new CUstream_st{++count};
    return cudaSuccess;
}
cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr, int, int) {  // there is one device
    *value = 0;
    return done(cudaErrorInvalidDevice, "cudaDeviceGetP2PAttribute");
}
// The machine has no cache.
cudaError_t cudaCtxResetPersistingL2Cache() {
    return cudaSuccess;
}
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *) {
    return cudaSuccess;
}
cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue *value) {
    memset(value, 0, sizeof *value);
    return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned *flags) {
    *flags = cudaStreamDefault;
    return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority) {
    *priority = 0;
    return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
    return cudaStreamCreate(stream);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned, int) {
    return cudaStreamCreate(stream);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    *least = *greatest = 0;
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (stream == nullptr) return done(cudaErrorInvalidResourceHandle, "cudaStreamDestroy");
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) {
    return synchronized();
}
cudaError_t cudaStreamQuery(cudaStream_t) {
    return synchronized();
}
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) {
    return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned) {
    callback(stream, synchronized(), data);
    return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void *data) {
    function(data);
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
    *event = new CUevent_st{-1};
    return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
    return cudaEventCreate(event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (event == nullptr) return done(cudaErrorInvalidResourceHandle, "cudaEventDestroy");
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
    if (event == nullptr) return done(cudaErrorInvalidResourceHandle, "cudaEventRecord");
    event->at = milliseconds();
    return synchronized();
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
    return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t) {
    return synchronized();
}
cudaError_t cudaEventQuery(cudaEvent_t) {
    return synchronized();
}
cudaError_t cudaEventElapsedTime(float *elapsed, cudaEvent_t begin, cudaEvent_t end) {
    if (begin == nullptr || end == nullptr || begin->at < 0 || end->at < 0)
        return done(cudaErrorInvalidResourceHandle, "cudaEventElapsedTime");
    *elapsed = static_cast<float>(end->at - begin->at);
    return cudaSuccess;
}

// ---- for host code in C, which has no templates

cudaError_t cudaMalloc(void **p, size_t bytes) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeDevice, "cudaMalloc");
}
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeDevice, "cudaMallocAsync");
}
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch<void>(p, pitch, width, height);
}
cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeManaged, "cudaMallocManaged");
}
cudaError_t cudaMallocHost(void **p, size_t bytes) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeHost, "cudaMallocHost");
}
cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeHost, "cudaHostAlloc");
}
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned) {
    *device = host;
    return cudaSuccess;
}
}
