"""The contract: its parts in YAML, and the build that makes `openapi.yaml` of them and of what the code says."""
