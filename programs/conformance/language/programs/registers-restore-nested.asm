; Each block's end restores what that block found: the inner one the outer block's values, the outer one the first.
.threads 4
.registers restore
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
.expect var x: 1 1 1 1
.expect memory 0: 111 111 111 111 11 11 11 11 1 1 1 1
.expect var a: 8 9 10 11
.covers EE EB
