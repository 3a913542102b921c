"""Pictures of whole positions, of charts and of cards that automas play, drawn from the data in our own style.

A picture is recognised beside the real thing by its layout and symbols; everything that a colour says, a shape,
letter or number says too.
"""
