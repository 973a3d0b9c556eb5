; BL: what is not 0 votes, negative or large; 0 does not.
.threads 4
.memory 0: -1 0 9223372036854775807 -9223372036854775808
        x = [tid]
        v = ballot x
        stop
.expect var v: 13 13 13 13
.covers BL
