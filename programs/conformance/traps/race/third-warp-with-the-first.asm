; race: warps 0 and 2 share an address, warp 1 has its own.
.threads 1
.warps 3
        a = wid & 1
        [a] = 3              ; warp 2
        stop
.expect trap race 5
.expect memory 0: 3 3
.expect steps 5
.covers race ST
