; race: the last thread of warp 0 and the first of warp 1 share an address.
.threads 1000
.warps 2
        a = wid * 999
        a = a + tid
        [a] = 1
        stop
.expect trap race 6
.expect memory 998: 1 1 _
.covers race ST
