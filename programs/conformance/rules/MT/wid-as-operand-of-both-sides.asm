; MT: wid is an operand like any other, on either side.
.threads 1
.warps 4
        x = wid * wid
        [wid] = x
        stop
.expect memory 0: 0 1 4 9
.covers MT BP
