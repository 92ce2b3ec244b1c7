"""The server: tables that never lose a move and never leak a card."""
