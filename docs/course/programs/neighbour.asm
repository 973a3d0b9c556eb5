; Each thread reads the x of the next one: a value moves from lane to lane, without memory.
.threads 8
        x = tid * tid
        next = tid + 1
        next = next % warp_size
        y = x
        shfl y, next
        [tid] = y
        stop
.expect memory 0: 1 4 9 16 25 36 49 0
.expect stat memory_requests == 1
