; Difference to the left.
.threads 8
.memory 0: 3 1 4 1 5 9 2 6
        x = [tid]
        y = x
        k = tid - 1
        shfl y, k               ; undefined in thread 0, which does not read it
        bz tid, first
        x = x - y
first:  sync
        a = tid + warp_size
        [a] = x
        stop
.expect memory 8: 3 -2 3 -3 4 4 -7 4
.expect stat memory_requests == 2
