// A kernel in ISPC: a loop over the items, by gangs.
#define KERNEL(name)                                              \
    export void name(uniform int memory[], uniform int turn) {    \
        foreach (item = 0 ... ITEMS) {
#define END \
    }       \
    }
// Varying: otherwise one item of a gang would add for all.
#define INCREMENT(address)                                \
    {                                                     \
        varying int one = 1;                              \
        atomic_add_global(memory + (address), one);       \
    }
