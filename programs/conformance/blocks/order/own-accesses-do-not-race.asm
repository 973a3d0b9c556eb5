; Each thread uses its own word again and again.
.threads 4
.block 8
        [btid] = 1
        x = [btid]
        x = x + 1
        [btid] = x
        x = [btid]
        stop
.expect lockstep stop
.expect lockstep var x: 2 2 2 2
.expect lockstep memory 0: 2 2 2 2 2 2 2 2
.expect volta stop
.expect volta var x: 2 2 2 2
.expect volta memory 0: 2 2 2 2 2 2 2 2
.covers LD ST
