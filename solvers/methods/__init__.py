"""Methods that find a tour: one module per method, and modules that several methods share.

The package `compiled` contains compiled versions of some methods. The package `construction` contains the methods that build
tours of boards from small tours.
"""
