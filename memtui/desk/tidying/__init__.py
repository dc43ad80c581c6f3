"""What in a memory wants mending, and the change that would mend it.

`looking.Looking` finds it in facts, pure; `findings` asks an open memory. The app shows each
finding with its fixes; each fix is a request like any other, previewed and undone like it.
"""
