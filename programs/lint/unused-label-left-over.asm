; A label that used to be a target.
.threads 4
start:  x = tid                 ; warning: unused-label
        bz x, end
        x = x * 2
end:    sync
done:   stop                    ; warning: unused-label
.expect stop
