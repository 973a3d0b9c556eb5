; A block in a divergent half: lanes of that half can be read by all threads, also by those that wait outside.
.threads 6
        x = tid * 11
        c = tid < 3
        bz c, join          ; 3, 4 and 5 wait
        everywhere
        k = tid % 3
        shfl x, k
        end_everywhere
join:   sync
        stop
.expect var x: 0 11 22 0 11 22
.expect stat lanes_woken == 3
.covers SV EB EE
