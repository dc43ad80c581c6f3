"""Finding kept facts: current ones first, each with why it matched and how to cite it."""
