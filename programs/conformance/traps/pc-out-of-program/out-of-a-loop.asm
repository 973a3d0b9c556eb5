; A loop whose branch leaves it past the last instruction, after three rounds.
.threads 2
        i = 0
loop:   more = i < 3
        bz more, end
        i = i + 1
        jump loop
end:
.expect trap pc-out-of-program
.expect active 0-1
.expect var i: 3 3
.expect steps 15
.covers pc-out-of-program BT
