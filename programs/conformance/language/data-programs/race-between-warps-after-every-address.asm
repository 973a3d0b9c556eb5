; Trap order: a store conflicts with another warp's, and the last of its threads has an invalid address: that comes first.
.threads 2
.warps 2
        a = tid * wid
        a = 0 - a            ; 0 0, and 0 -1
        [a] = 4              ; warp 1
        stop
.expect trap invalid-address 6
.expect memory 0: 4
.covers invalid-address ST
