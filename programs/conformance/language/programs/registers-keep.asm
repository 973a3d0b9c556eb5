; Without `restore`: what blocks write to variables stays, where the threads sleep after the block too.
.threads 4
.registers keep
.active 0-1
        x = 1
        everywhere
        x = tid * 10
        y = x
        end_everywhere
        z = x
        stop
.expect stop
.expect active 0-1
.expect var x: 0 10 20 30
.expect var y: 0 10 20 30
.expect var z: 0 10 _ _
.covers EE
