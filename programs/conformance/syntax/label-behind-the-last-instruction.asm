; A label may stand behind the last instruction; nothing need go there.
.threads 2
        x = 1
        stop
end:
.expect stop
.expect var x: 1 1
.covers STOP
