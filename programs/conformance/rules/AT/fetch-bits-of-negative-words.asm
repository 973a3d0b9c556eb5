; AT: bits are those of two's complement.
.threads 1
.memory 0: -4 -4 -4
        x = fetch_and [0], 6
        y = fetch_or [1], 1
        z = fetch_xor [2], -1
        stop
.expect memory 0: 4 -3 3
.covers AT
