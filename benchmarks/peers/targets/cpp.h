// A kernel in C++: a loop over the items.
#define KERNEL(name)                                                                        \
    extern "C" void name(int* __restrict memory, [[maybe_unused]] int turn) {               \
        for (int item = 0; item < ITEMS; ++item) {
#define END \
    }       \
    }
#define INCREMENT(address) (++memory[address])
