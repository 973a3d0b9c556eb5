// Linked after the program's `__managed__` variables: no other variable is in their last page.
namespace {
__attribute__((section("musimd_managed"), used, aligned(4096))) char after_managed[4096];
}
