; A thousand warps of one thread: each reads at the end what another one stored before the barrier.
.threads 1
.warps 1000
        x = wid * 2
        [wid] = x
        barrier
        other = 999 - wid
        x = [other]
        a = wid + 1000
        [a] = x
        stop
.expect stop
.expect var x: 1998
.expect memory 998: 1996 1998 1998 1996 1994
.expect memory 1998: 2 0
.expect steps 8000
.covers BR
