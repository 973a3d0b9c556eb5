; Threads may wait for a half past the last instruction; the trap comes when it is their turn.
.threads 4
        bz tid, end
        x = 1
        sync
end:
.expect trap pc-out-of-program
.expect active 0
.expect var x: _ 1 1 1
.expect steps 3
.expect stat by_instruction.sync == 1
.covers pc-out-of-program SS
