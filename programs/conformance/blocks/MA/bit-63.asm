; The sets of the even and of the odd threads of 64.
.threads 64
        k = tid & 1
        m = match.any -1, k
        stop
.expect lockstep stop
.expect lockstep var m: 6148914691236517205 -6148914691236517206
.expect volta stop
.expect volta var m: 6148914691236517205 -6148914691236517206
.covers MA
