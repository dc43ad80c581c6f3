"""Text to vectors: the built-in embedders, sentence-transformers, Ollama, OpenAI-style servers.

`make_embedder` loads nothing and asks nobody; the first use of what it gives does.
"""
