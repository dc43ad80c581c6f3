"""Faces of the desk for programs: MCP over stdio and HTTP, and REST.

Nothing here knows Textual, and nothing heavy is imported before a server starts.
"""
