; A loop that control never enters, although its jump targets its own label.
.threads 4
        stop
loop:   x = tid                 ; warning: dead-code
        jump loop
.expect stop
