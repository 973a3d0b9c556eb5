// What a kernel is in ISPC: a loop over the items, by gangs.
#define KERNEL(name)                                              \
    export void name(uniform int memory[], uniform int turn) {    \
        foreach (item = 0 ... ITEMS) {
#define END \
    }       \
    }
#define INCREMENT(address) atomic_add_global(memory + (address), 1)
