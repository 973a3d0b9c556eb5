// verdict: refuted assertion
// prove: --assume 'n / 2 == 0'
#include <assert.h>
__global__ void natural(int n) {
    assert(n >= 0);
}
