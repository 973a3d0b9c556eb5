; Thought: there are as many threads as rows, so each thread adds up a row.
        sum = 0
        c = 0
        row = tid * warp_size
        row = row + 1024
cols:   more = c < warp_size
        bz more, done
        a = row + c
        x = [a]
        sum = sum + x
        c = c + 1
        jump cols
done:   sync
        a = tid + 4096
        [a] = sum
        stop
