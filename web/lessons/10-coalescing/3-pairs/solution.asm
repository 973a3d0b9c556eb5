; Adjacent loads; shuffles bring the words to the threads that need them.
        a = tid + 1024
        low = [a]
        a = a + warp_size
        high = [a]

        w = tid * 2             ; the word that becomes x
        k = w % warp_size
        x = low
        shfl x, k
        other = high
        shfl other, k
        first = w < warp_size
        bnz first, x_set
        x = other
x_set:  sync

        w = w + 1               ; the word that becomes y
        k = w % warp_size
        y = low
        shfl y, k
        other = high
        shfl other, k
        first = w < warp_size
        bnz first, y_set
        y = other
y_set:  sync

        x = x * y
        a = tid + 2048
        [a] = x
        stop
