% A Prolog list may appear on one line, with or without spaces.
%! .threads 2
%! .expect var v0: 3 3
%! .expect var v10: 3 4
%! .covers BP
short([const(0,3),addt(10,0,tid),stop]).
