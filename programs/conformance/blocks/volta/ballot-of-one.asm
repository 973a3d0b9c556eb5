; `ballot` sees the threads of the machine: alone.
.threads 4
        b = ballot 1
        stop
.expect lockstep stop
.expect lockstep var b: 15 15 15 15
.expect volta stop
.expect volta var b: 1 2 4 8
.covers BL
