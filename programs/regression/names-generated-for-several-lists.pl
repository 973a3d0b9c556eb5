% Each list of a file has its own generated names for branch targets (L4, L5) and for variables (v0, v1).
% The names of earlier lists were lost when the next list was read.
%! .threads 2
%! .expect stop
%! .expect var v1: 7 7
first([
    const(0, 0),
    branch(0, 4),
    const(1, 7),
    sync,
    stop
]).

%! .expect stop
%! .expect var v1: _ _
second([
    const(0, 0),
    bz(0, 5),
    const(1, 7),
    jump(5),
    sync,
    stop
]).
