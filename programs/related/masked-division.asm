; An instruction that would fail in a thread that is not active does not fail.
;
;     if (tid != 0) x = 12 / tid; else x = 0;
;
; So it is on all machines of the comparison: AVX-512 reports no fault of a lane that is masked off, and SVE none of an
; inactive element. Only where an if is turned into a choice between two results, both computed in all lanes, thread 0
; divides by 0 as well; a compiler may do that only where the operation cannot fail.
.threads 4
        bz tid, else
        x = 12 / tid
        jump join
else:   x = 0
join:   sync
        stop
.expect stop
.expect var x: 0 12 6 4
