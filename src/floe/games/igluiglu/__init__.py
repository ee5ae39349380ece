"""IGLU IGLU: tribes on a melting sheet of ice hunt, drift, build igloos and score islands. Rules II-1 to II-30."""
