"""A conversation becomes proposals: by a model over HTTP, or by the plain reader.

`extractor` is the door. HTTP is loaded only when a model is really asked.
"""
