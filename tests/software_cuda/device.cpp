// The device of software CUDA: a process that loads modules and runs their kernels at the driver's request.

#include <dlfcn.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <map>
#include <thread>

#include "tests/software_cuda/kernels.hpp"
#include "tests/software_cuda/wire.hpp"

namespace musimd::software_cuda {
namespace {

void* pointer(std::uint64_t address) {
    return std::bit_cast<void*>(address);
}

class Device {
  public:
    Answer answer(const Request& request) {
        switch (request.wish) {
            case Wish::map:
                return map(request);
            case Wish::unmap:
                munmap(pointer(request.address), request.bytes);
                return {};
            case Wish::load:
                return load(request);
            case Wish::unload:
                dlclose(modules_[request.value]);
                modules_.erase(request.value);
                return {};
            case Wish::find:
                return find(request);
            case Wish::launch:
                ::software_cuda::launch_warps(std::bit_cast<::software_cuda::WarpKernel>(request.address),
                                              request.blocks, request.threads, pointer(request.argument),
                                              request.warps);
                return {};
            case Wish::spin:
                for (;;) pause();
        }
        return {kInvalidValue};
    }

  private:
    static Answer map(const Request& request) {
        void* const mapped = mmap(pointer(request.address), request.bytes, PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, kMemoryFile,
                                  static_cast<off_t>(request.address - kMemory));
        return {mapped == pointer(request.address) ? kSuccess : kOutOfMemory};
    }
    Answer load(const Request& request) {
        void* const module = dlopen(request.text, RTLD_NOW | RTLD_LOCAL);
        if (module == nullptr) return {kInvalidImage};
        modules_[++last_] = module;
        return {kSuccess, last_};
    }
    Answer find(const Request& request) {
        void* const found = dlsym(modules_[request.value], request.text);
        return {found == nullptr ? kNotFound : kSuccess, 0, reinterpret_cast<std::uint64_t>(found)};
    }

    std::map<std::uint64_t, void*> modules_;
    std::uint64_t last_ = 0;
};

// To be done whatever the device does next.
void end_with_the_driver() {
    pollfd hung_up{kSocket, POLLRDHUP, 0};
    while (poll(&hung_up, 1, -1) <= 0 || (hung_up.revents & (POLLHUP | POLLRDHUP)) == 0) {
    }
    _exit(0);
}

int serve() {
    std::thread(end_with_the_driver).detach();
    Device device;
    Request request;
    while (recv(kSocket, &request, sizeof request, 0) == static_cast<ssize_t>(sizeof request)) {
        const Answer answer = device.answer(request);
        if (send(kSocket, &answer, sizeof answer, MSG_NOSIGNAL) < 0) break;
    }
    _exit(0);
}

}  // namespace
}  // namespace musimd::software_cuda

int main() {
    return musimd::software_cuda::serve();
}
