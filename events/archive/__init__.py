"""Finished tables outside the store: their files, and the steps by which a table leaves the store and comes back."""
