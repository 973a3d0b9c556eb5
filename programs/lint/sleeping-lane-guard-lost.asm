; The guard was for the lane that the variable held before.
.threads 4
        x = tid
        lane = 1
        c = tid < 2
        bz c, join
        everywhere
        branch_mask lane, there
        jump end
there:  lane = lane + 1
        shfl x, lane            ; warning: sleeping-lane
        y = x
end:    end_everywhere
join:   sync
        stop
.expect trap undefined-variable 12
