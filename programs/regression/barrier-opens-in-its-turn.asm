; The last warp to reach a barrier opens it for all. In an interpreter whose lanes each check whether their warp waits,
; all lanes must check before one of them opens it: some found it already open, and took a different step.
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
