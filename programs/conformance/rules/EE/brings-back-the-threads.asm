; The threads from before the block continue, and only they.
.threads 8
.active 1 4-5
        everywhere
        x = 1
        end_everywhere
        x = 2
        stop
.expect stop
.expect active 1 4-5
.expect var x: 1 2 1 1 2 2 1 1
.expect steps 5
.covers EE
