"""What a table is and how it changes: plain functions over a log of events. No network, no database, no clock here."""
