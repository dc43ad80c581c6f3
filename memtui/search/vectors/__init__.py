"""Where vectors are searched: exactly in memory, in a Chroma folder, or on a Chroma server.

All three are derived from the vector cache, hold opaque keys and vectors only, and keep one
contract. `memtui.search.vectors.index` is the door.
"""
