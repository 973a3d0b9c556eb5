; Which `end_everywhere` closes a block is a matter of control, not of the text: here one closes both.
.threads 2
.active 1
        left = 2
        everywhere
        everywhere
        left = 2
close:  end_everywhere
        left = left - 1
        bnz left, again
        sync
        x = tid
        stop
again:  sync
        jump close
.expect stop
.expect active 1
.expect var x: _ 1
.expect var left: 1 0
.expect steps 15
.expect stat by_instruction.end_everywhere == 2
.covers EE
