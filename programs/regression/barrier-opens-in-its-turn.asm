; The warp that comes last to a barrier opens it for all. An interpreter whose lanes look for themselves whether their
; warp waits must let all of them look before one of them opens it: some found it open, and stepped another way.
.threads 40
.warps 2
        [wid] = wid
        barrier
        other = 1 - wid
        x = [other]
        barrier
        stop
.expect stop
.expect memory 0: 0 1
.expect steps 12
.covers BR LD ST
