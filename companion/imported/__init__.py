"""Rulebooks and player aids of one's own: read, kept in the instance folder, paired with the rules that this app tells.

They are for whoever runs the app: private until shared, and never part of anything that is packed or passed on.
"""
