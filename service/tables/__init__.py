"""What the routes of tables share: creating, joining, starting, rematches, and the room that they need."""
