; One block, two ends.
.threads 4
.active 1
        everywhere
        end_everywhere
        x = tid
        end_everywhere
        stop
.expect trap end-everywhere-without-everywhere 7
.expect active 1
.expect var x: _ 1 _ _
.expect steps 3
.covers end-everywhere-without-everywhere EE
