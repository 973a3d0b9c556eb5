; Thought: one thread per word.
        n = [0]
        more = tid < n
        bz more, done
        a = tid + 1024
        x = [a]
        a = tid + 2048
        [a] = x
done:   sync
        stop
