; Different words do not race where the addresses differ.
.threads 1000
        a = 999 - tid
        x = tid * 3
        [a] = x
        stop
.expect memory 0: 2997 2994
.expect memory 998: 3 0 _
.covers ST
