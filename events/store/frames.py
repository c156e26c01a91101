"""Compresses small pieces with a dictionary that is a file of this package (ADR 72).

A dictionary never changes, because stored data needs it. A better one gets the number of a new format level.
"""

from pathlib import Path
from threading import Lock
from typing import Final

import zstandard

EFFORT: Final = 3
"""The compression level. Higher ones save few bytes of such small pieces."""

_FORMAT: Final = zstandard.FORMAT_ZSTD1_MAGICLESS


class Compression:
    """zstd frames of one dictionary, without magic number, dictionary id and checksum. Safe for threads."""

    def __init__(self, dictionary: Path) -> None:
        data = zstandard.ZstdCompressionDict(dictionary.read_bytes())
        data.precompute_compress(level=EFFORT)
        parameters = zstandard.ZstdCompressionParameters.from_level(EFFORT, format=_FORMAT, write_dict_id=False)
        self._compressor = zstandard.ZstdCompressor(dict_data=data, compression_params=parameters)
        self._decompressor = zstandard.ZstdDecompressor(dict_data=data, format=_FORMAT)
        self._lock = Lock()

    def compress(self, data: bytes) -> bytes:
        """The frame of the data."""
        with self._lock:
            return self._compressor.compress(data)

    def decompress(self, frame: bytes) -> bytes | None:
        """The data of the frame; None if it is no frame that `compress` can have made with this dictionary."""
        try:
            with self._lock:
                return self._decompressor.decompress(frame)
        except (zstandard.ZstdError, MemoryError):  # a damaged frame may claim any length
            return None


FRAMES: Final = Compression(Path(__file__).with_name("frames-2.zdict"))
"""The frames since format level 2. The dictionary is trained on lines and summaries (`tests.events.store.training`)."""
