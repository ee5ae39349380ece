"""Whether what machines say is true: reasons are held against play by the plain rules, and against deeper searches."""
