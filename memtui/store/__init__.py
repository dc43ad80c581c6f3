"""A memory on disk: notes that hold the facts, changes applied whole, and a derived catalogue.

`memory.Memory` is the door; nothing else of this room is needed from outside but `places` and
`watching`.
"""
