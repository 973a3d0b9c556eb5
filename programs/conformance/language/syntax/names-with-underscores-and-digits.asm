; Names are letters, digits and underscores; large and small letters differ.
.threads 1
        _x = 1
        __ = 2
        x_1 = 3
        x = 4
        X = 5
        a_very_long_name_that_says_what_it_holds_and_then_goes_on_for_a_while_longer_than_a_line_would_want_it_to = 6
_1:     stop
.expect var _x: 1
.expect var __: 2
.expect var x_1: 3
.expect var x: 4
.expect var X: 5
.covers CT
