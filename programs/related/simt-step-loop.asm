; A loop with a vote in a conditional, and a vote after it:
;
;     for (i = 0; i < 3 && tid < 2; i++)  if (i == tid || i == 2) subgroupAll(true);
;     subgroupAll(true);
;
; Source: example_shader_program/tangle/simplified_loop.comp of SIMT-Step's artifact (simt-step-cm.asm). Who is in the
; dynamic block of a vote: thread 0 alone, thread 1 alone, both, and at the end all. Word 3·i + t is who votes with thread t
; in round i. uniform promises nothing within the loop, in which thread 2 does not take part, and volta nothing at all.
.threads 3
.memory 0: 0 0 0 0 0 0 0 0 0
        i = 0
        on = tid < 2
loop:   bz on, done
        c = i == tid
        last = i == 2
        c = c | last
        bz c, next
        v = activemask
        a = i * 3
        a = a + tid
        [a] = v
next:   sync
        i = i + 1
        on = i < 3
        jump loop
done:   sync
        after = activemask
        stop
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal barriers memory 0: 1 0 0 0 2 0 3 3 0
.expect uniform memory 0: 1 0 0 0 2 0 1 2 0
.expect lockstep stack minpc masks maximal uniform barriers var after: 7 7 7
