; Each thread loads what its neighbour has stored.
.threads 8
.memory 8: 0
        [tid] = tid
        next = tid + 1
        x = [next]              ; warning: unsynchronised-sharing
        stop
.expect stop
.expect var x: 1 2 3 4 5 6 7 0
