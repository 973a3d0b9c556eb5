; Without `restore`: the same program, where the blocks' sums stay.
.threads 4
.fill 0 12 -1
        x = 1
        everywhere
        x = x + 10
        everywhere
        x = x + 100
        [tid] = x
        end_everywhere
        a = tid + 4
        [a] = x
        end_everywhere
        a = tid + 8
        [a] = x
        stop
.expect stop
.expect memory 0: 111 111 111 111 111 111 111 111 111 111 111 111
.covers EE EB
