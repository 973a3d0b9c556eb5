; Fill rows together
.threads 8
.memory 100: 0 40 0 0 64 3 0 1
.memory 200: 1 -2 3 4 5 66 7 88
.expect memory 1024: _
.expect memory 1088: -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 _
.expect memory 1152: _
.expect memory 1280: 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5
.expect memory 1344: 66 66 66 _
.expect memory 1472: 88 _
.expect stat memory_transactions <= 30

        a = tid + 100
        n = [a]
        bz n, skip

skip:   sync
        stop
