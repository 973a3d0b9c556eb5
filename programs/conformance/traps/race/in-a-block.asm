; race: threads that a block has woken race with the others.
.threads 2
.active 0
        [3] = tid           ; alone
        everywhere
        [3] = tid
        end_everywhere
        stop
.expect trap race 6
.expect memory 3: 0
.covers ST race
