; Comments begin with a semicolon, wherever it is; what looks like a directive in them is none.
;.threads 5
.threads 2;two
        x = 1;one ; .expect var x: 2
        ;; x = 7
join:;a label
        stop;
; .expect trap race 1
; ∀ t ∈ Θ: x = 1, ünïcödé
;
.expect var x: 1 1;both
.expect active: 0 1 ; both
.covers CT
