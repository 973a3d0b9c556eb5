; There are 2N words in all, so thread t stores to 2N - t.
        x = [tid]
        end = warp_size * 2
        a = end - tid
        [a] = x
        stop
