; SIMT-Step's test of its model SSO, in which threads wait for each other at subgroup operations alone: simt-step-scf.asm
; with subgroupAll(true) in each half.
;
; Source: sso.comp (Fig. 9 with the subgroup operation), as in simt-step-cm.asm. In the paper the vote holds each thread
; until nobody else can come to it, so both have set their bits. CUDA's vote has a mask: the full one is undefined up to
; Pascal, and since Volta both halves wait and vote together. Languages without masks have two votes of one thread.
.threads 2
.memory 0: 0
        n = tid + 1
        n = n % 2
        n = n * 2
        n = 2 << n
        old = fetch_or [0], n
        mine = 1 << tid
        bz tid, else
        all = vote.ballot 3, 1
        old = fetch_and [0], mine
        jump join
else:   all = vote.ballot 3, 1
        old = fetch_and [0], mine
join:   sync
        barrier
        x = [0]
        stop
.expect lockstep stack minpc trap collective-mask 16
.expect masks maximal uniform barriers volta stop
.expect masks maximal uniform var all: 1 2
.expect barriers volta var all: 3 3
.expect masks maximal uniform barriers volta var x: 0 0
