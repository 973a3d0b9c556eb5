; An array of pairs
.threads 32
.memory 1024: -3 2 7 -1 4 9 1 6 -2 3 8 0 5 -3 2 7 -1 4 9 1 6 -2 3 8 0 5 -3 2 7 -1 4 9 1 6 -2 3 8 0 5 -3 2 7 -1 4 9 1 6 -2 3 8 0 5 -3 2 7 -1 4 9 1 6 -2 3 8 0
.expect memory 2048: -6 -7 36 6 -6 0 -15 14 -4 9 -12 24 0 -6 -7 36 6 -6 0 -15 14 -4 9 -12 24 0 -6 -7 36 6 -6 0 _
.expect stat memory_transactions <= 3

        a = tid + 1024
        low = [a]
        a = a + warp_size
        high = [a]

        stop
