"""Which boards and starts have a tour: decisions with evidence, and maps of many decisions."""
