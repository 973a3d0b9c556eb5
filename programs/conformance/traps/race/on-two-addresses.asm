; race: a conflict at a high address, none at the lower ones.
.threads 4
        c = tid >> 1        ; 0 0 1 1
        a = c + 8
        [a] = c             ; equal in each pair
        x = c * tid         ; 0 0 2 3
        [a] = x
        stop
.expect trap race 7
.expect memory 8: 0 1
.covers ST race
