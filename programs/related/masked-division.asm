; An instruction that would fail in an inactive thread does not fail.
;
;     if (tid != 0) x = 12 / tid; else x = 0;
;
; The same holds on all machines of the comparison: AVX-512 reports no fault for a masked-off lane, and SVE none for an
; inactive element. Only if-conversion, where all lanes compute both results and then select one, makes thread 0 divide
; by 0 as well; a compiler may do that only where the operation cannot fail.
.threads 4
        bz tid, else
        x = 12 / tid
        jump join
else:   x = 0
join:   sync
        stop
.expect stop
.expect var x: 0 12 6 4
