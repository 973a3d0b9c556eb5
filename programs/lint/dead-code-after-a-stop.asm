; A loop that nobody enters, though its jump goes to its own label.
.threads 4
        stop
loop:   x = tid                 ; warning: dead-code
        jump loop
.expect stop
