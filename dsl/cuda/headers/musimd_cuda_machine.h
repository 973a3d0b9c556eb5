// What the parts of CUDA's runtime have in common: the machine that runs the kernels, as the program sees it, and its
// memory. See musimd_cuda_runtime.cu.
#pragma once

// Options of the user are for warnings of the program.
#pragma clang diagnostic ignored "-Weverything"
#include <cuda_runtime.h>
#include <errno.h>
#include <fcntl.h>
#include <musimd_cuda_places.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#undef __noinline__

struct CUstream_st {
    int number;
};
struct CUevent_st {
    double at;
};

namespace musimd_cuda {

constexpr std::uint64_t kPage = 4096;

[[noreturn]] inline void give_up(const char *why) {
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
            has_host_memory_ = true;
            mprotect(reinterpret_cast<void *>(address), room - unit, PROT_READ | PROT_WRITE);
            memset(written_ + end_, kWritten, bytes);
        }
        end_ += room;
        used_ += bytes;
        allocations_[address] = {bytes, type};
        return address;
    }

    /// Bytes of the host become device memory, with the values that they have: pages of it are mapped where they
    /// are. False if too little memory is left, or another such mapping has one of the pages. `is_alone`: nothing
    /// else is in the pages.
    bool share(char *begin, char *end, bool is_alone = false) {
        const std::uint64_t first = reinterpret_cast<std::uint64_t>(begin) / kPage * kPage;
        const std::uint64_t bytes = (reinterpret_cast<std::uint64_t>(end) - first + kPage - 1) / kPage * kPage;
        for (const Shared &other : shared_)
            if (first < other.first + other.bytes && other.first < first + bytes) return false;
        const std::uint64_t address = allocate(bytes, cudaMemoryTypeManaged);
        if (address == 0) return false;
        char *const at = reinterpret_cast<char *>(first);
        memcpy(reinterpret_cast<void *>(address), at, bytes);
        const auto offset = static_cast<off_t>(address - kDeviceBase);
        if (mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory_, offset) != at) return false;
        allocations_.erase(address);  // what is in the pages is allocations of its own
        shared_.push_back({first, bytes, address, is_alone});
        return true;
    }

    /// The opposite: the pages are the host's again.
    void stop_sharing(const void *p) {
        const auto in_pages = [&](const Shared &shared) {
            return reinterpret_cast<std::uint64_t>(p) - shared.first < shared.bytes;
        };
        const auto found = std::find_if(shared_.begin(), shared_.end(), in_pages);
        if (found == shared_.end()) return;
        allocations_.erase(reinterpret_cast<std::uint64_t>(canonical(p)));
        const std::uint64_t bytes = found->bytes;
        void *const copy = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (copy == MAP_FAILED) give_up("memory of the host could not be mapped");
        allocations_[found->address] = {bytes, cudaMemoryTypeManaged};
        memcpy(copy, own(reinterpret_cast<void *>(found->address)), bytes);  // the pages may be those of this machine
        if (mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, reinterpret_cast<void *>(found->first)) ==
            MAP_FAILED)
            give_up("memory of the host could not be mapped");
        free(reinterpret_cast<void *>(found->address), false);
        shared_.erase(found);
    }

    /// The address of device memory that is mapped there; else the same.
    template <typename T>
    T *canonical(T *p) const {
        for (const Shared &shared : shared_) {
            const std::uint64_t offset = reinterpret_cast<std::uint64_t>(p) - shared.first;
            if (offset < shared.bytes) return reinterpret_cast<T *>(shared.address + offset);
        }
        return p;
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
    std::uint64_t add_shared(char *variable, std::uint64_t bytes, cudaMemoryType type = cudaMemoryTypeManaged) {
        const char *const at = canonical(variable);
        if (at == variable) return 0;
        allocations_[reinterpret_cast<std::uint64_t>(at)] = {bytes, type};
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

    /// Pages of the host's view that tasks use which it has not waited for: the host cannot read or write them.
    struct Watch {
        std::uint64_t first, end;
        int allowed;
    };
    void watch(std::vector<Watch> watches) {
        for (const Watch &old : watches_) protect(old, PROT_READ | PROT_WRITE);
        watches_ = std::move(watches);
        for (const Watch &now : watches_) protect(now, now.allowed);
    }
    bool is_watching() const { return !watches_.empty(); }
    /// Whether the host may use memory that kernels use, too.
    bool has_host_memory() const { return has_host_memory_; }
    /// Not memory that is registered: other variables, or the stack, may be in its pages.
    bool may_watch(std::uint64_t address) const {
        const Allocation *const in = find(reinterpret_cast<const void *>(address));
        if (in == nullptr || in->type == cudaMemoryTypeDevice) return false;
        for (const Shared &shared : shared_)
            if (address - shared.address < shared.bytes) return shared.is_alone;
        return true;
    }
    /// The last watch of the page, which is its protection; or null.
    const Watch *watch_of(std::uint64_t page) const {
        for (std::size_t i = watches_.size(); i-- > 0;)
            if (watches_[i].first <= page && page < watches_[i].end) return &watches_[i];
        return nullptr;
    }
    /// The page may be used until other watches begin.
    void release(std::uint64_t page) { protect({page, page + kPage, 0}, PROT_READ | PROT_WRITE); }
    void protect(const Watch &pages, int allowed) const {
        std::uint64_t at = pages.first;
        for (const Shared &shared : shared_) {  // seen where they were
            if (shared.address <= pages.first && pages.first < shared.address + shared.bytes)
                at = pages.first - shared.address + shared.first;
        }
        mprotect(reinterpret_cast<void *>(at), pages.end - pages.first, allowed);
    }

    std::uint64_t used() const { return used_; }
    const std::map<std::uint64_t, Allocation> &allocations() const { return allocations_; }

    std::map<const void *, std::uint64_t> registered;  // by cudaHostRegister: its bytes
    std::map<const void *, std::string> kernels;
    std::map<std::string, std::uint64_t> shared_limits;  // of dynamic shared memory, by kernel: cudaFuncSetAttribute
    std::map<const void *, Symbol> symbols;
    std::map<std::uint64_t, std::vector<Symbol>> modules;  // their variables; module 0, the program, is not among them
    // Of textures, if there are any: where their texels are, what is done before a launch, and copies of arrays.
    Symbol texels = {};
    void (*before_launch)() = nullptr;
    cudaError_t (*copies_arrays)(const cudaMemcpy3DParms &) = nullptr;
    cudaError_t last = cudaSuccess;
    bool is_broken = false;  // a kernel failed: `last` stays
    bool is_used = false;    // the runtime has been called, so that the device has a context
    bool is_found = false;   // the error that is returned next has been reported
    std::uint64_t stream = 0;  // of the task that is being done
    bool is_by_stub = false;   // the launch that comes next is one by `<<<>>>`

    /// The bytes of device memory at the address, and whether each is written.
    char *bytes_of(const void *p) const { return own(p); }
    char *written_of(const void *p) const { return written(p); }

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
        bool is_alone = false;
    };

    int socket_ = -1, memory_ = -1, flags_ = -1;
    std::vector<Shared> shared_;
    std::vector<Watch> watches_;
    bool has_host_memory_ = false;
    char *own_ = nullptr;
    char *written_ = nullptr;
    std::uint64_t end_ = kPage;
    std::uint64_t used_ = 0;
    std::map<std::uint64_t, Allocation> allocations_;
};

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

/// A kernel with its arguments. Module 0 is the program itself.
struct KernelLaunch {
    std::uint64_t module;
    std::string name;
    dim3 grid, block;
    std::uint64_t shared;
    bool cooperative;
    std::vector<std::string> arguments;  ///< the bytes of each
};

Machine &machine();

/// The result of a call; errors are reported to the machine.
cudaError_t done(cudaError_t error, const char *function);
void report(const char *function, const std::string &name);
/// Something is wrong with the call, whose error is not reported a second time.
void found(const char *kind, const std::string &text, bool is_error = true);

/// Memory that host code allocates, and frees: false if it cannot.
void allocated(std::uint64_t address, std::uint64_t bytes, bool host, const char *function);
bool freed(const void *p, bool host, const char *function, bool waits = true);

// ---- what orders the tasks of streams

/// The stream whose task is done from here to the end of the scope.
struct InStream {
    explicit InStream(cudaStream_t stream) { machine().stream = number_of(stream); }
    ~InStream() { machine().stream = before; }
    static std::uint64_t number_of(cudaStream_t stream) {
        if (stream == nullptr || stream == cudaStreamLegacy) return 0;
        return stream == cudaStreamPerThread ? 1 : static_cast<std::uint64_t>(stream->number) + 1;
    }
    std::uint64_t before = machine().stream;
};

struct Range {
    const void *begin;
    std::uint64_t bytes;
    bool is_written;
};
/// The task of the current stream that uses these bytes.
void task(const char *function, const std::vector<Range> &ranges);
void order(StreamCall what, std::uint64_t a = 0, std::uint64_t b = 0);
/// Asks which pages have to be watched.
void watch();

/// The sizes of the kernel's arguments, in bytes.
cudaError_t argument_sizes(std::uint64_t module, const std::string &kernel, std::vector<std::uint64_t> *sizes);
/// Adds the arguments to which the pointers point.
cudaError_t add_arguments(void **arguments, KernelLaunch *launch);
/// A kernel of the program; errors are reported.
cudaError_t plan(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, bool cooperative,
                 KernelLaunch *launch);
cudaError_t run(const KernelLaunch &launch);
/// An attribute of a kernel: the limit of its dynamic shared memory, or another, which has no effect.
cudaError_t set_shared_limit(const std::string &kernel, bool is_shared, int value);

/// Memory of the host that kernels may use; `is_mapped`: they have to be able to.
cudaError_t add_registered(void *p, size_t bytes, bool is_mapped);
cudaError_t remove_registered(void *p);
/// The second reports errors.
cudaError_t copied(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, const char *function);
/// So many elements of this size, one after the other.
cudaError_t fill(void *p, const void *element, size_t size, size_t count);

/// What a stream is asked to do.
using StreamWork = std::function<cudaError_t()>;

/// Streams that do nothing, but note what they are asked to do; see musimd_cuda_graphs.cu.
class StreamCapture {
  public:
    virtual bool has(cudaStream_t stream) const = 0;
    virtual void add(cudaStream_t stream, int type, StreamWork work) = 0;
    virtual void record(cudaEvent_t event, cudaStream_t stream) = 0;
    /// Whether the event is one of such a stream.
    virtual bool wait(cudaStream_t stream, cudaEvent_t event) = 0;
};
extern StreamCapture *stream_capture;  // null if there have been none

/// Done at once, or noted; `type` is one of cudaGraphNodeType.
cudaError_t in_stream(cudaStream_t stream, int type, const StreamWork &work);

}  // namespace musimd_cuda
