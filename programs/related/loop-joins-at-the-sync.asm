; Threads leave a loop in different rounds: thread t iterates t times, then passes the exit code and the sync.
;
; Threads join at the sync and nowhere before it. Those that have left the loop wait. The last to leave finds no thread
; to split from (rule BT) and runs the exit code at once, alone; its sync then sends the other three through the exit
; code together. So the exit code runs twice, and the vote in it sees 1 and 4; the vote after the sync sees all 4.
;
; A machine that joins at the immediate post-dominator, or at the merge block of the loop, runs the exit code once, with
; all threads: it joins at the exit label. For that meaning here, write the sync first, at the exit label.
.threads 4
.const EXIT 0
.const AFTER 1
.fill EXIT 2 0
        i = 0
loop:   more = i < tid
        bz more, exit
        i = i + 1
        jump loop
exit:   n = atomic_inc [EXIT]
        seen = [EXIT]
        sync
        n = atomic_inc [AFTER]
        both = [AFTER]
        stop
.expect stop
.expect var i: 0 1 2 3
.expect var seen: 4 4 4 1
.expect var both: 4 4 4 4
.expect stat by_instruction.atomic_inc == 3
.expect stat max_sync_depth == 1
