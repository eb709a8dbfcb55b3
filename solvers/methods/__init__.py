"""The methods: one file teaches one method."""
