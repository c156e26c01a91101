"""Computes the values by which players of Dicy Cards play, with numpy. Outside the game's folder only this one knows its inside."""
