"""What somebody with an API key wants to be told of, and how it gets there: signed, in order, as often as it takes."""
