"""Ways to find a tour: one file teaches one method, and `compiled` holds the fast twins."""
