"""The application: HTTP, WebSockets, the checks every request passes, and the web client's files."""
