; A lane is the signed value of a word: in `.word 8 wrap`, 255 is -1, although there is a thread 255.
.threads 300
.word 8 wrap
        everywhere
        branch_mask 255, yes
        x = 1
yes:    end_everywhere
        stop
.expect stop
.expect var x: 1 1 1
.expect steps 5
.covers BI
