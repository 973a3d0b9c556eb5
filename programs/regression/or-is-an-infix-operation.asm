; `|` is written between its operands. It was taken for a word such as `min`, because its byte follows the letters,
; and could be neither read nor printed.
.threads 2
        x = tid | 4
        y = x | 8
        stop
.expect stop
.expect var x: 4 5
.expect var y: 12 13
.covers BP
