; A branch that all take to the label past the last instruction: its entry is open, and there is no instruction.
.threads 33
        bz wid, end
        stop
end:
.expect trap pc-out-of-program
.expect active 0-32
.expect steps 1
.expect stat max_sync_depth == 1
.covers pc-out-of-program BT
