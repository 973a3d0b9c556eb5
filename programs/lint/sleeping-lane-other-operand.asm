; A guard for one lane says nothing of another.
.threads 4
        x = tid
        c = tid < 2
        bz c, join
        everywhere
        branch_mask 1, there
        jump end
there:  shfl x, 2               ; warning: sleeping-lane
        y = x
end:    end_everywhere
join:   sync
        stop
.expect trap undefined-variable 10
