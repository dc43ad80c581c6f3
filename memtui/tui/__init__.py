"""The app: what a person sees and types; everything it knows comes from the desk."""
