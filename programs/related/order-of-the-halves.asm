; One half of a conditional reads what the other has stored.
;
;     if (tid == 0) box[0] = 7;  else x = box[0];
;
; On this machine the threads that do not branch always run first, so the store comes before the load, and with
; --races warp x is 7. ISPC also runs one half after the other. A stack machine may run either half first, SPIR-V
; specifies no order, and independent threads may interleave the two. Under `.races thread` a program may rely only on
; order that independent threads guarantee: the load is a race.
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
