; Without `restore`, EE leaves variables alone: what the block wrote stays, in threads that sleep again too (E12).
.threads 4
.active 0
        x = 1
        everywhere
        x = tid + 10
        end_everywhere
        stop
.expect stop
.expect active 0
.expect var x: 10 11 12 13
.covers EE
