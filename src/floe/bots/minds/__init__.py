"""What a searching player knows of each game: how to judge a position, and how to tell positions apart."""
