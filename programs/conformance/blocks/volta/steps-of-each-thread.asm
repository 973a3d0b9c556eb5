; Each thread counts its own steps.
.threads 4
        x = 1
        y = 2
        stop
.expect lockstep stop
.expect lockstep steps 3
.expect volta stop
.expect volta steps 12
.covers CT
