; A loop that is left in the middle, with a vote for those who stay:
;
;     while (true) { if (tid + count > 2) break;  else { subgroupAll(true);  count++; } }   subgroupAll(true);
;
; Source: example_shader_program/tangle/dynamic_loop.comp of SIMT-Step's artifact (simt-step-cm.asm). Those who stay vote
; together in each round; at the end all do. Word 3·count + t is who votes with thread t.
.threads 3
.memory 0: 0 0 0 0 0 0 0 0 0
        count = 0
loop:   s = tid + count
        stays = s <= 2
        bz stays, done
        v = activemask
        a = count * 3
        a = a + tid
        [a] = v
        count = count + 1
        jump loop
done:   sync
        after = activemask
        stop
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers memory 0: 7 7 7 3 3 0 1 0 0
.expect lockstep stack minpc masks maximal uniform barriers var after: 7 7 7
