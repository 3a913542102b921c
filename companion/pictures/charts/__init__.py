"""Charts as SVG, made on the server: pure functions from numbers and words to pictures.

They are read without colours: a category has its number and a hatching, a victory a filled dot, everybody a name.
The words come from the caller in the reader's language.
"""
