"""What every game has to do, as tests for any game that is installed."""
