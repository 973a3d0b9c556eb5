; no invalid-address where one buffer begins after the last address of another.
.threads 4
.buffer LOW 0 2
.buffer HIGH 2 2
        [tid] = tid
        stop
.expect stop
.expect memory 0: 0 1 2 3
.covers ST
