; ST: 1000 threads that begin at word 31 address 33 segments.
.threads 1000
        a = tid + 31
        [a] = tid
        stop
.expect memory 30: _ 0 1 2
.expect memory 1029: 998 999 _
.expect stat memory_transactions == 33
.covers ST
