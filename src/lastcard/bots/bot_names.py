"""What the bots at a table are called. The first name that nobody at the table has is used."""

BOT_NAMES = ("Ada", "Bo", "Cleo", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit")
