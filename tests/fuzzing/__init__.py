"""Requests that no page would send, and a server that must bear them.

`inventing` makes them up, `tables` is what they are about, `run` sends them and judges the answers,
`schema` has them invented from the description of the interface. `make soak` sends very many,
the tests some.
"""
