'p'([stop]).
