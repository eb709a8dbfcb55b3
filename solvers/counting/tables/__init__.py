"""Tables of counts: the terms of many sequences, beside what stands in print."""
