; One half of a conditional reads what the other has stored.
;
;     if (tid == 0) box[0] = 7;  else x = box[0];
;
; This machine does the threads that do not branch first, always, so the store comes before the load, and with
; --races warp x is 7. ISPC, too, does one half after the other. A stack machine may take either half first, SPIR-V says
; nothing, and independent threads may mix the two. Under `.races thread` nothing is counted on that independent threads
; would not give: the load is a race.
.threads 8
.races thread
.const BOX 0
.memory BOX: 0
        c = tid == 0
        bz c, else
        [BOX] = 7
        jump join
else:   x = [BOX]
join:   sync
        stop
.expect trap race 17
